import { BlockList, isIP, isIPv4 } from 'node:net';
import { canonicalAddress } from '../../accounts/ip-address.ts';
import { ok, problem, type Result } from '../../result.ts';

/** A network: one of its addresses, and the number of leading bits that all its addresses share. */
interface Network {
  readonly address: string;
  readonly bits: number;
}

/** Reads `ADDRESS` or `ADDRESS/BITS`, IPv4 or IPv6. A problem is described in one line. */
export function parseNetwork(text: string): Result<Network> {
  const [address = '', bits, ...more] = text.split('/');
  const longest = isIPv4(address) ? 32 : 128;
  if (isIP(address) === 0 || address.includes('%') || more.length > 0)
    return problem(`${JSON.stringify(text)} is neither an address nor a network such as 192.0.2.0/24 or 2001:db8::/32`);
  if (bits === undefined) return ok({ address, bits: longest });
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > longest)
    return problem(`${JSON.stringify(text)}: the number after the slash must be from 0 to ${longest}`);
  return ok({ address, bits: Number(bits) });
}

/** A set of networks. IPv4-mapped IPv6 addresses count as IPv4. */
export class NetworkList {
  readonly isEmpty: boolean;
  readonly #list = new BlockList();

  /** Throws if `parseNetwork` refuses one of them. */
  constructor(networks: readonly string[]) {
    this.isEmpty = networks.length === 0;
    for (const text of networks) {
      const network = parseNetwork(text);
      if (!network.ok) throw new Error(network.problem);
      const { address, bits } = network.value;
      this.#list.addSubnet(address, bits, familyOf(address));
    }
  }

  has(address: string): boolean {
    if (this.isEmpty || isIP(address) === 0) return false;
    const canonical = canonicalAddress(address);
    return this.#list.check(canonical, familyOf(canonical));
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');
