import type { Clock } from '../../clock.ts';
import type { OpenSession } from '../../protocols/protocol.ts';
import type { Protocol } from '../../protocols/protocol-module.ts';
import { sniff } from '../../protocols/detect-protocol.ts';
import { DeadlineTimers } from '../hub/deadline-timer.ts';
import type { Hub } from '../hub/hub.ts';
import type { Connection, Link } from '../hub/link.ts';
import type { RejectionReason } from '../hub/observability.ts';

/** The way to somebody who has just come. */
export interface IncomingLink extends Link {
  /** Counts that it is not let in. */
  readonly rejected?: (why: RejectionReason) => void;
  /** Brings to another connection what comes from now on; where it cannot, it goes on coming to the first. */
  passOn?(connection: Connection): void;
  /** Gives the connection, with what it has already said, to the web server; whether there is one. */
  handOver?(said: Uint8Array): boolean;
}

/** One door of the server: what becomes of a new connection. */
export type AcceptConnection = (address: string, arrival: IncomingLink) => Connection;

/** How each protocol is spoken on the plain port. */
export type EnabledProtocols = ReadonlyMap<Protocol, OpenSession>;

/** Milliseconds of silence before a connection must have shown what it speaks. */
export const LONGEST_SILENCE = 30_000;

/** Milliseconds in all, for those that say a byte now and then. */
const LONGEST_OPENING_TIME = 60_000;

/** Who is not let in, by the IP address. */
export type IsBanned = (address: string) => boolean;

const nobody: IsBanned = () => false;

/** A listener that speaks one protocol. `listener` is how it was configured. */
export function acceptProtocol(
  hub: Hub,
  protocol: Protocol,
  open: OpenSession,
  listener: string,
  keepsAway: IsBanned = nobody,
): AcceptConnection {
  return (address, link) => {
    if (!keepsAway(address)) return hub.connect({ protocol, open, listener, address }, link);
    link.rejected?.('banned');
    link.close();
    return TURNED_AWAY;
  };
}

/** Whatever somebody says who is not let in, nobody listens. */
const TURNED_AWAY: Connection = { receive: () => {}, finish: () => {}, lost: () => {} };

/**
 * The plain port: every protocol, told apart by the first bytes. Who is not let in is closed once that is done: over HTTP
 * they are told, and that is the web server's part.
 */
export function acceptAnyProtocol(
  hub: Hub,
  clock: Clock,
  spoken: EnabledProtocols,
  keepsAway: IsBanned = nobody,
): AcceptConnection {
  const timers = new DeadlineTimers<ProtocolDetector>(clock, (stranger) => stranger.tooSilent());
  const house = { hub, clock, spoken, keepsAway, timers };
  return (address, link) => new ProtocolDetector(house, address, link);
}

/** What everybody on the plain port has to do with. */
interface DetectorContext {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly spoken: EnabledProtocols;
  readonly keepsAway: IsBanned;
  readonly timers: DeadlineTimers<ProtocolDetector>;
}

const NOTHING = new Uint8Array(0);

/**
 * Somebody on the plain port whose protocol is not known yet; afterwards, where the link does not pass it on, a thin wrapper
 * of the real connection.
 */
class ProtocolDetector implements Connection {
  readonly #context: DetectorContext;
  readonly #address: string;
  readonly #link: IncomingLink;
  #said: Uint8Array = NOTHING;
  readonly #since: number;
  #silentUntil: number;
  #known: Connection | undefined;
  #gone = false;

  constructor(house: DetectorContext, address: string, link: IncomingLink) {
    this.#context = house;
    this.#address = address;
    this.#link = link;
    this.#since = house.clock.now();
    this.#silentUntil = this.#since + LONGEST_SILENCE;
    house.timers.adjust(this);
  }

  /** When it has been silent for too long; milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#gone || this.#known !== undefined ? undefined : this.#silentUntil;
  }

  tooSilent(): void {
    this.#link.rejected?.('silent');
    this.#reject();
  }

  receive(bytes: Uint8Array): void {
    if (this.#known !== undefined) {
      this.#known.receive(bytes);
      return;
    }
    if (this.#gone) return;
    this.#silentUntil = Math.min(this.#context.clock.now() + LONGEST_SILENCE, this.#since + LONGEST_OPENING_TIME);
    this.#said = this.#said.length === 0 ? bytes : Buffer.concat([this.#said, bytes]);
    this.#detect();
  }

  finish(): void {
    if (this.#known === undefined) this.#reject();
    else this.#known.finish();
  }

  lost(): void {
    this.#context.timers.forget(this);
    this.#gone = true;
    this.#known?.lost();
  }

  #detect(): void {
    const sniffed = sniff([...this.#context.spoken.keys()], this.#said);
    switch (sniffed.kind) {
      case 'more':
        return;
      case 'protocol':
        this.#start(sniffed.protocol, sniffed.skip);
        return;
      case 'http':
        this.#handOver();
        return;
      case 'tls':
      case 'unknown':
        this.#link.rejected?.('unrecognised');
        this.#reject(`${introduction(this.#context.spoken)}\n`);
        return;
    }
  }

  #start(protocol: Protocol, skip: number): void {
    if (this.#context.keepsAway(this.#address)) {
      this.#link.rejected?.('banned');
      this.#reject();
      return;
    }
    const open = this.#context.spoken.get(protocol);
    if (open === undefined) throw new Error(`${protocol.name} is not spoken here`);
    this.#context.timers.forget(this);
    const caller = { protocol, open, listener: 'plain', address: this.#address };
    this.#known = this.#context.hub.connect(caller, this.#link);
    this.#link.passOn?.(this.#known);
    const said = this.#said.subarray(skip);
    this.#said = NOTHING;
    this.#known.receive(said);
  }

  /** From here on this is the web server's connection: nothing of it comes here any more. */
  #handOver(): void {
    this.#context.timers.forget(this);
    if (this.#link.handOver?.(this.#said)) this.#gone = true;
    else this.#reject(httpAnswer(this.#context.spoken));
  }

  #reject(words?: string): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#context.timers.forget(this);
    if (words !== undefined) this.#link.send(Buffer.from(words));
    this.#link.close();
  }
}

/** One line for whoever speaks none of the protocols. */
function introduction(spoken: EnabledProtocols): string {
  const openings = [...spoken.keys()].flatMap(({ name, detection: { words, prefixes, bytes } }) => {
    const said = [...(words ?? []), ...(prefixes ?? [])];
    if (said.length > 0) return `${name} (${said.join(' ')})`;
    // What no first bytes tell apart is not spoken on this port.
    return bytes === undefined ? [] : `${name} (binary)`;
  });
  return `tengen speaks ${openings.join(', ')}; what came begins none of these`;
}

/** A browser is told in its own protocol that there is no page. */
function httpAnswer(spoken: EnabledProtocols): string {
  const body = `${introduction(spoken)}\nThere is no web page on this server.\n`;
  return [
    'HTTP/1.1 501 Not Implemented',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
