/** What is asked of the server to keep somebody away. */
interface WantedBan {
  readonly name?: string;
  readonly address?: string;
  readonly hours: number;
  readonly reason?: string;
}

/** A ban of whatever was written: an IP address where it looks like one, else a name. */
export function parseBan(whom: string, hours: number, reason: string): WantedBan {
  const isAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]+)$/i.test(whom);
  return { ...(isAddress ? { address: whom } : { name: whom }), hours, ...(reason === '' ? {} : { reason }) };
}
