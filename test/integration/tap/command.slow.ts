import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { CommandProcess } from '../../e2e/programs/command-process.ts';
import { refusal, serve, temporaryFolder } from '../../e2e/serve/server-process.ts';
import { runTranscriptOverTcp } from '../../support/tap/run-transcript-over-tcp.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript } from '../../support/transcripts/transcript.ts';

type Context = ConstructorParameters<typeof CommandProcess>[0] & Parameters<typeof serve>[0];

/** Starts `tengen serve` and a `tengen tap` in front of it, each as a process. */
async function startTap(
  context: Context,
  ...options: readonly string[]
): Promise<{ tap: CommandProcess; port: number }> {
  const [server] = await serve(context, '--durability', 'none').ports();
  const tap = new CommandProcess(context, 'tap', '--listen', '0', '--to', `127.0.0.1:${server}`, ...options);
  await tap.waitForOutput('listening on ');
  await tap.waitForOutput('\n');
  return { tap, port: Number(/:(\d+)\n/.exec(tap.stdout)?.[1]) };
}

/** The recorded transcript without its `wait` lines, which depend on the speed of the machine. */
const recordingWithoutWaits = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^wait [\d.]+ s\n/gm, '');

const GREETING = parseTranscript(`
connect ann: nu6
ann: CORE.HELLO~ann~CHAT
server --> ann: CORE.HELLO
ann: CHAT.GETLOBBY
server --> ann: CHAT.LOBBY~ann`);

describe('tengen tap', { timeout: 120_000 }, () => {
  test('shows and records a conversation, and with --once exits after it', async (context) => {
    const file = temporaryFolder(context)('talk.txt');
    const { tap, port } = await startTap(context, '--write', file, '--once');
    await runTranscriptOverTcp(port, GREETING);
    const { code, stdout, stderr } = await tap.ended();
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^ +\d+\.\d{3} {2}a --> server {2}CORE\.HELLO~ann~CHAT +is ann, with CHAT$/m);
    const transcript = parseTranscript(readFileSync(file, 'utf8'));
    assert(transcript.statements.length >= 6);
    assert.equal(statSync(file).mode & 0o777, 0o600, 'the file contains private chat');
    await runTranscript(transcript, 'whole');
  });

  test('has written everything to the file when it is stopped by SIGINT', async (context) => {
    const file = temporaryFolder(context)('talk.txt');
    const { tap, port } = await startTap(context, '--write', file);
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    client.write('HELO ann\nLI');
    await tap.waitForOutput('done');
    tap.child.kill('SIGINT');
    assert.equal((await tap.ended()).code, 0);
    client.destroy();
    const lines = recordingWithoutWaits(file).split('\n');
    assert.deepEqual(lines.slice(lines.indexOf('recorded')), [
      'recorded',
      'connect a: daigo',
      'a: HELO ann',
      'server --> a: OK',
      'a raw: LI',
      '',
    ]);
  });

  test('has written everything to the file when it is killed', async (context) => {
    const file = temporaryFolder(context)('talk.txt');
    const { tap, port } = await startTap(context, '--write', file);
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    client.write('HELO ann\n');
    await tap.waitForOutput('done');
    tap.child.kill('SIGKILL');
    await once(tap.child, 'close');
    client.destroy();
    assert.match(recordingWithoutWaits(file), /\nrecorded\nconnect a: daigo\na: HELO ann\nserver --> a: OK\n$/);
  });

  test('reports wrong options in one line with exit code 2', async (context) => {
    const listener = createServer().listen(0, '127.0.0.1');
    context.after(() => void listener.close());
    await once(listener, 'listening');
    const bound = listener.address();
    assert(bound !== null && typeof bound === 'object');
    const there = `127.0.0.1:${bound.port}`;
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [
        ['--listen', '0', '--to', there, '--protocol', 'chess'],
        /--protocol chess: unknown protocol; known protocols are \w+/,
      ],
      [['--listen', '0', '--to', '1919'], /--to: "1919" is not an address such as 127\.0\.0\.1:1919/],
      [['--listen', '0', '--to', 'no..such..host:1'], /--to no\.\.such\.\.host:1: host not found/],
      [
        ['--listen', String(bound.port), '--to', there],
        /cannot listen on 127\.0\.0\.1:\d+: the port is already in use/,
      ],
      [['--listen', '0', '--to', there, '--write', '/nowhere/talk.txt'], /cannot write \/nowhere\/talk\.txt/],
    ];
    const lines = await Promise.all(wrong.map(([options]) => refusal('tap', ...options)));
    for (const [index, [, expected]] of wrong.entries()) assert.match(lines[index]!, expected);
  });
});
