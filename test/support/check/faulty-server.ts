import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';

/** One client of a server whose messages are altered. */
export interface AlteredClient {
  /** What the client said last. */
  last: string;
  /** Everything that the server has told it before, unaltered. */
  readonly heard: string[];
  /** Everything that it has said before. */
  readonly said: string[];
  /** Tells it something more. */
  readonly tell: (line: string) => void;
  /** The other clients that are connected. */
  readonly others: readonly AlteredClient[];
}

/** What becomes of a message on its way, in either direction: a fault of a server, or another way to keep its protocol. */
export interface Alteration {
  readonly told?: (line: string, client: AlteredClient) => readonly string[];
  readonly asked?: (line: string, client: AlteredClient) => readonly string[];
  /** It does not hang up where it should. */
  readonly closed?: 'never';
}

/** How the messages of a protocol become lines and bytes again. */
export interface LineConversion {
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

export const TEXT: LineConversion = { told: cutLines, asked: cutLines, tell: writeLine, ask: writeLine };

/** Our own server, behind a relay that alters what it says and hears. */
export function altering({ told, asked, closed }: Alteration, transcription: LineConversion = TEXT) {
  return (reception: AcceptConnection): AcceptConnection => {
    const clients = new Set<AlteredClient>();
    return (address, link) => {
      const tell = (line: string): void => link.send(transcription.tell(line));
      const client: AlteredClient = {
        last: '',
        heard: [],
        said: [],
        tell,
        get others() {
          return [...clients].filter((each) => each !== client);
        },
      };
      clients.add(client);
      let fromServer: Buffer = Buffer.alloc(0);
      let fromClient: Buffer = Buffer.alloc(0);
      const connection = reception(address, {
        ...link,
        pause: (paused) => link.pause(paused),
        send(bytes) {
          const { lines, rest } = transcription.told(Buffer.concat([fromServer, bytes]));
          fromServer = rest;
          for (const line of lines) {
            for (const altered of told?.(line, client) ?? [line]) tell(altered);
            client.heard.push(line);
          }
        },
        close() {
          clients.delete(client);
          if (closed !== 'never') link.close();
        },
      });
      return {
        receive(bytes) {
          const { lines, rest } = transcription.asked(Buffer.concat([fromClient, bytes]));
          fromClient = rest;
          for (const line of lines) {
            client.last = line;
            for (const altered of asked?.(line, client) ?? [line]) connection.receive(transcription.ask(altered));
            client.said.push(line);
          }
        },
        finish: () => connection.finish(),
        lost() {
          clients.delete(client);
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
