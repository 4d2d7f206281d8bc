import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ok } from '../../../src/result.ts';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import type { Log } from '../../../src/server/hub/observability.ts';
import { Nu6LineClient } from '../../support/computer-players/nu6-line-client.ts';
import { firstPointPlayer } from '../../support/computer-players/scripted-player.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../../support/server/in-memory-server.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript } from '../../support/transcripts/transcript.ts';

/** A computer player whose engine fails in every game. */
const BROKEN: ComputerPlayer = {
  ...firstPointPlayer('tengen'),
  engine: () => ({ gaveUp: true, choose: async () => ok({ kind: 'resign' }), close: async () => {} }),
};

async function startServer(options: InMemoryServerOptions): Promise<InMemoryServer> {
  const server = new InMemoryServer({ house: [BROKEN], ...options });
  await server.start();
  return server;
}

/** A log that collects the fields of its errors. */
function errorLog(): { log: Log; errors: unknown[] } {
  const errors: unknown[] = [];
  return { errors, log: { debug: () => {}, info: () => {}, error: (fields) => errors.push(fields) } };
}

describe('a computer player whose engine fails', () => {
  test('takes no more seeks after three games in a row, and this is logged', async () => {
    const { log, errors } = errorLog();
    const server = await startServer({ log });
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    for (let game = 1; game <= 3; game++) {
      await alice.send('CORE.MOVE~40');
      assert.equal(alice.takeLines().at(-1), 'CORE.GAMEOVER~BLACK~81~0~SURRENDER', `game ${game}`);
      await alice.send('CORE.NEWGAME~9');
      await server.clock.advance(10_000);
    }
    assert.deepEqual(alice.takeLines(), []);
    assert.deepEqual(errors, [{ player: 'tengen' }]);
  });

  test('stays present, and sends the reason to every client and to each player who waits for it', () => {
    const game = `
alice: CORE.NEWGAME~9
wait 10 s
server --> alice: CORE.MATCH~BLACK~9~tengen
alice: CORE.MOVE~40
server --> alice: CORE.MOVE~40
server --> alice: CORE.GAMEOVER~BLACK~81~0~SURRENDER`;
    const why = 'I will not play again until the server is restarted: my engine failed in 3 games in a row';
    return runTranscript(
      parseTranscript(`
connect alice: nu6
alice: CORE.HELLO~alice
server --> alice: CORE.HELLO
connect dave: nedap from 127.0.0.2
dave: GO dave 5 alice
server --> dave: WAITING
${game}
${game}
${game}
server --> dave: CHAT tengen: ${why}
connect bob: nedap from 127.0.0.3
bob: GO bob 9 tengen
server --> bob: WAITING
server --> bob: CHAT tengen: ${why}
bob: GO bob 5 tengen
server --> bob: WAITING
server --> bob: CHAT tengen: ${why}
connect erin: web from 127.0.0.5
erin: {"kind":"enter","name":"erin"}
server --> erin: {"kind":"done","name":"erin"}
server --> erin: {"kind":"you","name":"erin"}
# A player who waits for any computer is told as well.
erin: {"kind":"seek","board":{"game":"go","size":9},"computer":true}
server --> erin: {"kind":"done","waiting":true}
server --> erin: {"kind":"you","name":"erin","seek":{"board":{"game":"go","size":9,"komi":7.5,"ko":"positional","suicide":"allowed"},"computer":true}}
server --> erin: {"kind":"chat","from":"tengen","text":"${why}","to":"you","at":946684830000}
# It keeps its name, and whoever waits for anybody is not answered by it.
connect carol: nu6 from 127.0.0.4
carol: CORE.HELLO~tengen
server --> carol: CORE.ERROR~NAMETAKEN
alice: CORE.NEWGAME~9
wait 100 s
`),
      'whole',
      [BROKEN],
    );
  });

  test('takes no more seeks even if a player is always waiting for it', async () => {
    const { log, errors } = errorLog();
    const server = await startServer({ log, houseSeats: 1 });
    const clients = [];
    for (const number of [1, 2, 3, 4, 5]) {
      clients.push(await Nu6LineClient.enterAndSeek(server, `visitor${number}`, `127.0.0.${number}`, 6 + number));
    }
    for (const client of clients) await client.send('CORE.MOVE~40');
    const played = clients.map((client) => client.takeLines().some((line) => line.startsWith('CORE.GAMEOVER')));
    assert.deepEqual(played, [true, true, true, false, false]);
    assert.deepEqual(errors, [{ player: 'tengen' }]);
  });
});
