interface BanRequest {
  readonly name?: string;
  readonly address?: string;
  readonly hours: number;
  readonly reason?: string;
}

/** A ban of an IP address if the text looks like one, otherwise of a name. */
export function parseBan(whom: string, hours: number, reason: string): BanRequest {
  const isAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]+)$/i.test(whom);
  return { ...(isAddress ? { address: whom } : { name: whom }), hours, ...(reason === '' ? {} : { reason }) };
}
