import { isIPv4, isIPv6 } from 'node:net';
import { canonicalAddress } from '../../accounts/ip-address.ts';

/**
 * The header of the PROXY protocol (haproxy.org, proxy-protocol.txt, sections 2.1 and 2.2). The proxy connects for itself, or for a
 * client, whose address it may not know.
 */
export type ProxyHeader =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'itself' }
  | { readonly kind: 'client'; readonly address: string | undefined };

/** A header and its length in bytes. */
interface Read {
  readonly value: ProxyHeader;
  readonly length: number;
}

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
/** Bytes before the addresses of version 2. */
const HEAD = 16;
/** The longest accepted body of version 2. The format allows 64 KiB. */
const LONGEST_BODY = 4096;
const WORD = Buffer.from('PROXY ');
/** The longest line of version 1, with CRLF. */
const LONGEST_LINE = 107;
const MALFORMED: Read = { value: { kind: 'malformed' }, length: 0 };

/** Reads the header at the beginning of the bytes; undefined if it is not complete. Never throws. */
export function readProxyHeader(said: Buffer): Read | undefined {
  if (begins(said, SIGNATURE)) return said.length < HEAD ? undefined : readBinary(said);
  return begins(said, WORD) ? readLine(said) : MALFORMED;
}

/** Whether the bytes so far agree with the opening. */
const begins = (said: Buffer, opening: Buffer): boolean => {
  const length = Math.min(said.length, opening.length);
  return said.subarray(0, length).equals(opening.subarray(0, length));
};

function readBinary(said: Buffer): Read | undefined {
  const [command, family] = [said.readUInt8(12), said.readUInt8(13)];
  const length = said.readUInt16BE(14);
  if ((command !== LOCAL && command !== PROXY) || length > LONGEST_BODY) return MALFORMED;
  const shape = SHAPES.get(family);
  if (command === PROXY && (shape === undefined || length < shape.body)) return MALFORMED;
  if (said.length < HEAD + length) return undefined;
  if (command === LOCAL) return { value: { kind: 'itself' }, length: HEAD + length };
  const address = shape?.read?.(said.subarray(HEAD));
  return { value: { kind: 'client', address }, length: HEAD + length };
}

const LOCAL = 0x20;
const PROXY = 0x21;

/** Address families: the length of both addresses, and how the client's IP address is read. */
const SHAPES: ReadonlyMap<number, { readonly body: number; read?(body: Buffer): string }> = new Map([
  [0x00, { body: 0 }],
  [0x11, { body: 12, read: (body: Buffer) => body.subarray(0, 4).join('.') }],
  [0x12, { body: 12 }],
  [0x21, { body: 36, read: (body: Buffer) => canonicalAddress(groups(body.subarray(0, 16)).join(':')) }],
  [0x22, { body: 36 }],
  [0x31, { body: 216 }],
  [0x32, { body: 216 }],
]);

const groups = (address: Buffer): string[] =>
  Array.from({ length: 8 }, (_, index) => address.readUInt16BE(2 * index).toString(16));

const ENDS = /^PROXY (TCP[46]) (\S+) (\S+) \d{1,5} \d{1,5}$/;

function readLine(said: Buffer): Read | undefined {
  const end = said.indexOf('\r\n');
  if (end === -1) return said.length < LONGEST_LINE ? undefined : MALFORMED;
  const length = end + 2;
  if (length > LONGEST_LINE) return MALFORMED;
  const line = said.toString('latin1', 0, end);
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { value: { kind: 'client', address: undefined }, length };
  const [, family, source = '', destination = ''] = ENDS.exec(line) ?? [];
  const isOne = family === 'TCP4' ? isIPv4 : isIPv6;
  if (family === undefined || !isOne(source) || !isOne(destination)) return MALFORMED;
  return { value: { kind: 'client', address: canonicalAddress(source) }, length };
}
