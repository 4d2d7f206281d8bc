import { isIPv4, isIPv6 } from 'node:net';
import { canonicalAddress } from '../../accounts/ip-address.ts';

/**
 * The header of the PROXY protocol (haproxy.org, proxy-protocol.txt, sections 2.1 and 2.2). `itself`: the proxy has no client, as for a
 * health check. `client`: the address is undefined if the proxy does not know it.
 */
export type ProxyHeader =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'itself' }
  | { readonly kind: 'client'; readonly address: string | undefined };

interface ParsedHeader {
  readonly value: ProxyHeader;
  readonly length: number;
}

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
/** Bytes of a version 2 header before the addresses. */
const PREAMBLE_LENGTH = 16;
/** Bytes that are accepted after these in version 2. The format allows 64 KiB. */
const MAXIMUM_BODY_LENGTH = 4096;
const LINE_PREFIX = Buffer.from('PROXY ');
/** Bytes of the longest line of version 1, with CRLF. */
const MAXIMUM_LINE_LENGTH = 107;
const MALFORMED: ParsedHeader = { value: { kind: 'malformed' }, length: 0 };

/** Reads the header at the beginning of the bytes; undefined if it is not complete. Never throws. */
export function readProxyHeader(bytes: Buffer): ParsedHeader | undefined {
  if (agreesWith(bytes, SIGNATURE)) return bytes.length < PREAMBLE_LENGTH ? undefined : readVersion2(bytes);
  return agreesWith(bytes, LINE_PREFIX) ? readVersion1(bytes) : MALFORMED;
}

/** Whether the bytes begin with `opening`, or with a part of it if more bytes are needed. */
const agreesWith = (bytes: Buffer, opening: Buffer): boolean => {
  const length = Math.min(bytes.length, opening.length);
  return bytes.subarray(0, length).equals(opening.subarray(0, length));
};

function readVersion2(bytes: Buffer): ParsedHeader | undefined {
  const [command, family] = [bytes.readUInt8(12), bytes.readUInt8(13)];
  const length = bytes.readUInt16BE(14);
  if ((command !== LOCAL && command !== PROXY) || length > MAXIMUM_BODY_LENGTH) return MALFORMED;
  const format = ADDRESS_FORMATS.get(family);
  if (command === PROXY && (format === undefined || length < format.length)) return MALFORMED;
  if (bytes.length < PREAMBLE_LENGTH + length) return undefined;
  if (command === LOCAL) return { value: { kind: 'itself' }, length: PREAMBLE_LENGTH + length };
  const address = format?.read?.(bytes.subarray(PREAMBLE_LENGTH));
  return { value: { kind: 'client', address }, length: PREAMBLE_LENGTH + length };
}

const LOCAL = 0x20;
const PROXY = 0x21;

/** By address family: the bytes of both addresses, and how the client's IP address is read. */
const ADDRESS_FORMATS: ReadonlyMap<number, { readonly length: number; read?(body: Buffer): string }> = new Map([
  [0x00, { length: 0 }],
  [0x11, { length: 12, read: (body: Buffer) => body.subarray(0, 4).join('.') }],
  [0x12, { length: 12 }],
  [0x21, { length: 36, read: (body: Buffer) => canonicalAddress(groups(body.subarray(0, 16)).join(':')) }],
  [0x22, { length: 36 }],
  [0x31, { length: 216 }],
  [0x32, { length: 216 }],
]);

const groups = (address: Buffer): string[] =>
  Array.from({ length: 8 }, (_, index) => address.readUInt16BE(2 * index).toString(16));

const TCP_LINE = /^PROXY (TCP[46]) (\S+) (\S+) \d{1,5} \d{1,5}$/;

function readVersion1(bytes: Buffer): ParsedHeader | undefined {
  const end = bytes.indexOf('\r\n');
  if (end === -1) return bytes.length < MAXIMUM_LINE_LENGTH ? undefined : MALFORMED;
  const length = end + 2;
  if (length > MAXIMUM_LINE_LENGTH) return MALFORMED;
  const line = bytes.toString('latin1', 0, end);
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { value: { kind: 'client', address: undefined }, length };
  const [, family, source = '', destination = ''] = TCP_LINE.exec(line) ?? [];
  const isAddress = family === 'TCP4' ? isIPv4 : isIPv6;
  if (family === undefined || !isAddress(source) || !isAddress(destination)) return MALFORMED;
  return { value: { kind: 'client', address: canonicalAddress(source) }, length };
}
