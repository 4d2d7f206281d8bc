import type { Socket } from 'node:net';
import type { Log, RejectionCounter } from '../hub/observability.ts';
import { AccessRules } from './access-rules.ts';
import type { CertificateFiles } from './certificate-files.ts';
import { addressOf, peerOf, setClientAddress } from './client-address.ts';
import { readFirstBytes } from './first-bytes.ts';
import { NetworkList } from './network-list.ts';
import { type ProxyHeader, readProxyHeader } from './proxy-header.ts';
import { ignoreErrors } from './socket-transport.ts';
import type { TlsServer } from './tls-server.ts';

/** Milliseconds in which a proxy must send its header. */
const LONGEST_HEADER = 5_000;

/** Which connections are accepted. */
export interface AdmissionRules {
  /** NetworkList: see `AccessRules`. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** NetworkList of proxies. Each of their connections begins with a PROXY header. */
  readonly proxies: readonly string[];
  /** Absent if TLS is not offered. */
  readonly certificate?: CertificateFiles;
}

/** Receives accepted connections. */
export interface AdmissionCallbacks {
  /** Milliseconds in which the first bytes must arrive; undefined if there is no limit. */
  readonly patience: number | undefined;
  /** Called when the client's address is known. If it returns false, it has refused the connection. */
  hasRoom(socket: Socket): boolean;
  accept(socket: Socket): void;
}

/**
 * The checks of every new connection: its address, the header of a proxy, TLS. The rules can be replaced at any time. They apply to
 * later connections.
 */
export class AdmissionChecks {
  readonly #log: Log;
  readonly #rejections: RejectionCounter;
  #rules: OpenRules;

  private constructor(rules: OpenRules, log: Log, rejections: RejectionCounter) {
    this.#rules = rules;
    this.#rejections = rejections;
    this.#log = log;
  }

  /** Rejects with `CertificateUnusable`. */
  static async open(rules: AdmissionRules, log: Log, rejections: RejectionCounter): Promise<AdmissionChecks> {
    return new AdmissionChecks(await openRules(rules), log, rejections);
  }

  /** Rejects with `CertificateUnusable`; then the rules stay as they were. */
  async reload(rules: AdmissionRules): Promise<void> {
    this.#rules = await openRules(rules);
  }

  /** Gives the target the socket, or the socket inside TLS, or closes it. */
  admit(socket: Socket, connection: string, target: AdmissionCallbacks): void {
    const { access, proxies } = this.#rules;
    const peer = addressOf(socket);
    ignoreErrors(socket);
    if (proxies.has(peer) && !access.denies(peer)) this.#readProxyHeader(socket, connection, target);
    else if (access.admits(peer)) this.#open(socket, connection, target);
    else this.#deny(socket, connection, peer);
  }

  /** Reads the header of a proxy and checks the client's address. */
  #readProxyHeader(socket: Socket, connection: string, target: AdmissionCallbacks): void {
    const proxy = addressOf(socket);
    const refuse = (): void => {
      this.#rejections.rejected('proxy');
      this.#log.info({ connection, proxy }, 'proxy.rejected');
      socket.destroy();
    };
    const hear = (header: ProxyHeader): void => {
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
    readFirstBytes(socket, LONGEST_HEADER, readProxyHeader, hear, refuse);
  }

  /** Reads the first bytes if TLS is offered. */
  #open(socket: Socket, connection: string, target: AdmissionCallbacks): void {
    const { tls } = this.#rules;
    if (!target.hasRoom(socket)) return;
    socket.resume();
    if (tls === undefined) target.accept(socket);
    else this.#detectTls(tls, socket, connection, target);
  }

  #detectTls(tls: TlsServer, socket: Socket, connection: string, target: AdmissionCallbacks): void {
    const hear = (isTls: boolean): void => {
      if (!isTls) {
        socket.resume();
        target.accept(socket);
        return;
      }
      tls.take(socket, {
        done: (inside) => {
          this.#log.debug({ connection, version: inside.getProtocol() }, 'tls.started');
          setClientAddress(inside, peerOf(socket));
          target.accept(inside);
        },
        failed: ({ message }) => {
          this.#rejections.rejected('tls');
          this.#log.debug({ connection, error: message }, 'tls.failed');
        },
      });
    };
    readFirstBytes(socket, target.patience, looksLikeTls, hear, () => this.#rejections.rejected('silent'));
  }

  #deny(socket: Socket, connection: string, address: string): void {
    this.#rejections.rejected('denied');
    this.#log.debug({ connection, address }, 'connection.denied');
    socket.destroy();
  }
}

interface OpenRules {
  readonly access: AccessRules;
  readonly proxies: NetworkList;
  readonly tls: TlsServer | undefined;
}

async function openRules({ allow, deny, proxies, certificate }: AdmissionRules): Promise<OpenRules> {
  return {
    access: new AccessRules(allow, deny),
    proxies: new NetworkList(proxies),
    // Loaded only if it is needed, because it would delay the start.
    tls: certificate && new (await import('./tls-server.ts')).TlsServer(certificate),
  };
}

/** Whether the first bytes are a TLS handshake record; undefined if more bytes are needed. */
function looksLikeTls(said: Buffer): { value: boolean; length: 0 } | undefined {
  if (said[0] === 0x16 && said.length < 2) return undefined;
  return { value: said[0] === 0x16 && said[1] === 0x03, length: 0 };
}
