import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ok } from '../../../src/result.ts';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import type { Log } from '../../../src/server/hub/observability.ts';
import { simpleton } from '../../support/computer-players/scripted-player.ts';
import { TextClient } from '../../support/computer-players/text-client.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../../support/server/in-memory-server.ts';
import { perform } from '../../support/transcripts/perform.ts';
import { parseTranscript } from '../../support/transcripts/transcript.ts';

/** Its engine fails in every game. */
const BROKEN: ComputerPlayer = {
  ...simpleton('tengen'),
  engine: () => ({ gaveUp: true, choose: async () => ok({ kind: 'resign' }), close: async () => {} }),
};

async function worldWith(options: InMemoryServerOptions): Promise<InMemoryServer> {
  const world = new InMemoryServer({ house: [BROKEN], ...options });
  await world.start();
  return world;
}

/** A log that keeps what goes wrong. */
function troubles(): { log: Log; said: unknown[] } {
  const said: unknown[] = [];
  return { said, log: { debug: () => {}, info: () => {}, error: (what) => said.push(what) } };
}

describe('a computer player', () => {
  test('that fails in one game after the other is spared to newcomers, and the log says so', async () => {
    const { log, said } = troubles();
    const world = await worldWith({ log });
    const alice = await TextClient.waits(world, 'alice');
    for (let game = 1; game <= 3; game++) {
      await alice.says('CORE.MOVE~40');
      assert.equal(alice.told().at(-1), 'CORE.GAMEOVER~BLACK~81~0~SURRENDER', `game ${game}`);
      await alice.says('CORE.NEWGAME~9');
      await world.clock.advance(10_000);
    }
    assert.deepEqual(alice.told(), []);
    assert.deepEqual(said, [{ player: 'tengen' }]);
  });

  test('that has failed too often stays present, and says why to everybody and to each player who waits for it', () => {
    const game = `
alice: CORE.NEWGAME~9
wait 10 s
server --> alice: CORE.MATCH~BLACK~9~tengen
alice: CORE.MOVE~40
server --> alice: CORE.MOVE~40
server --> alice: CORE.GAMEOVER~BLACK~81~0~SURRENDER`;
    const why = 'I play no more until the server is restarted: my engine failed in 3 games in a row';
    return perform(
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

  test('that fails in each game counts as failing where somebody always waits for it', async () => {
    const { log, said } = troubles();
    const world = await worldWith({ log, houseSeats: 1 });
    const visitors = [];
    for (const number of [1, 2, 3, 4, 5]) {
      visitors.push(await TextClient.waits(world, `visitor${number}`, `127.0.0.${number}`, 6 + number));
    }
    for (const visitor of visitors) await visitor.says('CORE.MOVE~40');
    const played = visitors.map((visitor) => visitor.told().some((line) => line.startsWith('CORE.GAMEOVER')));
    assert.deepEqual(played, [true, true, true, false, false]);
    assert.deepEqual(said, [{ player: 'tengen' }]);
  });
});
