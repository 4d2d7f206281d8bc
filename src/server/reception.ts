import type { OpenSession, Protocol } from '../protocols/protocol.ts';
import { LONGEST_OPENING, sniff } from '../protocols/sniff.ts';
import { Alarm } from './alarm.ts';
import type { Clock } from '../clock.ts';
import type { Connection, Hub, Link } from './hub.ts';

/** One door of the server: what becomes of a new connection. */
export type Reception = (address: string, link: Link) => Connection;

/** How each protocol is spoken on the plain port. */
export type Spoken = ReadonlyMap<Protocol, OpenSession>;

/** Milliseconds of silence before a connection must have shown what it speaks. */
const LONGEST_SILENCE = 30_000;

/** A listener that speaks one protocol. `listener` is how it was configured. */
export function pinnedReception(hub: Hub, protocol: Protocol, open: OpenSession, listener: string): Reception {
  return (address, link) => hub.connect({ protocol, open, listener, address }, link);
}

/** The plain port: every protocol, told apart by the first bytes. */
export function plainReception(hub: Hub, clock: Clock, spoken: Spoken): Reception {
  return (address, link) => new Stranger(hub, clock, spoken, address, link);
}

/** Somebody on the plain port whose protocol is not known yet; afterwards, a thin wrapper of the real connection. */
class Stranger implements Connection {
  readonly #hub: Hub;
  readonly #spoken: Spoken;
  readonly #address: string;
  readonly #link: Link;
  readonly #silence: Alarm;
  #said: Uint8Array = new Uint8Array(0);
  #silentUntil: number;
  readonly #clock: Clock;
  #known: Connection | undefined;
  #gone = false;

  constructor(hub: Hub, clock: Clock, spoken: Spoken, address: string, link: Link) {
    this.#hub = hub;
    this.#clock = clock;
    this.#spoken = spoken;
    this.#address = address;
    this.#link = link;
    this.#silentUntil = clock.now() + LONGEST_SILENCE;
    this.#silence = new Alarm(
      clock,
      () => (this.#gone || this.#known !== undefined ? undefined : this.#silentUntil),
      () => this.#dismiss(),
    );
    this.#silence.adjust();
  }

  receive(bytes: Uint8Array): void {
    if (this.#known !== undefined) {
      this.#known.receive(bytes);
      return;
    }
    if (this.#gone) return;
    this.#silentUntil = this.#clock.now() + LONGEST_SILENCE;
    this.#said = Buffer.concat([this.#said, bytes]);
    this.#recognise();
  }

  finish(): void {
    if (this.#known === undefined) this.#dismiss();
    else this.#known.finish();
  }

  lost(): void {
    this.#silence.stop();
    this.#gone = true;
    this.#known?.lost();
  }

  #recognise(): void {
    const sniffed = sniff([...this.#spoken.keys()], this.#said);
    switch (sniffed.kind) {
      case 'more':
        return;
      case 'protocol':
        this.#welcome(sniffed.protocol, sniffed.skip);
        return;
      case 'http':
        this.#dismiss(httpAnswer(this.#spoken));
        return;
      case 'tls':
      case 'unknown':
        this.#dismiss(`${introduction(this.#spoken)}\n`);
        return;
    }
  }

  #welcome(protocol: Protocol, skip: number): void {
    const open = this.#spoken.get(protocol);
    if (open === undefined) throw new Error(`${protocol.name} is not spoken here`);
    this.#silence.stop();
    const caller = { protocol, open, listener: 'plain', address: this.#address };
    this.#known = this.#hub.connect(caller, this.#link);
    const said = this.#said.subarray(skip);
    this.#said = new Uint8Array(0);
    this.#known.receive(said);
  }

  #dismiss(words?: string): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#silence.stop();
    if (words !== undefined) this.#link.send(Buffer.from(words));
    this.#link.close();
  }
}

/** One line for whoever speaks none of the protocols. */
function introduction(spoken: Spoken): string {
  const openings = [...spoken.keys()].map(({ name, opening: { words, prefixes } }) => {
    const said = [...(words ?? []), ...(prefixes ?? [])];
    return said.length === 0 ? `${name} (binary)` : `${name} (${said.join(' ')})`;
  });
  return `tengen speaks ${openings.join(', ')}; none of these began within ${LONGEST_OPENING} bytes`;
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
