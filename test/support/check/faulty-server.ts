import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';

/** One client of a server whose messages are altered. */
export interface AlteredClient {
  /** What the client said last. */
  lastLine: string;
  /** Everything that the server has told it before, unaltered. */
  readonly received: string[];
  /** Everything that it has said before. */
  readonly sent: string[];
  /** Tells it something more. */
  readonly send: (line: string) => void;
  /** The other clients that are connected. */
  readonly others: readonly AlteredClient[];
}

/** What becomes of a message on its way, in either direction: a fault of a server, or another way to keep its protocol. */
export interface Alteration {
  readonly serverLine?: (line: string, client: AlteredClient) => readonly string[];
  readonly clientLine?: (line: string, client: AlteredClient) => readonly string[];
  /** It does not hang up where it should. */
  readonly closes?: 'never';
}

/** How the messages of a protocol become lines and bytes again. */
export interface LineConversion {
  /** Cuts the bytes into messages; the rest is none yet. */
  readonly splitServerBytes: (bytes: Buffer) => { readonly lines: readonly string[]; readonly rest: Buffer };
  readonly splitClientBytes: (bytes: Buffer) => { readonly lines: readonly string[]; readonly rest: Buffer };
  readonly serverBytes: (line: string) => Uint8Array;
  readonly clientBytes: (line: string) => Uint8Array;
}

function cutLines(bytes: Buffer): { lines: string[]; rest: Buffer } {
  const lines = bytes.toString('utf8').split('\n');
  return { rest: Buffer.from(lines.pop() ?? ''), lines };
}

const writeLine = (line: string): Uint8Array => Buffer.from(`${line}\n`);

export const TEXT_LINES: LineConversion = {
  splitServerBytes: cutLines,
  splitClientBytes: cutLines,
  serverBytes: writeLine,
  clientBytes: writeLine,
};

/** Our own server, behind a relay that alters what it says and hears. */
export function alterMessages(
  { serverLine, clientLine, closes }: Alteration,
  transcription: LineConversion = TEXT_LINES,
) {
  return (reception: AcceptConnection): AcceptConnection => {
    const clients = new Set<AlteredClient>();
    return (address, link) => {
      const tell = (line: string): void => link.send(transcription.serverBytes(line));
      const client: AlteredClient = {
        lastLine: '',
        received: [],
        sent: [],
        send: tell,
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
          const { lines, rest } = transcription.splitServerBytes(Buffer.concat([fromServer, bytes]));
          fromServer = rest;
          for (const line of lines) {
            for (const altered of serverLine?.(line, client) ?? [line]) tell(altered);
            client.received.push(line);
          }
        },
        close() {
          clients.delete(client);
          if (closes !== 'never') link.close();
        },
      });
      return {
        receive(bytes) {
          const { lines, rest } = transcription.splitClientBytes(Buffer.concat([fromClient, bytes]));
          fromClient = rest;
          for (const line of lines) {
            client.lastLine = line;
            for (const altered of clientLine?.(line, client) ?? [line])
              connection.receive(transcription.clientBytes(altered));
            client.sent.push(line);
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
export const replaceServerText = (pattern: RegExp, instead: string): Alteration => ({
  serverLine: (line) => [line.replace(pattern, instead)],
});

export const dropServerLines = (pattern: RegExp): Alteration => ({
  serverLine: (line) => (pattern.test(line) ? [] : [line]),
});

export const dropClientLines = (pattern: RegExp): Alteration => ({
  clientLine: (line) => (pattern.test(line) ? [] : [line]),
});
