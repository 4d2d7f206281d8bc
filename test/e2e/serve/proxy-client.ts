import { isIPv4 } from 'node:net';
import { TcpClient } from './tcp-client.ts';

/**
 * The header of version 2 of the PROXY protocol for a client at `address`; without an address, the LOCAL header of the
 * proxy itself.
 */
export function proxyHeader(address?: string): Buffer {
  const signature = '0d0a0d0a000d0a515549540a';
  if (address === undefined) return Buffer.from(`${signature}20000000`, 'hex');
  const client = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.concat(parseIPv6Groups(address).map((group) => Buffer.from([group >> 8, group & 0xff])));
  const [family, length] = isIPv4(address) ? ['11', '000c'] : ['21', '0024'];
  const [destination, ports] = [Buffer.alloc(client.length), Buffer.from([0xd4, 0x31, 0x07, 0x7f])];
  return Buffer.concat([Buffer.from(`${signature}21${family}${length}`, 'hex'), client, destination, ports]);
}

/** The address of the proxy that the tested servers trust. */
export const PROXY = '127.0.0.9';

/** A client at `address` that connects through the trusted proxy. */
export async function connectThroughProxy(port: number, address?: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port, PROXY);
  peer.socket.write(proxyHeader(address));
  return peer;
}

/** The eight groups of 16 bits of an IPv6 address. */
function parseIPv6Groups(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail)];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}
