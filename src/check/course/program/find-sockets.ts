import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** One end of a TCP connection over IPv4. */
interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/**
 * The link in `/proc/PID/fd` to the socket of a connection, for the process at the end `own`. Undefined if this process
 * has closed the socket, and on systems other than Linux.
 */
export const connectedSocket = (own: Endpoint, other: Endpoint): string | undefined =>
  socketsOf(
    hexEndpoint(own),
    ({ local, remote }) => local.endsWith(hexEndpoint(own)) && remote.endsWith(hexEndpoint(other)),
  )[0];

/** The links in `/proc/PID/fd` to the sockets that listen on this port. */
export const listeningSockets = (port: number): ReadonlySet<string> =>
  new Set(socketsOf(hexPort(port), ({ local, state }) => state === LISTEN && local.endsWith(hexPort(port))));

interface SocketEntry {
  /** Address and port in hexadecimal digits. */
  readonly local: string;
  readonly remote: string;
  readonly state: string;
}

const LISTEN = '0A';
/** The inode of a socket that no process has open. */
const CLOSED = '0';

/** Parses only lines that contain `text`, because many short connections leave thousands of lines. */
function socketsOf(text: string, isWanted: (socket: SocketEntry) => boolean): string[] {
  // A socket for IPv6 may be connected over IPv4, as sockets of Java are.
  return ['tcp', 'tcp6']
    .flatMap((file) => linesContaining(text, file))
    .flatMap((line) => {
      const [, local = '', remote = '', state = '', , , , , , inode = CLOSED] = line.trim().split(/\s+/);
      return inode !== CLOSED && isWanted({ local, remote, state }) ? `socket:[${inode}]` : [];
    });
}

function linesContaining(text: string, file: string): string[] {
  let content: string;
  try {
    content = readFileSync(`/proc/net/${file}`, 'latin1');
  } catch {
    // Not Linux, or a system without IPv6.
    return [];
  }
  const lines: string[] = [];
  for (let at = content.indexOf(text); at >= 0; ) {
    const end = content.indexOf('\n', at);
    lines.push(content.slice(content.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end));
    at = end === -1 ? -1 : content.indexOf(text, end);
  }
  return lines;
}

/** The endpoint in the notation of `/proc/net`. For an address in `tcp6`, only the IPv4 part is compared. */
function hexEndpoint({ address, port }: Endpoint): string {
  const bytes = address
    .replace(/^::ffff:/, '')
    .split('.')
    .map(Number);
  // `/proc/net` shows a word of 32 bits in the byte order of the machine.
  if (endianness() === 'LE') bytes.reverse();
  return `${Buffer.from(bytes).toString('hex').toUpperCase()}${hexPort(port)}`;
}

/** The port in hexadecimal digits after a colon. */
const hexPort = (port: number): string => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
