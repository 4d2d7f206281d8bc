import { TappedConnection, type TappedProtocols } from './tapped-connection.ts';
import { type TranscriptOutput, TranscriptWriter } from './transcript-writer.ts';

/**
 * The beginning of a recording: comments about what a recording cannot contain, and the line that marks the file as a
 * recording.
 */
const HEAD = [
  '# Not in here: the options of the server and the settings of its listener, which go after the name of the protocol',
  '# (connect a: PROTOCOL?size=9); clients of the server that did not use this tap; a stop or restart of the',
  '# server; and in which order it read what several clients said at the same time.',
  'recorded',
];

/** Records all conversations between clients and one server in one transcript. */
export class TapRecorder {
  readonly #writer: TranscriptWriter;
  readonly #protocols: TappedProtocols;
  #connections = 0;

  /** `title`: one line that describes the recording. */
  constructor(title: string, output: TranscriptOutput, now: number, protocols: TappedProtocols) {
    this.#protocols = protocols;
    this.#writer = new TranscriptWriter(output, now);
    for (const line of [`# ${title}`, ...HEAD]) output.write(line);
  }

  /** A client has connected. `address`: the address from which the tap connects to the server. */
  connect(address: string, now: number): TappedConnection {
    const name = nameOf(this.#connections++);
    this.#writer.show('', `${name} connects from ${address}`, '', now);
    return new TappedConnection(name, address, this.#writer, this.#protocols);
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** a to z, then aa, ab and so on. */
function nameOf(index: number): string {
  const last = LETTERS[index % LETTERS.length] ?? '';
  return index < LETTERS.length ? last : nameOf(Math.floor(index / LETTERS.length) - 1) + last;
}
