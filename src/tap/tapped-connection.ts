import { BYTES_TO_DETECT, detectProtocol } from '../protocols/detect-protocol.ts';
import { ConversationReader, SECRET_BYTES, UNKNOWN_BYTES } from '../protocols/messages/conversation-reader.ts';
import type { MessageExplanation, Speaker } from '../protocols/messages/protocol-messages.ts';
import type { FindProtocolMessages, ProtocolDescription } from '../protocols/protocol-module.ts';
import { clientStatement, escaped, serverStatement, transcriptMessage } from './transcript-statement.ts';
import type { TranscriptWriter } from './transcript-writer.ts';

export interface TappedProtocols {
  readonly list: readonly ProtocolDescription[];
  readonly messagesOf: FindProtocolMessages;
  /** The protocol of every connection. Without it, the protocol is detected from the client's first bytes. */
  readonly protocol?: string;
}

const NOTHING = new Uint8Array(0);
/** The maximum number of a client's bytes that are stored until its protocol is known. */
const LONGEST_STORED = 65_536;
/** The usual address from which a client connects. A transcript does not mention it. */
export const DEFAULT_CLIENT_ADDRESS = '127.0.0.1';

/** One connection between a client and the server. It gets the bytes of both sides, with the time, and records them. */
export class TappedConnection {
  readonly #name: string;
  readonly #address: string;
  readonly #writer: TranscriptWriter;
  readonly #protocols: TappedProtocols;
  /**
   * The client's bytes until its protocol is known. They are not shown before that, because the client may have sent its
   * password without waiting for the server's greeting.
   */
  #opening: Uint8Array = NOTHING;
  /** The client has closed its side before its protocol was known. */
  #hasFinished = false;
  /** The server's bytes until it is known whether they are the greeting of a protocol. */
  #greeting: Uint8Array = NOTHING;
  #reader = new ConversationReader(UNKNOWN_BYTES);
  #stage: 'unknown' | 'recorded' | 'only shown' = 'unknown';
  /** True after the server has closed the connection. Later events of the client are not recorded. */
  #isClosed = false;

  /** `address`: the address from which the tap connects to the server. */
  constructor(name: string, address: string, writer: TranscriptWriter, protocols: TappedProtocols) {
    this.#name = name;
    this.#address = address;
    this.#writer = writer;
    this.#protocols = protocols;
  }

  clientSent(bytes: Uint8Array, now: number): void {
    this.#startGivenProtocol(now);
    if (this.#stage === 'unknown') {
      this.#opening = Buffer.concat([this.#opening, bytes]);
      this.#detect(now);
    } else this.#read('client', bytes, now);
  }

  serverSent(bytes: Uint8Array, now: number): void {
    this.#startGivenProtocol(now);
    if (this.#stage === 'unknown') {
      this.#greeting = Buffer.concat([this.#greeting, bytes]);
      this.#detect(now);
    } else this.#read('server', bytes, now);
  }

