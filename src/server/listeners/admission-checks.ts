import type { Socket } from 'node:net';
import type { Log, RejectionCounter } from '../hub/observability.ts';
import { AccessRules } from './access-rules.ts';
import type { CertificateFiles } from './certificate.ts';
import { addressOf, peerOf, speaksFor } from './client-address.ts';
import { readFirstBytes } from './first-bytes.ts';
import { Networks } from './networks.ts';
import { type ProxyHeader, readProxyHeader } from './proxy-header.ts';
import { outlive } from './socket.ts';
import type { TlsServer } from './tls.ts';

/** Milliseconds that a proxy may take to say for whom it speaks. */
const LONGEST_HEADER = 5_000;

/** Who may come in, and how. */
export interface AdmissionRules {
  /** Networks as `Networks` takes them; where some are allowed nobody else is, and who is denied never is. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Networks of proxies, each of whose connections begins with whom it speaks for. */
  readonly proxies: readonly string[];
  /** Absent where nobody speaks TLS. */
  readonly certificate?: CertificateFiles;
}

/** Who receives those that come in. */
export interface AdmissionTarget {
  /** Milliseconds that a client may be silent where its first bytes must be looked at; absent: as long as it likes. */
  readonly patience: number | undefined;
  /** Asked once it is known who speaks, before anything is done for them; whoever says no sends the socket away. */
  hasRoom(socket: Socket): boolean;
  welcome(socket: Socket): void;
}

/**
 * What every new connection passes before anything that it says is heard: is the address let in, for whom does a proxy
 * speak, is TLS around the rest. The rules can be replaced at any time, and hold for who comes from then on.
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

  /** Rejects with `CertificateUnusable`, and then nothing has changed. */
  async reload(rules: AdmissionRules): Promise<void> {
    this.#rules = await openRules(rules);
  }

  /** Shows the host the socket to speak through, which is another one where it is inside TLS, or drops it. */
  admit(socket: Socket, connection: string, host: AdmissionTarget): void {
    const { access, proxies } = this.#rules;
    const peer = addressOf(socket);
    outlive(socket);
    if (proxies.has(peer) && !access.denies(peer)) this.#askProxy(socket, connection, host);
    else if (access.admits(peer)) this.#open(socket, connection, host);
    else this.#keepOut(socket, connection, peer);
  }

  /** Hears for whom a proxy speaks, and opens if they are let in. */
  #askProxy(socket: Socket, connection: string, host: AdmissionTarget): void {
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
        this.#keepOut(socket, connection, address);
        return;
      }
      speaksFor(socket, { address, isShared: known === undefined });
      this.#log.debug({ connection, proxy, address }, 'proxy.accepted');
      this.#open(socket, connection, host);
    };
    readFirstBytes(socket, LONGEST_HEADER, readProxyHeader, hear, refuse);
  }

  /** TLS or not; what it is inside is for others to find out. */
  #open(socket: Socket, connection: string, host: AdmissionTarget): void {
    const { tls } = this.#rules;
    if (!host.hasRoom(socket)) return;
    socket.resume();
    if (tls === undefined) host.welcome(socket);
    else this.#askTls(tls, socket, connection, host);
  }

  #askTls(tls: TlsServer, socket: Socket, connection: string, host: AdmissionTarget): void {
    const hear = (isTls: boolean): void => {
      if (!isTls) {
        socket.resume();
        host.welcome(socket);
        return;
      }
      tls.take(socket, {
        done: (inside) => {
          this.#log.debug({ connection, version: inside.getProtocol() }, 'tls.started');
          speaksFor(inside, peerOf(socket));
          host.welcome(inside);
        },
        failed: ({ message }) => {
          this.#rejections.rejected('tls');
          this.#log.debug({ connection, error: message }, 'tls.failed');
        },
      });
    };
    readFirstBytes(socket, host.patience, looksLikeTls, hear, () => this.#rejections.rejected('silent'));
  }

  #keepOut(socket: Socket, connection: string, address: string): void {
    this.#rejections.rejected('denied');
    this.#log.debug({ connection, address }, 'connection.denied');
    socket.destroy();
  }
}

interface OpenRules {
  readonly access: AccessRules;
  readonly proxies: Networks;
  readonly tls: TlsServer | undefined;
}

async function openRules({ allow, deny, proxies, certificate }: AdmissionRules): Promise<OpenRules> {
  return {
    access: new AccessRules(allow, deny),
    proxies: new Networks(proxies),
    // Loaded where it is needed: a start without TLS should not wait for it.
    tls: certificate && new (await import('./tls.ts')).TlsServer(certificate),
  };
}

/** A record of a handshake, in any version; nothing as long as that is open. */
function looksLikeTls(said: Buffer): { value: boolean; length: 0 } | undefined {
  if (said[0] === 0x16 && said.length < 2) return undefined;
  return { value: said[0] === 0x16 && said[1] === 0x03, length: 0 };
}
