import type { Clock } from '../../clock.ts';
import type { OpenSession, Protocol } from '../../protocols/protocol.ts';
import { sniff } from '../../protocols/sniff.ts';
import { Alarms } from '../hub/alarm.ts';
import type { Hub } from '../hub/hub.ts';
import type { Connection, Link } from '../hub/link.ts';
import type { TurnedAway } from '../hub/witnesses.ts';

/** The way to somebody who has just come. */
export interface Arrival extends Link {
  /** Counts that it is not let in. */
  readonly turnedAway?: (why: TurnedAway) => void;
  /** Brings to another connection what comes from now on; where it cannot, it goes on coming to the first. */
  passOn?(connection: Connection): void;
  /** Gives the connection, with what it has already said, to the web server; whether there is one. */
  handOver?(said: Uint8Array): boolean;
}

/** One door of the server: what becomes of a new connection. */
export type Reception = (address: string, arrival: Arrival) => Connection;

/** How each protocol is spoken on the plain port. */
export type Spoken = ReadonlyMap<Protocol, OpenSession>;

/** Milliseconds of silence before a connection must have shown what it speaks. */
export const LONGEST_SILENCE = 30_000;

/** Milliseconds in all, for those that say a byte now and then. */
const LONGEST_OPENING_TIME = 60_000;

/** Who is not let in, by the IP address. */
export type KeepsAway = (address: string) => boolean;

const nobody: KeepsAway = () => false;

/** A listener that speaks one protocol. `listener` is how it was configured. */
export function pinnedReception(
  hub: Hub,
  protocol: Protocol,
  open: OpenSession,
  listener: string,
  keepsAway: KeepsAway = nobody,
): Reception {
  return (address, link) => {
    if (!keepsAway(address)) return hub.connect({ protocol, open, listener, address }, link);
    link.turnedAway?.('banned');
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
export function plainReception(hub: Hub, clock: Clock, spoken: Spoken, keepsAway: KeepsAway = nobody): Reception {
  const alarms = new Alarms<Stranger>(clock, (stranger) => stranger.tooSilent());
  const house = { hub, clock, spoken, keepsAway, alarms };
  return (address, link) => new Stranger(house, address, link);
}

/** What everybody on the plain port has to do with. */
interface House {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly spoken: Spoken;
  readonly keepsAway: KeepsAway;
  readonly alarms: Alarms<Stranger>;
}

const NOTHING = new Uint8Array(0);

/**
 * Somebody on the plain port whose protocol is not known yet; afterwards, where the link does not pass it on, a thin wrapper
 * of the real connection.
 */
class Stranger implements Connection {
  readonly #house: House;
  readonly #address: string;
  readonly #link: Arrival;
  #said: Uint8Array = NOTHING;
  readonly #since: number;
  #silentUntil: number;
  #known: Connection | undefined;
  #gone = false;

  constructor(house: House, address: string, link: Arrival) {
    this.#house = house;
    this.#address = address;
    this.#link = link;
    this.#since = house.clock.now();
    this.#silentUntil = this.#since + LONGEST_SILENCE;
    house.alarms.adjust(this);
  }

  /** When it has been silent for too long; milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#gone || this.#known !== undefined ? undefined : this.#silentUntil;
  }

  tooSilent(): void {
    this.#link.turnedAway?.('silent');
    this.#dismiss();
  }

  receive(bytes: Uint8Array): void {
    if (this.#known !== undefined) {
      this.#known.receive(bytes);
      return;
    }
    if (this.#gone) return;
    this.#silentUntil = Math.min(this.#house.clock.now() + LONGEST_SILENCE, this.#since + LONGEST_OPENING_TIME);
    this.#said = this.#said.length === 0 ? bytes : Buffer.concat([this.#said, bytes]);
    this.#recognise();
  }

  finish(): void {
    if (this.#known === undefined) this.#dismiss();
    else this.#known.finish();
  }

  lost(): void {
    this.#house.alarms.forget(this);
    this.#gone = true;
    this.#known?.lost();
  }

  #recognise(): void {
    const sniffed = sniff([...this.#house.spoken.keys()], this.#said);
    switch (sniffed.kind) {
      case 'more':
        return;
      case 'protocol':
        this.#welcome(sniffed.protocol, sniffed.skip);
        return;
      case 'http':
        this.#handOver();
        return;
      case 'tls':
      case 'unknown':
        this.#link.turnedAway?.('unrecognised');
        this.#dismiss(`${introduction(this.#house.spoken)}\n`);
        return;
    }
  }

  #welcome(protocol: Protocol, skip: number): void {
    if (this.#house.keepsAway(this.#address)) {
      this.#link.turnedAway?.('banned');
      this.#dismiss();
      return;
    }
    const open = this.#house.spoken.get(protocol);
    if (open === undefined) throw new Error(`${protocol.name} is not spoken here`);
    this.#house.alarms.forget(this);
    const caller = { protocol, open, listener: 'plain', address: this.#address };
    this.#known = this.#house.hub.connect(caller, this.#link);
    this.#link.passOn?.(this.#known);
    const said = this.#said.subarray(skip);
    this.#said = NOTHING;
    this.#known.receive(said);
  }

  /** From here on this is the web server's connection: nothing of it comes here any more. */
  #handOver(): void {
    this.#house.alarms.forget(this);
    if (this.#link.handOver?.(this.#said)) this.#gone = true;
    else this.#dismiss(httpAnswer(this.#house.spoken));
  }

  #dismiss(words?: string): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#house.alarms.forget(this);
    if (words !== undefined) this.#link.send(Buffer.from(words));
    this.#link.close();
  }
}

/** One line for whoever speaks none of the protocols. */
function introduction(spoken: Spoken): string {
  const openings = [...spoken.keys()].flatMap(({ name, opening: { words, prefixes, bytes } }) => {
    const said = [...(words ?? []), ...(prefixes ?? [])];
    if (said.length > 0) return `${name} (${said.join(' ')})`;
    // What no first bytes tell apart is not spoken on this port.
    return bytes === undefined ? [] : `${name} (binary)`;
  });
  return `tengen speaks ${openings.join(', ')}; what came begins none of these`;
}

/** A browser is told in its own protocol that there is no page. */
function httpAnswer(spoken: Spoken): string {
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
