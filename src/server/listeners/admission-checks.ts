import type { Socket } from 'node:net';
import type { Log, RejectedConnectionCounter } from '../hub/observability.ts';
import type { CertificateFiles } from './certificate-files.ts';
import { NetworkList } from './network-list.ts';
import { type ProxyHeader, readProxyHeader } from './proxy-header.ts';
import { readFirstBytes } from './read-first-bytes.ts';
import { addressOf, peerOf, setClientAddress } from './socket-client-address.ts';
import { ignoreErrors } from './socket-transport.ts';
import type { TlsTerminator } from './tls-terminator.ts';

/** Milliseconds in which a proxy must send its header. */
const HEADER_TIMEOUT = 5_000;

/** Which connections are accepted. */
export interface AdmissionRules {
  /** Networks, as `IpAddressFilter` takes them. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Networks of trusted proxies. Each of their connections begins with a PROXY header. */
  readonly proxies: readonly string[];
  /** Absent if TLS is not offered. */
  readonly certificate?: CertificateFiles;
}

/** Receives accepted connections. */
export interface AdmissionCallbacks {
  /** Milliseconds within which the first bytes must arrive; undefined if there is no limit. */
  readonly firstBytesTimeout: number | undefined;
  /** Called once the client's address is known. Returns whether the limits allow the connection; if not, it has been refused. */
  admitToLimits(socket: Socket): boolean;
  accept(socket: Socket): void;
}

/** Checks every new connection: its address, the header of a proxy, TLS. New rules apply to later connections only. */
export class AdmissionChecks {
  readonly #log: Log;
  readonly #rejections: RejectedConnectionCounter;
  #rules: OpenRules;

  private constructor(rules: OpenRules, log: Log, rejections: RejectedConnectionCounter) {
    this.#rules = rules;
    this.#rejections = rejections;
    this.#log = log;
  }

  /** Rejects with `CertificateUnusable`. */
  static async open(rules: AdmissionRules, log: Log, rejections: RejectedConnectionCounter): Promise<AdmissionChecks> {
    return new AdmissionChecks(await openRules(rules), log, rejections);
  }

  /** Replaces the rules. Rejects with `CertificateUnusable`, and then the old rules stay in force. */
  async reload(rules: AdmissionRules): Promise<void> {
    this.#rules = await openRules(rules);
  }

  /** Gives the target the socket, or the decrypted socket if the client uses TLS. Closes the socket if a check fails. */
  admit(socket: Socket, connection: string, target: AdmissionCallbacks): void {
    const { access, proxies } = this.#rules;
    const peer = addressOf(socket);
    ignoreErrors(socket);
    if (proxies.has(peer) && !access.denies(peer)) this.#readProxyHeader(socket, connection, target);
    else if (access.admits(peer)) this.#open(socket, connection, target);
    else this.#deny(socket, connection, peer);
  }

  #readProxyHeader(socket: Socket, connection: string, target: AdmissionCallbacks): void {
    const proxy = addressOf(socket);
    const refuse = (): void => {
      this.#rejections.rejected('proxy');
      this.#log.info({ connection, proxy }, 'proxy.rejected');
      socket.destroy();
    };
    const onHeader = (header: ProxyHeader): void => {
      if (header.kind === 'malformed') {
        refuse();
        return;
      }
      const known = header.kind === 'client' ? header.address : proxy;
      const address = known ?? proxy;
      if (header.kind === 'client' && !this.#rules.access.admits(address)) {
        this.#deny(socket, connection, address);
        return;
      }
      setClientAddress(socket, { address, isShared: known === undefined });
      this.#log.debug({ connection, proxy, address }, 'proxy.accepted');
      this.#open(socket, connection, target);
    };
    readFirstBytes(socket, HEADER_TIMEOUT, readProxyHeader, onHeader, refuse);
  }

  /** Applies the connection limits. If TLS is offered, the first bytes show whether the client uses it. */
  #open(socket: Socket, connection: string, target: AdmissionCallbacks): void {
    const { tls } = this.#rules;
    if (!target.admitToLimits(socket)) return;
    socket.resume();
    if (tls === undefined) target.accept(socket);
    else this.#detectTls(tls, socket, connection, target);
  }

  #detectTls(tls: TlsTerminator, socket: Socket, connection: string, target: AdmissionCallbacks): void {
    const onDetected = (isTls: boolean): void => {
      if (!isTls) {
        socket.resume();
        target.accept(socket);
        return;
      }
      tls.start(socket, {
        done: (tlsSocket) => {
          this.#log.debug({ connection, version: tlsSocket.getProtocol() }, 'tls.started');
          setClientAddress(tlsSocket, peerOf(socket));
          target.accept(tlsSocket);
        },
        failed: ({ message }) => {
          this.#rejections.rejected('tls');
          this.#log.debug({ connection, error: message }, 'tls.failed');
        },
      });
    };
    readFirstBytes(socket, target.firstBytesTimeout, looksLikeTls, onDetected, () =>
      this.#rejections.rejected('silent'),
    );
  }

  #deny(socket: Socket, connection: string, address: string): void {
    this.#rejections.rejected('denied');
    this.#log.debug({ connection, address }, 'connection.denied');
    socket.destroy();
  }
}

interface OpenRules {
  readonly access: IpAddressFilter;
  readonly proxies: NetworkList;
  readonly tls: TlsTerminator | undefined;
}

async function openRules({ allow, deny, proxies, certificate }: AdmissionRules): Promise<OpenRules> {
  return {
    access: new IpAddressFilter(allow, deny),
    proxies: new NetworkList(proxies),
    // Loaded only if it is needed, because it would delay the start.
    tls: certificate && new (await import('./tls-terminator.ts')).TlsTerminator(certificate),
  };
}

/** Whether the first bytes are a TLS handshake record; undefined if more bytes are needed. */
function looksLikeTls(bytes: Buffer): { value: boolean; length: 0 } | undefined {
  if (bytes[0] === 0x16 && bytes.length < 2) return undefined;
  return { value: bytes[0] === 0x16 && bytes[1] === 0x03, length: 0 };
}

/** Decides by IP address. Denied addresses are refused. If there is a list of allowed addresses, all others are refused too. */
class IpAddressFilter {
  readonly #allowed: NetworkList;
  readonly #denied: NetworkList;

  /** Both parameters are lists of networks in the form of `parseNetwork`. */
  constructor(allow: readonly string[], deny: readonly string[]) {
    this.#allowed = new NetworkList(allow);
    this.#denied = new NetworkList(deny);
  }

  admits(address: string): boolean {
    return !this.denies(address) && (this.#allowed.isEmpty || this.#allowed.has(address));
  }

  denies(address: string): boolean {
    return this.#denied.has(address);
  }
}
