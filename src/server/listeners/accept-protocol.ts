import type { Clock } from '../../clock.ts';
import { detectProtocol } from '../../protocols/detect-protocol.ts';
import type { ServedProtocol } from '../../protocols/protocol-module.ts';
import type { OpenServerSession } from '../../protocols/server-session-types.ts';
import { DeadlineTimers } from '../hub/deadline-timer.ts';
import type { Hub } from '../hub/hub.ts';
import type { ConnectionRejectionReason } from '../hub/observability.ts';
import type { Transport, TransportCallbacks } from '../hub/transport.ts';

/** The transport to a new client. */
export interface IncomingTransport extends Transport {
  /** Counts a refused connection. */
  readonly rejected?: (why: ConnectionRejectionReason) => void;
  /** Gives all later bytes to this connection. If the method is absent, the first connection still gets them. */
  redirect?(connection: TransportCallbacks): void;
  /** Hands the socket and the bytes received so far over to the web server. Returns false if there is no web server. */
  handOver?(firstBytes: Uint8Array): boolean;
}

/** Creates the connection of a new client. */
export type AcceptConnection = (address: string, transport: IncomingTransport) => TransportCallbacks;

/** The protocols of the plain port, with their settings. */
export type PlainPortProtocols = ReadonlyMap<ServedProtocol, OpenServerSession>;

/** Milliseconds of silence after which a connection without a detected protocol is closed. */
export const LONGEST_SILENCE = 30_000;

/** Milliseconds after which such a connection is closed, even if it keeps sending bytes. */
const LONGEST_DETECTION = 60_000;

export type IsBanned = (address: string) => boolean;

const noBans: IsBanned = () => false;

/** A listener of one protocol. `listener`: its URL in the configuration. */
export function acceptProtocol(
  hub: Hub,
  protocol: ServedProtocol,
  open: OpenServerSession,
  listener: string,
  isBanned: IsBanned = noBans,
): AcceptConnection {
  return (address, transport) => {
    if (!isBanned(address)) return hub.connect({ protocol, open, listener, address }, transport);
    transport.rejected?.('banned');
    transport.close();
    return REFUSED;
  };
}

/** Ignores everything that a refused client sends. */
const REFUSED: TransportCallbacks = { receive: () => {}, finish: () => {}, lost: () => {} };

/**
 * The plain port: detects the protocol from the first bytes. A client with a banned address is disconnected as soon as its protocol
 * has been detected. If the protocol is HTTP, the web server refuses the client with a message.
 */
export function acceptAnyProtocol(
  hub: Hub,
  clock: Clock,
  protocols: PlainPortProtocols,
  isBanned: IsBanned = noBans,
): AcceptConnection {
  const timers = new DeadlineTimers<ProtocolDetector>(clock, (detector) => detector.deadlinePassed());
  const context = { hub, clock, protocols, isBanned, timers };
  return (address, transport) => new ProtocolDetector(context, address, transport);
}

/** What all connections of the plain port share. */
interface DetectorContext {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly protocols: PlainPortProtocols;
  readonly isBanned: IsBanned;
  readonly timers: DeadlineTimers<ProtocolDetector>;
}

const NOTHING = new Uint8Array(0);

/**
 * A connection of the plain port whose protocol is not detected yet. After the detection it forwards all bytes to the connection of
 * the protocol, unless the transport can redirect them itself.
 */
class ProtocolDetector implements TransportCallbacks {
  readonly #context: DetectorContext;
  readonly #address: string;
  readonly #transport: IncomingTransport;
  #firstBytes: Uint8Array = NOTHING;
  readonly #openedAt: number;
  #deadline: number;
  #connection: TransportCallbacks | undefined;
  #isClosed = false;

  constructor(context: DetectorContext, address: string, transport: IncomingTransport) {
    this.#context = context;
    this.#address = address;
    this.#transport = transport;
    this.#openedAt = context.clock.now();
    this.#deadline = this.#openedAt + LONGEST_SILENCE;
    context.timers.adjust(this);
  }

  /** When the connection is closed because its protocol is still unknown; milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#isClosed || this.#connection !== undefined ? undefined : this.#deadline;
  }

  deadlinePassed(): void {
    this.#transport.rejected?.('silent');
    this.#reject();
  }

  receive(bytes: Uint8Array): void {
    if (this.#connection !== undefined) {
      this.#connection.receive(bytes);
      return;
    }
    if (this.#isClosed) return;
    this.#deadline = Math.min(this.#context.clock.now() + LONGEST_SILENCE, this.#openedAt + LONGEST_DETECTION);
    this.#firstBytes = this.#firstBytes.length === 0 ? bytes : Buffer.concat([this.#firstBytes, bytes]);
    this.#detect();
  }

  finish(): void {
    if (this.#connection === undefined) this.#reject();
    else this.#connection.finish();
  }

  lost(): void {
    this.#context.timers.forget(this);
    this.#isClosed = true;
    this.#connection?.lost();
  }

  #detect(): void {
    const detected = detectProtocol([...this.#context.protocols.keys()], this.#firstBytes);
    switch (detected.kind) {
      case 'more':
        return;
      case 'protocol':
        this.#start(detected.protocol, detected.skip);
        return;
      case 'http':
        this.#handOver();
        return;
      case 'tls':
      case 'unknown':
        this.#transport.rejected?.('unrecognised');
        this.#reject(`${introduction(this.#context.protocols)}\n`);
        return;
    }
  }

  #start(protocol: ServedProtocol, skip: number): void {
    if (this.#context.isBanned(this.#address)) {
      this.#transport.rejected?.('banned');
      this.#reject();
      return;
    }
    const open = this.#context.protocols.get(protocol);
    if (open === undefined) throw new Error(`the protocol ${protocol.name} is not enabled`);
    this.#context.timers.forget(this);
    const client = { protocol, open, listener: 'plain', address: this.#address };
    this.#connection = this.#context.hub.connect(client, this.#transport);
    this.#transport.redirect?.(this.#connection);
    const firstBytes = this.#firstBytes.subarray(skip);
    this.#firstBytes = NOTHING;
    this.#connection.receive(firstBytes);
  }

  #handOver(): void {
    this.#context.timers.forget(this);
    if (this.#transport.handOver?.(this.#firstBytes)) this.#isClosed = true;
    else this.#reject(httpResponse(this.#context.protocols));
  }

  #reject(text?: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#context.timers.forget(this);
    if (text !== undefined) this.#transport.send(Buffer.from(text));
    this.#transport.close();
  }
}

/** The line for a client whose protocol was not recognised: which protocols the plain port accepts. */
function introduction(protocols: PlainPortProtocols): string {
  const openings = [...protocols.keys()].flatMap(({ name, detection: { words, prefixes, bytes } }) => {
    const texts = [...(words ?? []), ...(prefixes ?? [])];
    if (texts.length > 0) return `${name} (${texts.join(' ')})`;
    // A protocol that cannot be detected from its first bytes is not accepted on this port.
    return bytes === undefined ? [] : `${name} (binary)`;
  });
  return `tengen speaks ${openings.join(', ')}; the first bytes match none of these`;
}

/** The HTTP response to a browser, from a server without a page. */
function httpResponse(protocols: PlainPortProtocols): string {
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
