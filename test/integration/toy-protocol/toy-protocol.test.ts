import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { systemClock } from '../../../src/clock.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { loadMessages, loadServers, type ServedProtocol } from '../../../src/protocols/protocol-module.ts';
import type { ServerSessionOutput } from '../../../src/protocols/server-session-types.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { startServer } from '../../../src/server/server.ts';
import { TapProxy } from '../../../src/tap/tap-proxy.ts';
import { TapRecorder } from '../../../src/tap/tap-recorder.ts';
import type { TappedProtocols } from '../../../src/tap/tapped-connection.ts';
import { temporaryFolder } from '../../e2e/serve/server-process.ts';
import { clientMessages, type ServerMessage, serverMessages } from './pebble/messages.ts';
import { pebble } from './pebble/module.ts';

const MODULES = [...PROTOCOLS, pebble];
const SECRET = 'open sesame plugh';

/** The log of a server, its commands to the lobby, and its other output. */
interface Traces {
  readonly logged: string[];
  readonly commands: string[];
  /** The output of the tap between client and server. */
  readonly tapped: string[];
  /** A folder with the files of the journal and the archive. */
  readonly files: string;
}

/** Starts a server with the toy protocol and a tap in front of it. Returns the ports of the tap and of the plain port. */
async function startServerWithTap(
  t: TestContext,
): Promise<Traces & { tap: number; plain: number; http: string; stop(): Promise<void> }> {
  const files = temporaryFolder(t)('');
  const traces: Traces = { logged: [], commands: [], tapped: [], files };
  const protocols = (await loadServers(MODULES)).map((each) =>
    each.name === pebble.name ? recordingCommands(each, traces) : each,
  );
  const config = readConfig(
    { port: 0, listen: ['pebble://127.0.0.1:0'], durability: 'os', data: join(files, 'journal.db') },
    undefined,
    protocols,
  );
  assert.ok(config.ok, config.ok ? '' : config.problem);
  const log = (fields: object, message: string): void =>
    void traces.logged.push(`${message} ${JSON.stringify(fields)}`);
  const server = await startServer(config.value, { debug: log, info: log, error: log }, assert.fail);
  const [plain = 0, listener = 0] = server.addresses.map((address) => Number(address.split(':').at(-1)));
  const output = {
    write: (line: string) => void traces.tapped.push(line),
    show: (line: string) => void traces.tapped.push(line),
  };
  const tapped: TappedProtocols = {
    list: MODULES,
    messagesOf: await loadMessages(MODULES),
    protocol: pebble.name,
  };
  const tap = await TapProxy.open({
    listen: { host: '127.0.0.1', port: 0 },
    to: { host: '127.0.0.1', port: listener },
    recorder: new TapRecorder('a toy', output, systemClock.now(), tapped),
    clock: systemClock,
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= tap.stop().then(() => server.stop());
    return stopped;
  };
  t.after(stop);
  return { ...traces, tap: Number(tap.address.split(':').at(-1)), plain, http: `http://127.0.0.1:${plain}`, stop };
}

/** The protocol with sessions that record every command to the lobby. */
function recordingCommands(protocol: ServedProtocol, { commands }: Traces): ServedProtocol {
  return {
    ...protocol,
    configure(settings) {
      const open = protocol.configure(settings);
      if (!open.ok) return open;
      return {
        ok: true,
        value(now, account) {
          const session = open.value(now, account);
          const record = (output: ServerSessionOutput): ServerSessionOutput => {
            for (const command of output.ask) commands.push(JSON.stringify(command));
            return output;
          };
          const [receive, proceed] = [session.receive.bind(session), session.proceed.bind(session)];
          const signedIn = session.signedIn?.bind(session) ?? assert.fail();
          session.receive = (bytes, at) => record(receive(bytes, at));
          session.signedIn = (result, at) => record(signedIn(result, at));
          // Messages of one packet are read one after the other.
          session.proceed = (at) => record(proceed(at));
          return session;
        },
      };
    },
  };
}

/** A client that stores the received bytes and reads messages or lines from them. */
class ToyClient {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
    });
  }

  static async connect(t: TestContext, port: number): Promise<ToyClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    t.after(() => socket.destroy());
    return new ToyClient(socket);
  }

  send(bytes: Uint8Array | string): void {
    this.#socket.write(bytes);
  }

  /** The next message of a server of the toy protocol. */
  async message(): Promise<ServerMessage> {
    for (;;) {
      const read = serverMessages.parse(this.#received);
      if (read.kind === 'message' && read.message.kind !== 'malformed') {
        this.#received = this.#received.subarray(read.length);
        return read.message;
      }
      assert.equal(read.kind, 'more');
      await once(this.#socket, 'data');
    }
  }

  async line(): Promise<string> {
    for (let end = -1; ; await once(this.#socket, 'data')) {
      end = this.#received.indexOf('\n');
      if (end === -1) continue;
      const line = this.#received.toString('utf8', 0, end);
      this.#received = this.#received.subarray(end + 1);
      return line;
    }
  }
}

describe('a protocol that consists of one folder and one line in the list', () => {
  test('has the strictest privacy of its messages', async () => {
    assert.equal((await pebble.messages()).open().strictest, pebble.privacy);
  });

  test('plays a game against another protocol, and its secret appears nowhere', { timeout: 30_000 }, async (t) => {
    const { tap, plain, http, stop, ...traces } = await startServerWithTap(t);
    const [pat, bob] = [await ToyClient.connect(t, tap), await ToyClient.connect(t, plain)];

    assert.deepEqual(await pat.message(), { kind: 'greeting', version: 1 });
    pat.send(clientMessages.make({ kind: 'name', name: 'pat' }));
    for (const byte of clientMessages.make({ kind: 'password', password: SECRET })) pat.send(Uint8Array.of(byte));
    assert.deepEqual(await pat.message(), { kind: 'welcome' });
    pat.send(clientMessages.make({ kind: 'seek', size: 5 }));
    // The refusal shows that the server has read the seek.
    pat.send(clientMessages.make({ kind: 'pass' }));
    assert.deepEqual(await pat.message(), { kind: 'refused', reason: 'no-game' });
    bob.send('CORE.HELLO~bob\nCORE.NEWGAME~5\n');
    assert.deepEqual([await bob.line(), await bob.line()], ['CORE.HELLO', 'CORE.MATCH~WHITE~5~pat']);
    assert.deepEqual(await pat.message(), { kind: 'start', color: 'black', size: 5, opponent: 'bob' });
    pat.send(clientMessages.make({ kind: 'stone', x: 2, y: 1 }));
    assert.deepEqual(await pat.message(), { kind: 'stone', color: 'black', x: 2, y: 1 });
    assert.equal(await bob.line(), 'CORE.MOVE~7');
    // The password is sent a second time during the game.
    pat.send(clientMessages.make({ kind: 'password', password: SECRET }));
    assert.equal((await pat.message()).kind, 'refused');
    bob.send('CORE.PASS\n');
    assert.deepEqual([await bob.line(), await pat.message()], ['CORE.PASS', { kind: 'passed', color: 'white' }]);
    pat.send(clientMessages.make({ kind: 'pass' }));
    assert.deepEqual(await pat.message(), { kind: 'passed', color: 'black' });
    assert.deepEqual(await pat.message(), { kind: 'end', winner: 'black' });
    assert.deepEqual([await bob.line(), await bob.line()], ['CORE.PASS', 'CORE.GAMEOVER~BLACK~25~0']);

    const conversation = await (await fetch(`${http}/api/games/1/conversation`)).text();
    assert.match(conversation, /"name":"pat","protocol":"pebble"/);
    assert.match(conversation, /CORE\.PASS/);
    await stop();

    assert.match(traces.logged.join('\n'), /player\.entered.*"pat"/);
    assert.deepEqual(
      traces.commands.map((command) => JSON.parse(command).kind),
      ['enter', 'seek', 'pass', 'play', 'enter', 'pass'],
    );
    assert.match(traces.tapped.join('\n'), /^a: STONE \[04 02 01\]$/m);
    assert.match(traces.tapped.join('\n'), /plays 2 1 \(C4 on 5x5\)/);
    assert.match(traces.tapped.join('\n'), /^# a --> server: a secret message/m);
    const stored = globSync('*', { cwd: traces.files }).map((name) => readFileSync(join(traces.files, name)));
    assert.ok(stored.some((bytes) => bytes.includes('pat')));
    const { logged, commands, tapped } = traces;
    for (const trace of [conversation, ...logged, ...commands, ...tapped, ...stored]) assertHasNoSecret(trace);
  });
});

/** Asserts that a trace does not contain the secret as text, in hexadecimal or in base64. */
function assertHasNoSecret(trace: string | Buffer): void {
  const text = trace.toString('latin1' as BufferEncoding);
  const secret = Buffer.from(SECRET);
  const hex = secret.toString('hex').toUpperCase();
  // For each of the three alignments in base64, the characters that do not depend on the neighbouring bytes.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), secret])
      .toString('base64')
      .slice(4, 16),
  );
  for (const form of ['plugh', hex, hex.replace(/..(?=.)/g, '$& '), ...base64]) {
    assert.ok(!text.includes(form), `${form} in ${text.slice(0, 200)}`);
  }
}
