import { TappedConnection, type TappedProtocols } from './tapped-connection.ts';
import { type TranscriptOutput, TranscriptWriter } from './transcript-writer.ts';

/** What a recording cannot know, said where it begins; the last line has its readers take it as one. */
const HEAD = [
  '# Not in here: the options of the server and the settings of its listener, which go after the name of the protocol',
  '# (connect a: remastered?size=9); whoever was on the server without coming through the tap; a stop or restart of the',
  '# server; and in which order it read what several clients said at the same time.',
  'recorded',
];

/** Records every conversation between clients and one server as one transcript. */
export class TapRecorder {
  readonly #writer: TranscriptWriter;
  readonly #protocols: TappedProtocols;
  #connections = 0;

  /** `title`: one line about what is recorded. */
  constructor(title: string, paper: TranscriptOutput, now: number, protocols: TappedProtocols) {
    this.#protocols = protocols;
    this.#writer = new TranscriptWriter(paper, now);
    for (const line of [`# ${title}`, ...HEAD]) paper.write(line);
  }

  /** A client has connected. `address`: from where the server is called in its name. */
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
