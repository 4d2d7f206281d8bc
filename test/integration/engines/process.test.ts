import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import test, { type TestContext } from 'node:test';
import { type EngineProcess, startProcess } from '../../../src/engines/engine-process.ts';
import { ENGINE_TIMEOUTS, type EngineTimeouts } from '../../../src/engines/engine-timeouts.ts';
import { temporaryFolder } from '../../e2e/serve/server-process.ts';
import {
  connectedProgramCommand,
  launcherCommand,
  SHORT_TIMEOUTS,
  scriptCommand,
} from '../../support/engines/engine-command-lines.ts';

/** Starts a program that is killed after the test. */
async function start(
  context: TestContext,
  command: string,
  log: string[] = [],
  timeouts: EngineTimeouts = ENGINE_TIMEOUTS,
): Promise<EngineProcess> {
  const program = await startProcess(command, (line) => log.push(line), timeouts);
  assert.ok(program.ok);
  context.after(() => program.value.kill('SIGKILL'));
  return program.value;
}

const next = async (program: EngineProcess): Promise<string> => {
  const line = await program.line(program.now() + 60_000);
  return line.ok ? line.value : `problem: ${line.problem}`;
};

async function startProblem(command: string): Promise<string> {
  const program = await startProcess(command, () => {});
  assert.ok(!program.ok);
  return program.problem;
}

test('a program that cannot be run is reported in one line', async (t) => {
  assert.equal(await startProblem('/no/such/program --mode gtp'), 'there is no program "/no/such/program"');
  assert.equal(await startProblem('no-such-program-anywhere'), 'there is no program "no-such-program-anywhere"');
  const path = temporaryFolder(t)('notes.txt');
  writeFileSync(path, 'text', { mode: 0o644 });
  assert.equal(await startProblem(`"${path}"`), `"${path}" may not be run as a program`);
  assert.equal(await startProblem('  '), 'the command that runs the engine is empty');
  assert.equal(await startProblem('""'), 'the command that runs the engine is empty');
  assert.equal(await startProblem('gnugo \0'), 'the command that runs the engine holds a NUL');
});

test('quotes group words of a command, which no shell interprets', async (t) => {
  const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
  const program = await start(t, `${scriptCommand(script)} 'a b' $HOME * "" c`);
  assert.equal(await next(program), '["a b","$HOME","*","","c"]');
});

test('lines end in CRLF, LF or CR, and text after the last line end is a line', async (t) => {
  const program = await start(t, scriptCommand("process.stdout.write('a\\r\\nb\\nc\\rd')"));
  assert.deepEqual([await next(program), await next(program), await next(program), await next(program)], [...'abcd']);
  assert.match(await next(program), /ended with exit code 0/);
});

test('a program receives everything that is written to it', async (t) => {
  const program = await start(t, scriptCommand('process.stdin.pipe(process.stdout)'));
  program.write(`${'x'.repeat(10_000)}\n`);
  program.write('second\n');
  assert.equal((await next(program)).length, 10_000);
  assert.equal(await next(program), 'second');
  assert.deepEqual(program.unread(), []);
});

test('the exit code or signal and the last line of standard error are reported', async (t) => {
  const crashing = await start(t, scriptCommand("console.error('no weights\\n'); process.exitCode = 3"));
  assert.match(await next(crashing), /^problem: \S+ ended with exit code 3: no weights$/);
  const shot = await start(t, scriptCommand("process.kill(process.pid, 'SIGKILL')"));
  assert.match(await next(shot), /^problem: \S+ was ended by SIGKILL$/);
  // Writing to the ended program and stopping it again have no effect.
  shot.write('hello\n');
  await shot.stop('quit\n');
  assert.match(await next(shot), /was ended by SIGKILL$/);
});

test('a program that prints nothing before the deadline is reported', async (t) => {
  const program = await start(t, scriptCommand('setInterval(() => {}, 60_000)'), [], SHORT_TIMEOUTS);
  const line = await program.line(program.now() + 1);
  assert.ok(!line.ok);
  assert.match(line.problem, /does not answer$/);
});

