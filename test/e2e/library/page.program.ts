import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { startServer } from '../../../src/server/server.ts';
import { inTime } from '../../support/eventually.ts';
import { CLIENTS, SERVERS } from '../../support/protocols/loaded-protocols.ts';
import { temporaryFolder } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const noLog = { debug: () => {}, info: () => {}, error: () => {} };

const page = readFileSync(`${checkout}docs/library.md`, 'utf8');
/** The program under each heading. */
const BOTS: ReadonlyMap<string, string> = new Map(
  [...page.matchAll(/^### (\w+)\n[^`]*(?:`[^`]+`[^`]*)*?```js\n(.*?)^```$/gms)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
);

/** The program with a client session, changed for another protocol as the page describes it. */
const overProtocol = (name: string): string =>
  (BOTS.get('daigo') ?? '')
    .replaceAll('daigoClient', `${name}Client`)
    .replace('tengen-protocols/daigo', `tengen-protocols/${name}`)
    .replace(name === 'remastered' ? "name, size: '9', poll: '50'" : ", poll: '50'", '');

const VARIANTS = ['nu6', 'nedap', 'remastered'].map(
  (name) => [`the program of daigo over ${name}`, overProtocol(name)] as const,
);

/** A process of a bot with its output. It is killed after the test. */
class Bot {
  readonly child: ChildProcess;
  output = '';

  constructor(context: { after(clean: () => void): void }, path: string, ...args: readonly string[]) {
    this.child = spawn(process.execPath, [path, ...args]);
    context.after(() => void this.child.kill('SIGKILL'));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (text) => {
        this.output += text;
      });
    }
  }

  async waitForOutput(): Promise<void> {
    while (this.output === '') await once(this.child.stdout!, 'data');
  }

  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

describe('the page about the library', { timeout: 120_000 }, () => {
  test('has a bot of less than 40 lines for every protocol of the plain port with a client session', () => {
    const plainPortProtocols = PROTOCOLS.filter(
      ({ detection: { words, prefixes, bytes } }) => words ?? prefixes ?? bytes,
    );
    const names = plainPortProtocols
      .map(({ name }) => name)
      .filter((name) => CLIENTS.some((client) => client.name === name));
    assert.deepEqual([...BOTS.keys()].sort(), names.sort());
    for (const [name, code] of BOTS) assert(code.trim().split('\n').length < 40, name);
  });

  /** Starts a server, and writes the program into a new folder. */
  async function serve(context: TestContext, code: string): Promise<{ port: number; start: (name: string) => Bot }> {
    const inFolder = temporaryFolder(context);
    // The library is in node_modules, as users have it.
    mkdirSync(inFolder('node_modules'));
    symlinkSync(`${checkout}dist-library`, inFolder('node_modules/tengen-protocols'));
    writeFileSync(inFolder('bot.mjs'), code);
    const config = readConfig({ port: 0, durability: 'none' }, undefined, SERVERS);
    assert(config.ok);
    const server = await startServer(config.value, noLog, assert.fail);
    context.after(() => server.stop());
    const port = server.addresses[0]?.split(':').at(-1) ?? '';
    return { port: Number(port), start: (name) => new Bot(context, inFolder('bot.mjs'), port, name) };
  }

  for (const [name, code] of [...BOTS, ...VARIANTS]) {
    test(`${name}: two of its bots play a game to the end`, async (context) => {
      const { start } = await serve(context, code);
      const ann = start('ann');
      // Two bots that send LIST at the same time would both send CREATE, and wait.
      if (name.includes('daigo')) await ann.waitForOutput();
      const bob = start('bob');
      assert.deepEqual([await ann.ended(), await bob.ended()], [0, 0], `${ann.output}${bob.output}`);
      assert.match(`${ann.output}${bob.output}`, /^the end/m);
    });
  }

  for (const name of ['nu6', 'nedap', 'daigo']) {
    test(`${name}: a bot whose name is taken reports it and ends`, async (context) => {
      const { port, start } = await serve(context, BOTS.get(name) ?? '');
      const other = await TcpClient.connect(port);
      context.after(() => other.socket.destroy());
      other.send('HELO ann');
      assert.equal(await other.line(), 'OK');
      const bot = start('ann');
      assert.equal(await inTime('the end of the bot', bot.ended()), 0, bot.output);
      assert.match(bot.output, /^no: /);
    });
  }
});
