import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { refusal, serve, Tengen } from '../serve/server-process.ts';

/** Runs `tengen check`. Returns its output and exit code. */
async function check(...args: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const tengen = new Tengen('check', ...args);
  const code = await tengen.ended();
  return { code, stdout: tengen.stdout, stderr: tengen.stderr };
}

describe('tengen check', { concurrency: true }, () => {
  test('exits with 0 and prints a table if all clauses are kept', async (t) => {
    const [port] = await serve(t, '--durability', 'none').ports();
    const { code, stdout, stderr } = await check(`nedap://127.0.0.1:${port}?dialect=later`, '--patience', '10');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Opstarten: Wachten\n {2}kept {9}GO is answered by WAITING\n/);
    assert.match(stdout, new RegExp(`\nnedap://127.0.0.1:${port}: 34 kept, 0 broken, 0 not reached\n$`));
  });

  test('exits with 1 if a clause is broken; --json prints JSON', async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.write('OK\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const bound = server.address();
    assert(bound !== null && typeof bound === 'object');
    const { code, stdout } = await check(`daigo://127.0.0.1:${bound.port}`, '--json');
    assert.equal(code, 1);
    const { kept, clauses } = JSON.parse(stdout);
    assert(kept > 0);
    const second = clauses.find(({ title }: { title: string }) => title === 'a second HELO is error 7');
    assert.equal(second.verdict.kind, 'broken');
    assert.equal(second.verdict.mismatch.expected, 'ann receives ERROR 7');
    assert.equal(second.verdict.mismatch.received, 'OK');
  });

  test('exits with 1 if too few clauses could be examined', async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => socket.end(`${bytes}` === 'go 0.1.0\n' ? 'ok 0.1.0\nfull\n' : 'no\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const bound = server.address();
    assert(bound !== null && typeof bound === 'object');
    const { code, stdout } = await check(`remastered://127.0.0.1:${bound.port}`, '--patience', '1');
    assert.equal(code, 1);
    assert.match(stdout, /: 2 kept, 0 broken, \d+ not reached\nnot examined: too few clauses were reached\n$/);
  });

  test('exits with 1 if the server sends messages without end', async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('WAITING\n');
      const flood = (): void => {
        while (!socket.destroyed && socket.write('WARNING a flood\n'.repeat(1_000)));
      };
      socket.once('data', () => setTimeout(flood, 50));
      socket.on('drain', () => setImmediate(flood));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const bound = server.address();
    assert(bound !== null && typeof bound === 'object');
    const { code, stdout } = await check(`nedap://127.0.0.1:${bound.port}`, '--patience', '1');
    assert.equal(code, 1);
    assert.match(stdout, /more than 1000 messages were received\n/);
    assert.match(stdout, /: [01] kept, 0 broken, \d+ not reached\nnot examined/);
  });

  test('exits with 2 and one line if the server cannot be examined', async () => {
    assert.match(await refusal('check', 'nedap://127.0.0.1:1919?size=8'), /size is odd, not "8"/);
    const unreachable = await refusal('check', 'nu6://127.0.0.1:1');
    assert.equal(unreachable, 'tengen: nu6://127.0.0.1:1: no connection: connection refused\n');
  });
});

describe('tengen check --client', () => {
  test('listens, examines the client that connects, and exits with the verdict', async (t) => {
    const tengen = new Tengen('check', '--client', 'gomokurs?size=9', '--patience', '3');
    t.after(() => tengen.end('SIGKILL'));
    const [port] = await tengen.ports();
    const socket = connect(port ?? 0, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    // PROTOCOL VERSION 0.1.0, and then PLAY where READY belongs.
    socket.write(Buffer.from('0a00000005302e312e300c0000', 'hex'));
    assert.equal(await tengen.ended(), 1);
    assert.match(tengen.stdout, /\n {2}kept {9}the player says PROTOCOL VERSION first\n/);
    assert.match(tengen.stdout, /expected: client sends READY\n {17}received: PLAY 0 0\n/);
    assert.match(tengen.stdout, /\na gomokurs client: 1 kept, 1 broken, \d+ not reached\nnot examined/);
  });

  test('refuses an unknown protocol', async () => {
    assert.match(await refusal('check', '--client', 'web'), /unknown protocol "web"; known protocols are remastered/);
  });
});
