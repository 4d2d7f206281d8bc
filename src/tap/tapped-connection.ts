import { detectProtocol, LONGEST_OPENING } from '../protocols/detect-protocol.ts';
import type { Reading, Side } from '../protocols/messages/message-interpreter.ts';
import { BYTES, MessageReader } from '../protocols/messages/message-reader.ts';
import type { MessagesOf, ProtocolDescription } from '../protocols/protocol-module.ts';
import { escaped, hearsStatement, saysStatement, wording } from './transcript-statement.ts';
import type { TranscriptWriter } from './transcript-writer.ts';

/** The protocols that a tap understands. */
export interface TappedProtocols {
  readonly list: readonly ProtocolDescription[];
  readonly messagesOf: MessagesOf;
  /** The protocol of every connection. Without it, the protocol is detected from the client's first bytes. */
  readonly spoken?: string;
}

const NOTHING = new Uint8Array(0);
/** The usual address, which a transcript does not mention. */
const USUAL_ADDRESS = '127.0.0.1';

/** One connection between a client and the server: gets the bytes of both sides and the time. */
export class TappedConnection {
  readonly #name: string;
  readonly #address: string;
  readonly #writer: TranscriptWriter;
  readonly #protocols: TappedProtocols;
  /** The client's bytes until its protocol is known. */
  #opening: Uint8Array = NOTHING;
  #reader = new MessageReader(BYTES);
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

  /** If the server sends first, this says nothing about the protocol. */
  serverSaid(bytes: Uint8Array, now: number): void {
    this.#beginKnown(now);
    this.#giveUpRecognising(now);
    this.#read('server', bytes, now);
  }

  /** The client has closed its side and may still read. */
  clientFinished(now: number): void {
    this.#flush('client', now);
    if (!this.#over) this.#event('client', `${this.#name} says no more`, now);
  }

  serverFinished(now: number): void {
    this.#flush('server', now);
    if (!this.#over) this.#event('server', `server closes ${this.#name}`, now);
    this.#over = true;
  }

  /** The connection was reset on one side. */
  lost(side: Side, now: number): void {
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
    if (this.#stage === 'unknown' && this.#opening.length === 0) return;
    for (const side of ['client', 'server'] as const) this.#flush(side, now);
  }

  #beginKnown(now: number): void {
    const { spoken } = this.#protocols;
    if (this.#stage !== 'unknown' || spoken === undefined) return;
    this.#connected(spoken, now);
    this.#readAs(spoken);
  }

  #readAs(protocol: string): void {
    this.#reader = new MessageReader(this.#protocols.messagesOf(protocol)?.open() ?? BYTES);
  }

  #recognise(now: number): void {
    const opening = this.#opening;
    const sniffed = detectProtocol(this.#protocols.list, opening);
    switch (sniffed.kind) {
      case 'more':
        return;
      case 'protocol': {
        const { name } = sniffed.protocol;
        // A listener for that protocol would take white space for a message.
        this.#connected(sniffed.skip === 0 ? name : 'plain', now);
        this.#writer.show('', `${this.#name} speaks ${name}`, '', now);
        if (sniffed.skip > 0) this.#note('client', opening.subarray(0, sniffed.skip), BLANK, now);
        this.#readAs(name);
        this.#readOpening(sniffed.skip, now);
        return;
      }
      case 'unknown':
        this.#giveUpRecognising(now);
        return;
      case 'http':
      case 'tls':
        this.#stage = 'only shown';
        this.#writer.comment(`${this.#name} speaks ${sniffed.kind.toUpperCase()}, which is no part of a transcript`);
        this.#writer.show('', `${this.#name} speaks ${sniffed.kind.toUpperCase()}`, 'not recorded', now);
        this.#readOpening(0, now);
    }
  }

  #readOpening(skip: number, now: number): void {
    const opening = this.#opening.subarray(skip);
    this.#opening = NOTHING;
    this.#read('client', opening, now);
  }

  /** Decides the protocol from the bytes so far. */
  #giveUpRecognising(now: number): void {
    if (this.#stage !== 'unknown') return;
    this.#connected('plain', now);
    this.#readOpening(0, now);
  }

  #connected(listener: string, now: number): void {
    this.#stage = 'recorded';
    const from = this.#address === USUAL_ADDRESS ? '' : ` from ${this.#address}`;
    this.#writer.state('client', `connect ${this.#name}: ${listener}${from}`, now);
  }

  #read(side: Side, bytes: Uint8Array, now: number): void {
    for (const heard of this.#reader.read(side, bytes)) this.#note(side, heard.bytes, heard.reading, now);
  }

  #flush(side: Side, now: number): void {
    this.#giveUpRecognising(now);
    const rest = this.#reader.rest(side);
    if (rest !== undefined) this.#note(side, rest.bytes, rest.reading, now);
  }

  #note(side: Side, bytes: Uint8Array, { action, meaning, isWellFormed, privacy }: Reading, now: number): void {
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

  #event(side: Side, statement: string, now: number): void {
    if (this.#stage === 'recorded') this.#writer.state(side, statement, now);
    this.#writer.show('', statement, '', now);
  }
}

const BLANK: Reading = { meaning: 'blank space', isWellFormed: true, privacy: 'public' };
