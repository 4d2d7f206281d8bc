import type { Socket } from 'node:net';
import type { Log, TurnsAway } from '../hub/witnesses.ts';
import { Access } from './access.ts';
import { addressOf, peerOf, speaksFor } from './address.ts';
import type { CertificateFiles } from './certificate.ts';
import { Networks } from './networks.ts';
import { readOpening } from './opening.ts';
import { type ProxyHeader, readProxyHeader } from './proxy-header.ts';
import { outlive } from './socket.ts';
import type { TlsDoor } from './tls.ts';

/** Milliseconds that a proxy may take to say for whom it speaks. */
const LONGEST_HEADER = 5_000;

/** Who may come in, and how. */
export interface EntranceRules {
  /** Networks as `Networks` takes them; where some are allowed nobody else is, and who is denied never is. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Networks of proxies, each of whose connections begins with whom it speaks for. */
  readonly proxies: readonly string[];
  /** Absent where nobody speaks TLS. */
  readonly certificate?: CertificateFiles;
}

/** Who receives those that come in. */
export interface Host {
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
export class Entrance {
  readonly #log: Log;
  readonly #turnsAway: TurnsAway;
  #rules: OpenRules;

  private constructor(rules: OpenRules, log: Log, turnsAway: TurnsAway) {
    this.#rules = rules;
    this.#turnsAway = turnsAway;
    this.#log = log;
  }

  /** Rejects with `CertificateUnusable`. */
  static async open(rules: EntranceRules, log: Log, turnsAway: TurnsAway): Promise<Entrance> {
    return new Entrance(await openRules(rules), log, turnsAway);
  }

  /** Rejects with `CertificateUnusable`, and then nothing has changed. */
  async reload(rules: EntranceRules): Promise<void> {
    this.#rules = await openRules(rules);
  }

  /** Shows the host the socket to speak through, which is another one where it is inside TLS, or drops it. */
  admit(socket: Socket, connection: string, host: Host): void {
    const { access, proxies } = this.#rules;
    const peer = addressOf(socket);
    outlive(socket);
    if (proxies.has(peer) && !access.denies(peer)) this.#askProxy(socket, connection, host);
    else if (access.admits(peer)) this.#open(socket, connection, host);
    else this.#keepOut(socket, connection, peer);
  }

  /** Hears for whom a proxy speaks, and opens if they are let in. */
  #askProxy(socket: Socket, connection: string, host: Host): void {
    const proxy = addressOf(socket);
    const refuse = (): void => {
      this.#turnsAway.turnedAway('proxy');
      this.#log.info({ connection, proxy }, 'a proxy does not say for whom it speaks');
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
      this.#log.debug({ connection, proxy, address }, 'a proxy speaks for somebody');
      this.#open(socket, connection, host);
    };
    readOpening(socket, LONGEST_HEADER, readProxyHeader, hear, refuse);
  }

  /** TLS or not; what it is inside is for others to find out. */
  #open(socket: Socket, connection: string, host: Host): void {
    const { tls } = this.#rules;
    if (!host.hasRoom(socket)) return;
    socket.resume();
    if (tls === undefined) host.welcome(socket);
    else this.#askTls(tls, socket, connection, host);
  }

  #askTls(tls: TlsDoor, socket: Socket, connection: string, host: Host): void {
    const hear = (isTls: boolean): void => {
      if (!isTls) {
        socket.resume();
        host.welcome(socket);
        return;
      }
      tls.take(socket, {
        done: (inside) => {
          this.#log.debug({ connection, version: inside.getProtocol() }, 'speaks TLS');
          speaksFor(inside, peerOf(socket));
          host.welcome(inside);
        },
        failed: ({ message }) => {
          this.#turnsAway.turnedAway('tls');
          this.#log.debug({ connection, error: message }, 'a TLS handshake fails');
        },
      });
    };
    readOpening(socket, host.patience, looksLikeTls, hear, () => this.#turnsAway.turnedAway('silent'));
  }

  #keepOut(socket: Socket, connection: string, address: string): void {
    this.#turnsAway.turnedAway('denied');
    this.#log.debug({ connection, address }, 'kept out');
    socket.destroy();
  }
}

interface OpenRules {
  readonly access: Access;
  readonly proxies: Networks;
  readonly tls: TlsDoor | undefined;
}

async function openRules({ allow, deny, proxies, certificate }: EntranceRules): Promise<OpenRules> {
  return {
    access: new Access(allow, deny),
    proxies: new Networks(proxies),
    // Loaded where it is needed: a start without TLS should not wait for it.
    tls: certificate && new (await import('./tls.ts')).TlsDoor(certificate),
  };
}

/** A record of a handshake, in any version; nothing as long as that is open. */
function looksLikeTls(said: Buffer): { value: boolean; length: 0 } | undefined {
  if (said[0] === 0x16 && said.length < 2) return undefined;
  return { value: said[0] === 0x16 && said[1] === 0x03, length: 0 };
}
