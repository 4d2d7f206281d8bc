import { isIPv6 } from 'node:net';

/** The canonical form of an IP address: IPv6 in its shortest form, an IPv4-mapped IPv6 address as IPv4. */
export function canonicalAddress(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isIPv4Mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isIPv4Mapped) return shortest(plain);
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/**
 * The network to which limits and bans apply: an IPv4 address itself, or the /64 network of an IPv6 address, because one
 * household has all addresses of such a network.
 */
export function networkOf(address: string): string {
  const canonical = canonicalAddress(address);
  if (!isIPv6(canonical)) return canonical;
  const network = groupsOf(canonical).slice(0, 4);
  return `${shortest(`${network.map((group) => group.toString(16)).join(':')}::`)}/64`;
}

export const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(canonicalAddress(address));

/** The shortest form of an IPv6 address. A URL has the address in brackets, in the form of RFC 5952. */
const shortest = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = shortest(address).split('::');
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [head, tail] = [read(before), read(after ?? '')];
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
