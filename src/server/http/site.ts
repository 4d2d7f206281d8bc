import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { isLoopback } from '../../accounts/ip-address.ts';
import { addressOf, peerOf } from '../listeners/client-address.ts';

/** What whatever stands before this server adds to a request. */
const RELAYS = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * Under which names browsers find this server, and which sites' pages may use it. A page that comes from elsewhere plays
 * with the address of whoever looks at it, and so does one whose own name has been made to lead here.
 */
export class Site {
  /** Names of the machine. */
  readonly #names: ReadonlySet<string>;
  #origins: ReadonlySet<string> = new Set();
  #hosts: ReadonlySet<string> = new Set();

  /** `origins` as browsers write them, `https://go.example.org`; `names` are those of this machine. */
  constructor(origins: readonly string[], names: readonly string[]) {
    this.#names = new Set(names.flatMap((name) => [name.toLowerCase(), `${name.toLowerCase()}.local`]));
    this.reload(origins);
  }

  reload(origins: readonly string[]): void {
    this.#origins = new Set(origins);
    this.#hosts = new Set(origins.map((origin) => new URL(origin).hostname));
  }

  /** A site whose pages may use this server, besides its own. */
  welcomes(origin: string | undefined): boolean {
    return origin !== undefined && this.#origins.has(origin);
  }

  /**
   * Whether a request comes from this server's own page, from a site that is welcome, or from no page at all. What a
   * browser sends for another site carries that site's `Origin`, and the cookie may come along with it.
   */
  isAskedByFriend({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || this.welcomes(origin)) return true;
    return host !== undefined && URL.canParse(origin) && new URL(origin).host === hostOf(host);
  }

  /**
   * Whether a request is for a name of this server's. Where no origins are configured the names are not known, and only
   * what comes from this very machine is held to those of the machine. No header excuses from that: the page of another
   * site whose name leads here sends what it likes, `X-Forwarded-For` included.
   */
  isMeant(request: IncomingMessage): boolean {
    const { host } = request.headers;
    if (host === undefined) return true;
    if (this.#hosts.size === 0 && !isFromHere(request.socket)) return true;
    const name = nameOf(host);
    return isIP(name) !== 0 || isOfNoDomain(name) || this.#names.has(name) || this.#hosts.has(name);
  }
}

/**
 * Whether a request names more than one host (RFC 9112, section 3.2: such a request is answered 400). Node keeps the first; a proxy in
 * front of this server may have looked at another.
 */
export const namesTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/** What a request is told that names more than one host. */
export const TWO_HOSTS = 'a request has one Host header';

/** What a request is told that is for another name, in one line. */
export const NOT_MEANT =
  'this server does not know itself by that name: --origin http://NAME tells it (docs/network.md, "Names of the server")';

/** Whoever a trusted proxy cannot tell the address of may be anywhere. */
const isFromHere = (socket: Socket): boolean => isLoopback(addressOf(socket)) && !peerOf(socket).isShared;

/** Said by whatever stands before this server, which speaks for others, too. */
const isRelayed = ({ headers, socket }: IncomingMessage): boolean =>
  peerOf(socket).isShared || RELAYS.some((name) => headers[name] !== undefined);

/**
 * The address is not the asker's own: that is said by whatever stands before this server. So it is, too, where somebody
 * comes from this very machine and asks for another one: a proxy that passes `Host` on, or a browser here that shows a page
 * of some other site, whose name has been made to lead here.
 */
export const speaksForOthers = (request: IncomingMessage): boolean =>
  isRelayed(request) || (isLoopback(addressOf(request.socket)) && !isThisMachine(request.headers.host ?? ''));

function isThisMachine(host: string): boolean {
  const name = nameOf(host);
  return isLocal(name) || (isIP(name) !== 0 && isLoopback(name));
}

/** Without a port that goes without saying, as in an origin. */
const hostOf = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '');

/** Without a port, and an IPv6 address without its brackets; empty where it is no host. */
const nameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : '';

const isLocal = (name: string): boolean => /^(?:.+\.)?localhost$/.test(name);

/** Nobody out there can have such a name, and make it lead here. */
const isOfNoDomain = (name: string): boolean => isLocal(name) || !name.includes('.');
