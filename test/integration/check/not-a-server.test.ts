import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { checkServer } from '../../../src/check/check-server.ts';
import { checkOptions, clausesOf, startListeningServer } from '../../support/check/listening-server.ts';

describe('the check reports', () => {
  /** Checks a server that answers all data with one line, or disconnects if there is no line. Returns the problem. */
  async function checkAnsweringServer(line: string | undefined, protocol: string): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => (line === undefined ? socket.destroy() : socket.write(`${line}\n`)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    assert(bound !== null && typeof bound === 'object');
    const options = { ...checkOptions(bound.port), timeouts: { answer: 200, silence: 20 } };
    const checked = await checkServer(clausesOf(protocol), options);
    await new Promise((resolve) => server.close(resolve));
    return checked.ok ? 'examined' : checked.problem;
  }

  test('a server of another protocol, and one that disconnects', async () => {
    assert.equal(await checkAnsweringServer('ERROR -1', 'nu6'), 'the server does not speak nu6');
    assert.equal(await checkAnsweringServer('CORE.ERROR~PROTOCOL~x', 'daigo'), 'the server does not speak daigo');
    assert.equal(await checkAnsweringServer(undefined, 'remastered'), 'the server does not speak remastered');
  });

  test('that nothing listens at the address', async () => {
    const { port, stop } = await startListeningServer('nu6://127.0.0.1:0');
    await stop();
    const checked = await checkServer(clausesOf('nu6'), checkOptions(port));
    assert.equal(checked.ok ? 'examined' : checked.problem, 'no connection: connection refused');
  });

  test('a clause as not reached if another client is waiting for a game', async () => {
    const { port, stop } = await startListeningServer('nu6://127.0.0.1:0');
    const other = connect(port, '127.0.0.1');
    try {
      other.write('CORE.HELLO~zed\nCORE.NEWGAME~11\n');
      await new Promise((resolve) => other.once('data', resolve));
      const checked = await checkServer(clausesOf('nu6'), checkOptions(port));
      assert(checked.ok);
      const missed = checked.value.filter(({ verdict }) => verdict.kind === 'not reached');
      assert.deepEqual(
        missed.map(({ title, verdict }) => [title, verdict.kind === 'not reached' && verdict.reason]),
        [['players who ask for different sizes do not meet', 'met another client of the server, zed']],
      );
    } finally {
      other.destroy();
      await stop();
    }
  });
});
