import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** One end of a TCP connection over IPv4. */
interface End {
  readonly address: string;
  readonly port: number;
}

/** The link in `/proc/PID/fd` to the socket of this connection, of the process that has the end `own`. None if it is closed, and outside of Linux. */
export const connectedSocket = (own: End, other: End): string | undefined =>
  socketsOf(hexEnd(own), ({ local, remote }) => local.endsWith(hexEnd(own)) && remote.endsWith(hexEnd(other)))[0];

/** The links to the sockets that listen on this port. */
export const listeningSockets = (port: number): ReadonlySet<string> =>
  new Set(socketsOf(hexOf(port), ({ local, state }) => state === LISTEN && local.endsWith(hexOf(port))));

interface Listed {
  /** Address and port in hexadecimal digits. */
  readonly local: string;
  readonly remote: string;
  readonly state: string;
}

const LISTEN = '0A';
/** A socket that no process has open any more. */
const CLOSED = '0';

/** Only lines with the text `within` are parsed: a flood of short connections leaves thousands of lines. */
function socketsOf(within: string, isWanted: (socket: Listed) => boolean): string[] {
  // A socket for IPv6 may be connected over IPv4, as sockets of Java are.
  return ['tcp', 'tcp6']
    .flatMap((file) => linesWith(within, file))
    .flatMap((line) => {
      const [, local = '', remote = '', state = '', , , , , , inode = CLOSED] = line.trim().split(/\s+/);
      return inode !== CLOSED && isWanted({ local, remote, state }) ? `socket:[${inode}]` : [];
    });
}

function linesWith(within: string, file: string): string[] {
  let text: string;
  try {
    text = readFileSync(`/proc/net/${file}`, 'latin1');
  } catch {
    // No Linux, or no IPv6.
    return [];
  }
  const lines: string[] = [];
  for (let at = text.indexOf(within); at >= 0; ) {
    const end = text.indexOf('\n', at);
    lines.push(text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end));
    at = end === -1 ? -1 : text.indexOf(within, end);
  }
  return lines;
}

/** Of an address in `tcp6` only the IPv4 part is compared. */
function hexEnd({ address, port }: End): string {
  const bytes = address
    .replace(/^::ffff:/, '')
    .split('.')
    .map(Number);
  // As a word of 32 bits in the order of this machine.
  if (endianness() === 'LE') bytes.reverse();
  return `${Buffer.from(bytes).toString('hex').toUpperCase()}${hexOf(port)}`;
}

/** With the colon before it. */
const hexOf = (port: number): string => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
