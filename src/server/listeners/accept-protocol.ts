import type { Clock } from '../../clock.ts';
import { detectProtocol } from '../../protocols/detect-protocol.ts';
import type { Protocol } from '../../protocols/protocol-module.ts';
import type { OpenServerSession } from '../../protocols/server-session-types.ts';
import { DeadlineTimers } from '../hub/deadline-timer.ts';
import type { Hub } from '../hub/hub.ts';
import type { RejectionReason } from '../hub/observability.ts';
import type { Connection, Transport } from '../hub/transport.ts';

/** The link to a new client. */
export interface IncomingTransport extends Transport {
  /** Counts a refused connection. */
  readonly rejected?: (why: RejectionReason) => void;
  /** Sends bytes that arrive from now on to another connection. If absent, they go on to the first one. */
  passOn?(connection: Connection): void;
  /** Hands the connection and its first bytes over to the web server. False if there is none. */
  handOver?(said: Uint8Array): boolean;
}

/** Creates the connection of a new client. */
export type AcceptConnection = (address: string, arrival: IncomingTransport) => Connection;

/** The protocols of the plain port, with their settings. */
export type EnabledProtocols = ReadonlyMap<Protocol, OpenServerSession>;

/** Milliseconds of silence after which a connection without a detected protocol is closed. */
export const LONGEST_SILENCE = 30_000;

/** Milliseconds in total, for connections that send a byte now and then. */
const LONGEST_DETECTION = 60_000;

/** Whether an IP address is banned. */
export type IsBanned = (address: string) => boolean;

const noBans: IsBanned = () => false;

/** A listener that speaks one protocol. `listener` is how it was configured. */
export function acceptProtocol(
  hub: Hub,
  protocol: Protocol,
  open: OpenServerSession,
  listener: string,
  isBanned: IsBanned = noBans,
): AcceptConnection {
  return (address, link) => {
    if (!isBanned(address)) return hub.connect({ protocol, open, listener, address }, link);
    link.rejected?.('banned');
    link.close();
    return REFUSED;
  };
}

/** Ignores everything that a refused client sends. */
const REFUSED: Connection = { receive: () => {}, finish: () => {}, lost: () => {} };

/**
 * The plain port: detects the protocol from the first bytes. Banned addresses are disconnected as soon as it has been detected. Over
 * HTTP the web server refuses them with a message.
 */
export function acceptAnyProtocol(
  hub: Hub,
  clock: Clock,
  protocols: EnabledProtocols,
  isBanned: IsBanned = noBans,
): AcceptConnection {
  const timers = new DeadlineTimers<ProtocolDetector>(clock, (detector) => detector.tooSilent());
  const context = { hub, clock, protocols, isBanned, timers };
  return (address, link) => new ProtocolDetector(context, address, link);
}

/** What all connections of the plain port share. */
interface DetectorContext {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly protocols: EnabledProtocols;
  readonly isBanned: IsBanned;
  readonly timers: DeadlineTimers<ProtocolDetector>;
}

const NOTHING = new Uint8Array(0);

/** A connection of the plain port until its protocol is detected. Afterwards it forwards to the real connection, if the link cannot. */
class ProtocolDetector implements Connection {
  readonly #context: DetectorContext;
  readonly #address: string;
  readonly #link: IncomingTransport;
  #said: Uint8Array = NOTHING;
  readonly #since: number;
  #silentUntil: number;
  #known: Connection | undefined;
  #gone = false;

  constructor(context: DetectorContext, address: string, link: IncomingTransport) {
    this.#context = context;
    this.#address = address;
    this.#link = link;
    this.#since = context.clock.now();
    this.#silentUntil = this.#since + LONGEST_SILENCE;
    context.timers.adjust(this);
  }

  /** When the connection is closed for silence; milliseconds since the epoch. */
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
    this.#silentUntil = Math.min(this.#context.clock.now() + LONGEST_SILENCE, this.#since + LONGEST_DETECTION);
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
    const sniffed = detectProtocol([...this.#context.protocols.keys()], this.#said);
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
        this.#reject(`${introduction(this.#context.protocols)}\n`);
        return;
    }
  }

  #start(protocol: Protocol, skip: number): void {
    if (this.#context.isBanned(this.#address)) {
      this.#link.rejected?.('banned');
      this.#reject();
      return;
    }
    const open = this.#context.protocols.get(protocol);
    if (open === undefined) throw new Error(`${protocol.name} is not spoken here`);
    this.#context.timers.forget(this);
    const caller = { protocol, open, listener: 'plain', address: this.#address };
    this.#known = this.#context.hub.connect(caller, this.#link);
    this.#link.passOn?.(this.#known);
    const said = this.#said.subarray(skip);
    this.#said = NOTHING;
    this.#known.receive(said);
  }

  /** Hands the connection over to the web server. */
  #handOver(): void {
    this.#context.timers.forget(this);
    if (this.#link.handOver?.(this.#said)) this.#gone = true;
    else this.#reject(httpAnswer(this.#context.protocols));
  }

  #reject(words?: string): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#context.timers.forget(this);
    if (words !== undefined) this.#link.send(Buffer.from(words));
    this.#link.close();
  }
}

/** One line for a client of no known protocol. */
function introduction(protocols: EnabledProtocols): string {
  const openings = [...protocols.keys()].flatMap(({ name, detection: { words, prefixes, bytes } }) => {
    const said = [...(words ?? []), ...(prefixes ?? [])];
    if (said.length > 0) return `${name} (${said.join(' ')})`;
    // A protocol without first bytes of its own is not spoken on this port.
    return bytes === undefined ? [] : `${name} (binary)`;
  });
  return `tengen speaks ${openings.join(', ')}; what came begins none of these`;
}

/** An HTTP answer for a browser, on a server without a page. */
function httpAnswer(protocols: EnabledProtocols): string {
  const body = `${introduction(protocols)}\nThere is no web page on this server.\n`;
  return [
    'HTTP/1.1 501 Not Implemented',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
