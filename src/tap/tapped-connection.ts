import { detectProtocol, LONGEST_OPENING } from '../protocols/detect-protocol.ts';
import { BYTES, ConversationReader, WITHHELD } from '../protocols/messages/conversation-reader.ts';
import type { MessageExplanation, Speaker } from '../protocols/messages/protocol-messages.ts';
import type { FindProtocolMessages, ProtocolDescription } from '../protocols/protocol-module.ts';
import { escaped, hearsStatement, saysStatement, wording } from './transcript-statement.ts';
import type { TranscriptWriter } from './transcript-writer.ts';

/** The protocols that a tap understands. */
export interface TappedProtocols {
  readonly list: readonly ProtocolDescription[];
  readonly messagesOf: FindProtocolMessages;
  /** The protocol of every connection. Without it, the protocol is detected from the client's first bytes. */
  readonly spoken?: string;
}

const NOTHING = new Uint8Array(0);
/** Bytes of a client that are kept until its protocol is known. */
const LONGEST_HELD = 65_536;
/** The usual address, which a transcript does not mention. */
const USUAL_ADDRESS = '127.0.0.1';

/** One connection between a client and the server: gets the bytes of both sides and the time. */
export class TappedConnection {
  readonly #name: string;
  readonly #address: string;
  readonly #writer: TranscriptWriter;
  readonly #protocols: TappedProtocols;
  /**
   * The client's bytes until its protocol is known. They are not shown before, because a client that does not wait for the greeting of
   * its server may have sent its password.
   */
  #opening: Uint8Array = NOTHING;
  /** The client has closed its side before its protocol was known. */
  #hasFinished = false;
  /** The server's bytes until it is known whether they are the greeting of a protocol. */
  #greeting: Uint8Array = NOTHING;
  #reader = new ConversationReader(BYTES);
  #stage: 'unknown' | 'recorded' | 'only shown' = 'unknown';
  /** True after the server has closed; what the client does then is not recorded. */
  #over = false;

  /** `address`: the address from which the tap connects to the server. */
  constructor(name: string, address: string, writer: TranscriptWriter, protocols: TappedProtocols) {
    this.#name = name;
    this.#address = address;
    this.#writer = writer;
    this.#protocols = protocols;
  }

  clientSaid(bytes: Uint8Array, now: number): void {
    this.#beginKnown(now);
    if (this.#stage === 'unknown') {
      this.#opening = Buffer.concat([this.#opening, bytes]);
      this.#recognise(now);
    } else this.#read('client', bytes, now);
  }

  serverSaid(bytes: Uint8Array, now: number): void {
    this.#beginKnown(now);
    if (this.#stage === 'unknown') {
      this.#greeting = Buffer.concat([this.#greeting, bytes]);
      this.#recognise(now);
    } else this.#read('server', bytes, now);
  }

