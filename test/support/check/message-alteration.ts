import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';

/** A client of a server whose messages are altered. */
export interface AlteredClient {
  /** The client's last line. */
  lastLine: string;
  /** The earlier lines of the server, unaltered. */
  readonly received: string[];
  /** The earlier lines of the client. */
  readonly sent: string[];
  /** Sends the client another line. */
  readonly send: (line: string) => void;
  /** The other clients that are connected. */
  readonly others: readonly AlteredClient[];
}

/** Replaces each line by any number of lines, in both directions: a fault of a server, or another correct behaviour. */
export interface Alteration {
  readonly serverLine?: (line: string, client: AlteredClient) => readonly string[];
  readonly clientLine?: (line: string, client: AlteredClient) => readonly string[];
  /** The server does not close connections. */
  readonly closes?: 'never';
}

/** Converts the messages of a protocol from bytes to lines and back. */
export interface LineConversion {
  /** Splits bytes into lines. `rest` is an incomplete message. */
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

/** Puts a relay before our own server that alters lines in both directions. */
export function alterMessages({ serverLine, clientLine, closes }: Alteration, conversion: LineConversion = TEXT_LINES) {
  return (reception: AcceptConnection): AcceptConnection => {
    const clients = new Set<AlteredClient>();
    return (address, link) => {
      const sendLine = (line: string): void => link.send(conversion.serverBytes(line));
      const client: AlteredClient = {
        lastLine: '',
        received: [],
        sent: [],
        send: sendLine,
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
          const { lines, rest } = conversion.splitServerBytes(Buffer.concat([fromServer, bytes]));
          fromServer = rest;
          for (const line of lines) {
            for (const altered of serverLine?.(line, client) ?? [line]) sendLine(altered);
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
          const { lines, rest } = conversion.splitClientBytes(Buffer.concat([fromClient, bytes]));
          fromClient = rest;
          for (const line of lines) {
            client.lastLine = line;
            for (const altered of clientLine?.(line, client) ?? [line])
              connection.receive(conversion.clientBytes(altered));
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

/** Replaces text of the server that matches the pattern. */
export const replaceServerText = (pattern: RegExp, instead: string): Alteration => ({
  serverLine: (line) => [line.replace(pattern, instead)],
});

export const dropServerLines = (pattern: RegExp): Alteration => ({
  serverLine: (line) => (pattern.test(line) ? [] : [line]),
});

export const dropClientLines = (pattern: RegExp): Alteration => ({
  clientLine: (line) => (pattern.test(line) ? [] : [line]),
});