test('the lines of standard error go to the log, up to a limit', async (t) => {
  const log: string[] = [];
  const script =
    "console.error('a\\tb\\x1b[0m\\n\\n' + 'x'.repeat(5000)); for (let i = 3; i <= 2000; i++) console.error(i)";
  const program = await start(t, scriptCommand(script), log);
  assert.match(await next(program), /exit code 0: 2000$/);
  assert.equal(log[0], 'a b [0m');
  assert.equal(log[1], 'x'.repeat(1_000));
  assert.equal(log[999], '1000');
  assert.deepEqual(log.slice(1_000), ['(more on standard error is left out)']);
});

test('a program that prints too much for one answer is reported and killed', async (t) => {
  const program = await start(
    t,
    scriptCommand("const f = (e) => e ?? process.stdout.write('x'.repeat(65536) + '\\n', f); f()"),
  );
  let line = await next(program);
  let received = 0;
  for (; !line.startsWith('problem'); line = await next(program)) received += line.length;
  assert.match(line, /sends too much: more than 1048576 characters for one answer$/);
  assert.ok(received <= 1_048_576);
  await program.stop('');
});

test('a program that prints too much is killed even if no line is read', async (t) => {
  const log: string[] = [];
  const script = "const f = (e) => e ?? process.stdout.write('\\n'.repeat(65536), f); f()";
  const program = await start(t, scriptCommand(script), log, { ...ENGINE_TIMEOUTS, quit: 60_000 });
  // `quit` is 60 s, so the program is killed because of its output, not because of a timeout.
  await program.stop('');
  assert.deepEqual(log, []);
});

test('a program that quits on request gets no signal', async (t) => {
  const log: string[] = [];
  const program = await start(t, scriptCommand("process.stdin.once('data', () => process.exit())"), log);
  const reading = next(program);
  await Promise.all([program.stop('quit\n'), program.stop('quit\n')]);
  assert.match(await reading, /is closed$/);
  assert.deepEqual(log, []);
});

test('a program that does not quit gets SIGTERM', async (t) => {
  const log: string[] = [];
  const timeouts = { ...SHORT_TIMEOUTS, terminate: 60_000 };
  const program = await start(t, scriptCommand("setInterval(() => {}, 60_000); console.log('up')"), log, timeouts);
  assert.equal(await next(program), 'up');
  await program.stop('quit\n');
  assert.deepEqual(log.map(withoutName), ['does not quit: SIGTERM']);
});

test('a program that ignores SIGTERM gets SIGKILL', async (t) => {
  const log: string[] = [];
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 60_000); console.log('up')";
  const program = await start(t, scriptCommand(script), log, SHORT_TIMEOUTS);
  assert.equal(await next(program), 'up');
  await program.stop('quit\n');
  assert.deepEqual(log.map(withoutName), ['does not quit: SIGTERM', 'ignores SIGTERM: SIGKILL']);
});

test('writing to a program that has closed its input throws nothing', async (t) => {
  const script = "require('node:fs').closeSync(0); console.log('deaf'); setInterval(() => {}, 60_000)";
  const program = await start(t, scriptCommand(script), [], SHORT_TIMEOUTS);
  assert.equal(await next(program), 'deaf');
  for (let i = 0; i < 100; i++) program.write('x'.repeat(100_000));
  await program.stop('quit\n');
});

/** A listener to which a program connects. The connection is closed when the program exits. */
async function listenForProgram(
  context: TestContext,
): Promise<{ readonly port: number; connection(): Promise<Socket> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  const first = new Promise<Socket>((resolve) => server.on('connection', resolve));
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('error', () => {}).resume();
  });
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { port: address.port, connection: () => first };
}

test('a program that was started by a wrapper ends with the wrapper', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { port, connection } = await listenForProgram(t);
  const program = await start(t, `sh -c '${connectedProgramCommand(port)} & read line'`);
  const exited = once(await connection(), 'close');
  await program.stop('quit\n');
  await exited;
});

test('an engine does not outlive the process that runs it', { skip: process.platform === 'win32' }, async (t) => {
  const { port, connection } = await listenForProgram(t);
  const owner = await start(t, launcherCommand(connectedProgramCommand(port)));
  const exited = once(await connection(), 'close');
  await owner.stop('exit\n');
  await exited;
});

const withoutName = (line: string): string => line.slice(line.indexOf(' ') + 1);