  /** The client has closed its side and may still read. */
  clientFinished(now: number): void {
    this.#beginKnown(now);
    if (this.#stage === 'unknown') this.#hasFinished = true;
    else this.#finishClient(now);
  }

  serverFinished(now: number): void {
    this.#flush('server', now);
    if (!this.#over) this.#event('server', `server closes ${this.#name}`, now);
    this.#over = true;
  }

  /** The connection was reset on one side. */
  lost(side: Speaker, now: number): void {
    this.#flush(side, now);
    if (this.#over) return;
    this.#event(side, side === 'client' ? `${this.#name} disconnects` : `server closes ${this.#name}`, now);
    this.#over = true;
  }

  /** The connection to the server failed. */
  failed(problem: string, now: number): void {
    this.#writer.comment(`${this.#name}: no connection to the server: ${problem}`);
    this.#writer.show('', `${this.#name} is not let through`, problem, now);
    this.#stage = 'only shown';
    this.#over = true;
  }

  /** Both sides are closed. Incomplete messages are recorded, too. */
  end(now: number): void {
    const isEmpty = this.#opening.length + this.#greeting.length === 0 && !this.#hasFinished;
    if (this.#stage === 'unknown' && isEmpty) return;
    for (const side of ['client', 'server'] as const) this.#flush(side, now);
  }

  #beginKnown(now: number): void {
    const { spoken } = this.#protocols;
    if (this.#stage !== 'unknown' || spoken === undefined) return;
    this.#connected(spoken, now);
    this.#readAs(spoken);
  }

  #readAs(protocol: string): void {
    this.#reader = new ConversationReader(this.#protocols.messagesOf(protocol)?.open() ?? BYTES);
  }

  /** A greeting of the server decides, whatever the client has said before it. */
  #recognise(now: number): void {
    const greeted = greetedBy(this.#protocols.list, this.#greeting);
    if (typeof greeted === 'object') {
      this.#connected(greeted.name, now);
      this.#writer.show('', `${this.#name} speaks ${greeted.name}`, '', now);
      this.#readAs(greeted.name);
      this.#readHeld(0, now);
      return;
    }
    const isHeld = greeted === 'more' && mayBeName(this.#opening);
    if (!isHeld && this.#recogniseClient(now)) return;
    if (greeted === 'none' || this.#opening.length > LONGEST_HELD) this.#giveUpRecognising(now);
  }

  /** Whether the client's bytes show what it speaks. */
  #recogniseClient(now: number): boolean {
    const opening = this.#opening;
    const sniffed = detectProtocol(this.#protocols.list, opening);
    switch (sniffed.kind) {
      case 'more':
      case 'unknown':
        return false;
      case 'protocol': {
        const { name } = sniffed.protocol;
        // A listener for that protocol would take white space for a message.
        this.#connected(sniffed.skip === 0 ? name : 'plain', now);
        this.#writer.show('', `${this.#name} speaks ${name}`, '', now);
        if (sniffed.skip > 0) this.#note('client', opening.subarray(0, sniffed.skip), BLANK, now);
        this.#readAs(name);
        this.#readHeld(sniffed.skip, now);
        return true;
      }
      case 'http':
      case 'tls':
        this.#stage = 'only shown';
        this.#writer.comment(`${this.#name} speaks ${sniffed.kind.toUpperCase()}, which is no part of a transcript`);
        this.#writer.show('', `${this.#name} speaks ${sniffed.kind.toUpperCase()}`, 'not recorded', now);
        this.#readHeld(0, now);
        return true;
    }
  }

  /** Reads what has been kept; `skip` bytes of the client have been noted. */
  #readHeld(skip: number, now: number): void {
    const [opening, greeting] = [this.#opening.subarray(skip), this.#greeting];
    this.#opening = NOTHING;
    this.#greeting = NOTHING;
    this.#read('client', opening, now);
    if (this.#hasFinished) this.#finishClient(now);
    this.#read('server', greeting, now);
  }

  /** Decides the protocol from the bytes so far. */
  #giveUpRecognising(now: number): void {
    if (this.#stage !== 'unknown') return;
    this.#connected('plain', now);
    // A server whose greeting has not come may have been about to ask for a password.
    if (greetedBy(this.#protocols.list, this.#greeting) !== 'none') this.#reader = new ConversationReader(WITHHELD);
    this.#readHeld(0, now);
  }

  #finishClient(now: number): void {
    this.#flush('client', now);
    if (!this.#over) this.#event('client', `${this.#name} says no more`, now);
  }

  #connected(listener: string, now: number): void {
    this.#stage = 'recorded';
    const from = this.#address === USUAL_ADDRESS ? '' : ` from ${this.#address}`;
    this.#writer.state('client', `connect ${this.#name}: ${listener}${from}`, now);
  }

  #read(side: Speaker, bytes: Uint8Array, now: number): void {
    for (const heard of this.#reader.read(side, bytes)) this.#note(side, heard.bytes, heard.reading, now);
  }

  #flush(side: Speaker, now: number): void {
    this.#giveUpRecognising(now);
    const rest = this.#reader.rest(side);
    if (rest !== undefined) this.#note(side, rest.bytes, rest.reading, now);
  }

  #note(
    side: Speaker,
    bytes: Uint8Array,
    { action, meaning, isWellFormed, privacy }: MessageExplanation,
    now: number,
  ): void {
    const isClient = side === 'client';
    const who = isClient ? `${this.#name} --> server` : `server --> ${this.#name}`;
    if (privacy === 'secret') {
      this.#writer.comment(`${who}: a secret message, which is not recorded`);
      this.#writer.show(who, '', 'a secret message', now);
      return;
    }
    const words =
      this.#stage === 'recorded'
        ? wording(bytes, action)
        : { isRaw: true, text: escaped(bytes.subarray(0, LONGEST_OPENING)) };
    if (this.#stage === 'recorded') {
      this.#writer.state(side, isClient ? saysStatement(this.#name, words) : hearsStatement(this.#name, words), now);
    }
    this.#writer.show(who, words.text, isWellFormed ? meaning : `malformed: ${meaning}`, now);
  }

  #event(side: Speaker, statement: string, now: number): void {
    if (this.#stage === 'recorded') this.#writer.state(side, statement, now);
    this.#writer.show('', statement, '', now);
  }
}

/** The protocol whose server begins like that; `more`: perhaps. */
function greetedBy(list: TappedProtocols['list'], bytes: Uint8Array): ProtocolDescription | 'more' | 'none' {
  const text = Buffer.from(bytes).toString('latin1');
  const known = list.flatMap((protocol) =>
    (protocol.detection.greetings ?? []).map((greeting) => ({ protocol, greeting })),
  );
  const found = known.find(({ greeting }) => text.startsWith(greeting));
  if (found !== undefined) return found.protocol;
  return known.some(({ greeting }) => greeting.startsWith(text)) ? 'more' : 'none';
}

/**
 * Whether the first line may be the name of a client that does not wait for a greeting, also where it is a word by which a protocol is
 * recognised. A password may follow.
 */
const mayBeName = (opening: Uint8Array): boolean =>
  /^[A-Za-z0-9]+ *(?:[\r\n]|$)/.test(Buffer.from(opening.subarray(0, LONGEST_OPENING)).toString('latin1').trimStart());

const BLANK: MessageExplanation = { meaning: 'blank space', isWellFormed: true, privacy: 'public' };
