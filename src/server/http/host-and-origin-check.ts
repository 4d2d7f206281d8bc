import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { isLoopback } from '../../accounts/ip-address.ts';
import { addressOf, peerOf } from '../listeners/socket-client-address.ts';

/** The headers that proxies add to a request. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * Checks the host name and the origin of requests. This protects against pages of other sites (CSRF), and against sites whose host name
 * was made to resolve to this server (DNS rebinding). Both would act with the visitor's address.
 */
export class HostAndOriginCheck {
  /** The names of this machine. */
  readonly #names: ReadonlySet<string>;
  #origins: ReadonlySet<string> = new Set();
  #hosts: ReadonlySet<string> = new Set();

  /** `origins`: in the form of browsers, such as `https://go.example.org`. `names`: the names of this machine. */
  constructor(origins: readonly string[], names: readonly string[]) {
    this.#names = new Set(names.flatMap((name) => [name.toLowerCase(), `${name.toLowerCase()}.local`]));
    this.reload(origins);
  }

  reload(origins: readonly string[]): void {
    this.#origins = new Set(origins);
    this.#hosts = new Set(origins.map((origin) => new URL(origin).hostname));
  }

  /** Whether pages of another origin may use this server. */
  allowsOrigin(origin: string | undefined): boolean {
    return origin !== undefined && this.#origins.has(origin);
  }

  /**
   * Whether a request comes from this server's own page, from an allowed origin, or from no page. A browser sends the `Origin` of
   * the page with each request of another site, and perhaps the cookie of this server.
   */
  allowsPage({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || this.allowsOrigin(origin)) return true;
    return host !== undefined && URL.canParse(origin) && new URL(origin).host === hostOf(host);
  }

  /**
   * Whether a request is for one of this server's host names. Without configured origins the names are unknown, and only requests
   * from this machine are checked, against the names of the machine. Headers such as `X-Forwarded-For` do not disable the check,
   * because a page of another site can set them.
   */
  isForThisServer(request: IncomingMessage): boolean {
    const { host } = request.headers;
    if (host === undefined) return true;
    if (this.#hosts.size === 0 && !isFromThisMachine(request.socket)) return true;
    const name = nameOf(host);
    return isIP(name) !== 0 || isPrivateName(name) || this.#names.has(name) || this.#hosts.has(name);
  }
}

/**
 * Whether a request has more than one `Host` header (RFC 9112, section 3.2: the answer is 400). Node uses the first one; a proxy in
 * front of this server may have used another.
 */
export const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/** The answer to a request with more than one `Host` header. */
export const TWO_HOSTS = 'a request has one Host header';

/** The answer to a request for an unknown host name. */
export const UNKNOWN_HOST =
  'unknown server name; add it with --origin http://NAME (docs/network.md, "Names of the server")';

/** Whether the client is on this machine. If a proxy does not know the client's address, the client may be anywhere. */
const isFromThisMachine = (socket: Socket): boolean => isLoopback(addressOf(socket)) && !peerOf(socket).isShared;

/** Whether a proxy forwarded the request. */
const wasForwarded = ({ headers, socket }: IncomingMessage): boolean =>
  peerOf(socket).isShared || PROXY_HEADERS.some((name) => headers[name] !== undefined);

/**
 * Whether the address may be another one than the client's. Usually the headers of a proxy show this. A request from this machine for
 * another host name counts too: it comes from a proxy that keeps `Host`, or from a page whose host name was made to resolve to this server.
 */
export const isForwarded = (request: IncomingMessage): boolean =>
  wasForwarded(request) || (isLoopback(addressOf(request.socket)) && !isThisMachine(request.headers.host ?? ''));

function isThisMachine(host: string): boolean {
  const name = nameOf(host);
  return isLocal(name) || (isIP(name) !== 0 && isLoopback(name));
}

/** The host without a default port, as in an origin. */
const hostOf = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '');

/** The host name without the port, an IPv6 address without its brackets; empty if it is malformed. */
const nameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : '';

const isLocal = (name: string): boolean => /^(?:.+\.)?localhost$/.test(name);

/** Whether the name is in no public domain, so that no other site can have it. */
const isPrivateName = (name: string): boolean => isLocal(name) || !name.includes('.');
