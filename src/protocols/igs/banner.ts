/**
 * The server's first line. It explains the password for users of a terminal. It must not contain `1 1`, which clients read as
 * the request for the password.
 */
export const BANNER = 'Tengen: Go over IGS. At a terminal, type your name, then a password; help lists the commands.';

/** The line with the day of the entry, by which clients recognise the server. */
export function entryLine(now: number): string {
  const day = new Date(now).toISOString();
  return `39 IGS entry on ${day.slice(5, 7)} - ${day.slice(8, 10)} - ${day.slice(0, 4)}`;
}
