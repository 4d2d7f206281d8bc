import type { Reception } from '../../src/server/doors/reception.ts';

/** One client of a server that is not what it should be. */
export interface Talk {
  /** What the client said last. */
  last: string;
  /** Everything that the honest server has told it before. */
  readonly story: string[];
  /** Everything that it has said before. */
  readonly said: string[];
  /** Tells it something more. */
  readonly tell: (line: string) => void;
  /** The other clients that are connected. */
  readonly others: readonly Talk[];
}

/** A fault of a server: what becomes of a message on its way, in either direction. */
export interface Alteration {
  readonly told?: (line: string, talk: Talk) => readonly string[];
  readonly asked?: (line: string, talk: Talk) => readonly string[];
  /** It does not hang up where it should. */
  readonly closed?: 'never';
}

/** How the messages of a protocol become lines and bytes again. */
export interface Transcription {
  /** Cuts the bytes into messages; the rest is none yet. */
  readonly told: (bytes: Buffer) => { readonly lines: readonly string[]; readonly rest: Buffer };
  readonly asked: (bytes: Buffer) => { readonly lines: readonly string[]; readonly rest: Buffer };
  readonly tell: (line: string) => Uint8Array;
  readonly ask: (line: string) => Uint8Array;
}

function cutLines(bytes: Buffer): { lines: string[]; rest: Buffer } {
  const lines = bytes.toString('utf8').split('\n');
  return { rest: Buffer.from(lines.pop() ?? ''), lines };
}

const writeLine = (line: string): Uint8Array => Buffer.from(`${line}\n`);

export const TEXT: Transcription = { told: cutLines, asked: cutLines, tell: writeLine, ask: writeLine };

/** Makes a server do wrong what an honest one does right. */
export function lying({ told, asked, closed }: Alteration, transcription: Transcription = TEXT) {
  return (reception: Reception): Reception => {
    const talks = new Set<Talk>();
    return (address, link) => {
      const tell = (line: string): void => link.send(transcription.tell(line));
      const talk: Talk = {
        last: '',
        story: [],
        said: [],
        tell,
        get others() {
          return [...talks].filter((each) => each !== talk);
        },
      };
      talks.add(talk);
      let fromServer: Buffer = Buffer.alloc(0);
      let fromClient: Buffer = Buffer.alloc(0);
      const connection = reception(address, {
        ...link,
        pause: (paused) => link.pause(paused),
        send(bytes) {
          const { lines, rest } = transcription.told(Buffer.concat([fromServer, bytes]));
          fromServer = rest;
          for (const line of lines) {
            for (const altered of told?.(line, talk) ?? [line]) tell(altered);
            talk.story.push(line);
          }
        },
        close() {
          talks.delete(talk);
          if (closed !== 'never') link.close();
        },
      });
      return {
        receive(bytes) {
          const { lines, rest } = transcription.asked(Buffer.concat([fromClient, bytes]));
          fromClient = rest;
          for (const line of lines) {
            talk.last = line;
            for (const altered of asked?.(line, talk) ?? [line]) connection.receive(transcription.ask(altered));
            talk.said.push(line);
          }
        },
        finish: () => connection.finish(),
        lost() {
          talks.delete(talk);
          connection.lost();
        },
      };
    };
  };
}

/** Says something else in place of what fits the pattern. */
export const saying = (pattern: RegExp, instead: string): Alteration => ({
  told: (line) => [line.replace(pattern, instead)],
});

export const silentAbout = (pattern: RegExp): Alteration => ({ told: (line) => (pattern.test(line) ? [] : [line]) });

export const deafTo = (pattern: RegExp): Alteration => ({ asked: (line) => (pattern.test(line) ? [] : [line]) });
