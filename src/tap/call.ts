import type { Read } from '../protocols/conversation.ts';
import { PROTOCOLS } from '../protocols/index.ts';
import { LONGEST_OPENING, sniff } from '../protocols/sniff.ts';
import { type Interpreter, type Reading, readBytes } from './interpreter.ts';
import { INTERPRETERS } from './interpreters.ts';
import type { Notebook } from './notebook.ts';
import { escaped, hearsStatement, saysStatement, wording } from './statement.ts';

type Side = 'client' | 'server';
type Reader = (bytes: Uint8Array) => Read<Reading>;

const NOTHING = new Uint8Array(0);
const BYTES: Interpreter = { client: readBytes, server: readBytes };
/** The address that a transcript does not mention. */
const USUAL_ADDRESS = '127.0.0.1';

/** One connection between a client and the server, as the tap hears it: bytes of both, and the time. */
export class Call {
  readonly #name: string;
  readonly #address: string;
  readonly #notebook: Notebook;
  /** Of each side, what is not a whole message yet; of the client, all that it says until its protocol is known. */
  readonly #inbox: Record<Side, Uint8Array> = { client: NOTHING, server: NOTHING };
  readonly #readers: Record<Side, Reader> = { client: readBytes, server: readBytes };
  #stage: 'unknown' | 'recorded' | 'only shown' = 'unknown';
  /** The server has hung up, and whatever the client does now is no news to it. */
  #over = false;

  /** `address`: from where the server is called. */
  constructor(name: string, address: string, notebook: Notebook) {
    this.#name = name;
    this.#address = address;
    this.#notebook = notebook;
  }

  clientSaid(bytes: Uint8Array, now: number): void {
    this.#gather('client', bytes);
    if (this.#stage === 'unknown') this.#recognise(now);
    else this.#read('client', now);
  }

  /** A server that speaks first says nothing about the protocol. */
  serverSaid(bytes: Uint8Array, now: number): void {
    this.#giveUpRecognising(now);
    this.#gather('server', bytes);
    this.#read('server', now);
  }

  /** It may still listen. */
  clientFinished(now: number): void {
    this.#flush('client', now);
    if (!this.#over) this.#event('client', `${this.#name} says no more`, now);
  }

  serverFinished(now: number): void {
    this.#flush('server', now);
    if (!this.#over) this.#event('server', `server closes ${this.#name}`, now);
    this.#over = true;
  }

  /** A connection was cut, on whichever side. */
  lost(side: Side, now: number): void {
    this.#flush(side, now);
    if (this.#over) return;
    this.#event(side, side === 'client' ? `${this.#name} disconnects` : `server closes ${this.#name}`, now);
    this.#over = true;
  }

  /** The server could not be called. */
  failed(problem: string, now: number): void {
    this.#notebook.comment(`${this.#name}: no connection to the server: ${problem}`);
    this.#notebook.show('', `${this.#name} is not let through`, problem, now);
    this.#stage = 'only shown';
    this.#over = true;
  }

  /** Nothing more will be heard; what was said is written down, whole messages or not. */
  end(now: number): void {
    for (const side of ['client', 'server'] as const) {
      if (this.#inbox[side].length > 0) this.#flush(side, now);
    }
  }

  #gather(side: Side, bytes: Uint8Array): void {
    const before = this.#inbox[side];
    this.#inbox[side] = before.length === 0 ? bytes : Buffer.concat([before, bytes]);
  }

  #recognise(now: number): void {
    const opening = this.#inbox.client;
    const sniffed = sniff(PROTOCOLS, opening);
    switch (sniffed.kind) {
      case 'more':
        return;
      case 'protocol': {
        const { name } = sniffed.protocol;
        // A listener of that protocol would take blank space for a message.
        this.#connected(sniffed.skip === 0 ? name : 'plain', now);
        this.#notebook.show('', `${this.#name} speaks ${name}`, '', now);
        this.#inbox.client = opening.subarray(sniffed.skip);
        if (sniffed.skip > 0) this.#note('client', opening.subarray(0, sniffed.skip), BLANK, now);
        this.#listen(INTERPRETERS[name]?.() ?? BYTES);
        this.#read('client', now);
        return;
      }
      case 'unknown':
        this.#giveUpRecognising(now);
        return;
      case 'http':
      case 'tls':
        this.#stage = 'only shown';
        this.#notebook.comment(`${this.#name} speaks ${sniffed.kind.toUpperCase()}, which is no part of a transcript`);
        this.#notebook.show('', `${this.#name} speaks ${sniffed.kind.toUpperCase()}`, 'not recorded', now);
        this.#read('client', now);
    }
  }

  #listen(interpreter: Interpreter): void {
    this.#readers.client = (bytes) => interpreter.client(bytes);
    this.#readers.server = (bytes) => interpreter.server(bytes);
  }

  /** Whatever was said, or nothing, is all that there is to go by. */
  #giveUpRecognising(now: number): void {
    if (this.#stage !== 'unknown') return;
    this.#connected('plain', now);
    this.#read('client', now);
  }

  #connected(listener: string, now: number): void {
    this.#stage = 'recorded';
    const from = this.#address === USUAL_ADDRESS ? '' : ` from ${this.#address}`;
    this.#notebook.state('client', `connect ${this.#name}: ${listener}${from}`, now);
  }

  #read(side: Side, now: number): void {
    while (this.#inbox[side].length > 0) {
      const inbox = this.#inbox[side];
      const read = this.#readers[side](inbox);
      if (read.kind === 'more') return;
      const length = read.kind === 'broken' ? inbox.length : read.length;
      this.#inbox[side] = inbox.subarray(length);
      this.#note(side, inbox.subarray(0, length), read.message, now);
      // Nobody knows any more where a message begins.
      if (read.kind === 'broken') this.#readers[side] = readBytes;
    }
  }

  #flush(side: Side, now: number): void {
    this.#giveUpRecognising(now);
    const rest = this.#inbox[side];
    this.#inbox[side] = NOTHING;
    if (rest.length > 0) this.#note(side, rest, UNFINISHED, now);
  }

  #note(side: Side, bytes: Uint8Array, { action, meaning, isWellFormed }: Reading, now: number): void {
    const isClient = side === 'client';
    const words =
      this.#stage === 'recorded'
        ? wording(bytes, action)
        : { isRaw: true, text: escaped(bytes.subarray(0, LONGEST_OPENING)) };
    if (this.#stage === 'recorded') {
      this.#notebook.state(side, isClient ? saysStatement(this.#name, words) : hearsStatement(this.#name, words), now);
    }
    const who = isClient ? `${this.#name} --> server` : `server --> ${this.#name}`;
    this.#notebook.show(who, words.text, isWellFormed ? meaning : `malformed: ${meaning}`, now);
  }

  #event(side: Side, statement: string, now: number): void {
    if (this.#stage === 'recorded') this.#notebook.state(side, statement, now);
    this.#notebook.show('', statement, '', now);
  }
}

const BLANK: Reading = { meaning: 'blank space', isWellFormed: true };
const UNFINISHED: Reading = { meaning: 'not a whole message', isWellFormed: false };