  /** The client has closed its side and may still read. */
  clientFinished(now: number): void {
    this.#startGivenProtocol(now);
    if (this.#stage === 'unknown') this.#hasFinished = true;
    else this.#finishClient(now);
  }

  serverFinished(now: number): void {
    this.#flush('server', now);
    if (!this.#isClosed) this.#event('server', `server closes ${this.#name}`, now);
    this.#isClosed = true;
  }

  /** The connection was reset on one side. */
  lost(side: Speaker, now: number): void {
    this.#flush(side, now);
    if (this.#isClosed) return;
    this.#event(side, side === 'client' ? `${this.#name} disconnects` : `server closes ${this.#name}`, now);
    this.#isClosed = true;
  }

  /** The connection to the server failed. */
  failed(problem: string, now: number): void {
    this.#writer.writeComment(`${this.#name}: no connection to the server: ${problem}`);
    this.#writer.show('', `${this.#name} is not connected to the server`, problem, now);
    this.#stage = 'only shown';
    this.#isClosed = true;
  }

  /** Both sides are closed. Incomplete messages are recorded, too. */
  end(now: number): void {
    const isEmpty = this.#opening.length + this.#greeting.length === 0 && !this.#hasFinished;
    if (this.#stage === 'unknown' && isEmpty) return;
    for (const side of ['client', 'server'] as const) this.#flush(side, now);
  }

  #startGivenProtocol(now: number): void {
    const { protocol } = this.#protocols;
    if (this.#stage !== 'unknown' || protocol === undefined) return;
    this.#connected(protocol, now);
    this.#readAs(protocol);
  }

  #readAs(protocol: string): void {
    this.#reader = new ConversationReader(this.#protocols.messagesOf(protocol)?.open() ?? UNKNOWN_BYTES);
  }

  /** Detects the protocol from the bytes so far. A greeting of the server takes precedence over the client's bytes. */
  #detect(now: number): void {
    const greeted = detectGreeting(this.#protocols.list, this.#greeting);
    if (typeof greeted === 'object') {
      this.#connected(greeted.name, now);
      this.#writer.show('', `${this.#name} speaks ${greeted.name}`, '', now);
      this.#readAs(greeted.name);
      this.#readStored(0, now);
      return;
    }
    const isHeld = greeted === 'more' && mayBeName(this.#opening);
    if (!isHeld && this.#detectFromClient(now)) return;
    if (greeted === 'none' || this.#opening.length > LONGEST_STORED) this.#giveUpDetecting(now);
  }

  /** Detects the protocol from the client's bytes; false if they do not show it. */
  #detectFromClient(now: number): boolean {
    const opening = this.#opening;
    const detected = detectProtocol(this.#protocols.list, opening);
    switch (detected.kind) {
      case 'more':
      case 'unknown':
        return false;
      case 'protocol': {
        const { name } = detected.protocol;
        // A listener for this protocol alone would read the white space as a message.
        this.#connected(detected.skip === 0 ? name : 'plain', now);
        this.#writer.show('', `${this.#name} speaks ${name}`, '', now);
        if (detected.skip > 0) this.#record('client', opening.subarray(0, detected.skip), BLANK, now);
        this.#readAs(name);
        this.#readStored(detected.skip, now);
        return true;
      }
      case 'http':
      case 'tls':
        this.#stage = 'only shown';
        this.#writer.writeComment(
          `${this.#name} speaks ${detected.kind.toUpperCase()}, which is not recorded in a transcript`,
        );
        this.#writer.show('', `${this.#name} speaks ${detected.kind.toUpperCase()}`, 'not recorded', now);
        this.#readStored(0, now);
        return true;
    }
  }

  /** Reads the stored bytes of both sides, without the first `skip` bytes of the client, which are recorded already. */
  #readStored(skip: number, now: number): void {
    const [opening, greeting] = [this.#opening.subarray(skip), this.#greeting];
    this.#opening = NOTHING;
    this.#greeting = NOTHING;
    this.#read('client', opening, now);
    if (this.#hasFinished) this.#finishClient(now);
    this.#read('server', greeting, now);
  }

  /** Records the connection without a known protocol. */
  #giveUpDetecting(now: number): void {
    if (this.#stage !== 'unknown') return;
    this.#connected('plain', now);
    // If the greeting is incomplete, the server may be one that asks for a password.
    if (detectGreeting(this.#protocols.list, this.#greeting) !== 'none')
      this.#reader = new ConversationReader(SECRET_BYTES);
    this.#readStored(0, now);
  }

  #finishClient(now: number): void {
    this.#flush('client', now);
    if (!this.#isClosed) this.#event('client', `${this.#name} says no more`, now);
  }

  #connected(listener: string, now: number): void {
    this.#stage = 'recorded';
    const from = this.#address === DEFAULT_CLIENT_ADDRESS ? '' : ` from ${this.#address}`;
    this.#writer.writeStatement('client', `connect ${this.#name}: ${listener}${from}`, now);
  }

  #read(side: Speaker, bytes: Uint8Array, now: number): void {
    for (const message of this.#reader.read(side, bytes)) this.#record(side, message.bytes, message.reading, now);
  }

  #flush(side: Speaker, now: number): void {
    this.#giveUpDetecting(now);
    const rest = this.#reader.takeIncomplete(side);
    if (rest !== undefined) this.#record(side, rest.bytes, rest.reading, now);
  }

  #record(
    side: Speaker,
    bytes: Uint8Array,
    { action, meaning, isWellFormed, privacy }: MessageExplanation,
    now: number,
  ): void {
    const isClient = side === 'client';
    const who = isClient ? `${this.#name} --> server` : `server --> ${this.#name}`;
    if (privacy === 'secret') {
      this.#writer.writeComment(`${who}: a secret message, which is not recorded`);
      this.#writer.show(who, '', 'a secret message', now);
      return;
    }
    const written =
      this.#stage === 'recorded'
        ? transcriptMessage(bytes, action)
        : { isRaw: true, text: escaped(bytes.subarray(0, BYTES_TO_DETECT)) };
    if (this.#stage === 'recorded') {
      this.#writer.writeStatement(
        side,
        isClient ? clientStatement(this.#name, written) : serverStatement(this.#name, written),
        now,
      );
    }
    this.#writer.show(who, written.text, isWellFormed ? meaning : `malformed: ${meaning}`, now);
  }

  #event(side: Speaker, statement: string, now: number): void {
    if (this.#stage === 'recorded') this.#writer.writeStatement(side, statement, now);
    this.#writer.show('', statement, '', now);
  }
}

/** The protocol whose greeting begins the server's bytes. `more`: more bytes are needed to decide. */
function detectGreeting(list: TappedProtocols['list'], bytes: Uint8Array): ProtocolDescription | 'more' | 'none' {
  const text = Buffer.from(bytes).toString('latin1');
  const known = list.flatMap((protocol) =>
    (protocol.detection.greetings ?? []).map((greeting) => ({ protocol, greeting })),
  );
  const found = known.find(({ greeting }) => text.startsWith(greeting));
  if (found !== undefined) return found.protocol;
  return known.some(({ greeting }) => greeting.startsWith(text)) ? 'more' : 'none';
}

/**
 * Whether the first line may be the name of a client that does not wait for the greeting: then a password may follow. This
 * includes words by which a protocol is detected.
 */
const mayBeName = (opening: Uint8Array): boolean =>
  /^[A-Za-z0-9]+ *(?:[\r\n]|$)/.test(Buffer.from(opening.subarray(0, BYTES_TO_DETECT)).toString('latin1').trimStart());

const BLANK: MessageExplanation = { meaning: 'blank space', isWellFormed: true, privacy: 'public' };
