import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EngineChoice, Situation } from '../../../src/engines/engine.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { ok, problem, type Result } from '../../../src/result.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import type { Log } from '../../../src/server/hub/observability.ts';
import { scripted, simpleton } from '../../support/computer-players/scripted-player.ts';
import { TextClient } from '../../support/computer-players/text-client.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../../support/server/in-memory-server.ts';
import { SimulatedDisk } from '../../support/simulation/simulated-disk.ts';
import { perform } from '../../support/transcripts/perform.ts';
import { parseTranscript } from '../../support/transcripts/transcript.ts';

const PASS: EngineChoice = { kind: 'pass' };
const stone = (x: number, y: number, size = 9): EngineChoice => {
  const point = pointAt(square(size), x, y);
  return point === undefined ? assert.fail('off the board') : { kind: 'play', point };
};

/** A computer player whose engines choose when they are told to, and what has happened to them. */
class Puppets {
  readonly happened: string[] = [];
  readonly asked: Situation[] = [];
  readonly player: ComputerPlayer;
  #answers: ((choice: Result<EngineChoice>) => void)[] = [];
  #engines = 0;

  constructor() {
    const engine = () => {
      const number = ++this.#engines;
      this.happened.push(`engine ${number} opens`);
      return {
        newGame: () => void this.happened.push(`engine ${number} has a new game`),
        choose: (situation: Situation) => {
          this.happened.push(`engine ${number} thinks`);
          this.asked.push(situation);
          return new Promise<Result<EngineChoice>>((resolve) => this.#answers.push(resolve));
        },
        close: async () => void this.happened.push(`engine ${number} closes`),
      };
    };
    const close = async () => void this.happened.push('the player closes');
    this.player = { ...simpleton('tengen'), engine, close };
  }

  /** The one that has thought for the longest answers. */
  answer(choice: EngineChoice): void {
    this.#answers.shift()?.(ok(choice));
  }
}

async function worldWith(
  player: ComputerPlayer,
  options: InMemoryServerOptions = {},
  journal?: Journal,
): Promise<InMemoryServer> {
  const world = new InMemoryServer({ house: [player], ...options }, journal);
  await world.start();
  return world;
}

/** A log that keeps what goes wrong. */
function troubles(): { log: Log; said: unknown[] } {
  const said: unknown[] = [];
  return { said, log: { debug: () => {}, info: () => {}, error: (what) => said.push(what) } };
}

describe('an engine', () => {
  test('is asked with the whole game, by the strictest rules, as soon as it is to move', async () => {
    const puppets = new Puppets();
    const world = await worldWith(puppets.player);
    const alice = await TextClient.waits(world, 'alice');
    assert.deepEqual(puppets.happened, []);
    await alice.says('CORE.MOVE~40');
    puppets.answer(PASS);
    await world.clock.settle();
    await alice.says('CORE.MOVE~41');
    const [first, second] = [40, 41].map((point) => ({ kind: 'play', color: 'black', point }));
    const board = { game: 'go', size: 9, color: 'white', setup: [], komi: 0 };
    const rulesets = [{ ko: 'positional', suicide: 'forbidden' }];
    assert.deepEqual(puppets.asked, [
      { ...board, rulesets, moves: [first] },
      { ...board, rulesets, moves: [first, { kind: 'pass', color: 'white' }, second] },
    ]);
  });

  test('is not asked for a move by the turn that ends the game', async () => {
    const puppets = new Puppets();
    const world = await worldWith(puppets.player);
    const alice = await TextClient.waits(world, 'alice');
    await alice.says('CORE.MOVE~40');
    puppets.answer(PASS);
    await world.clock.settle();
    alice.told();
    await alice.says('CORE.PASS');
    assert.deepEqual(alice.told(), ['CORE.PASS', 'CORE.GAMEOVER~BLACK~81~0']);
    assert.deepEqual(puppets.happened, ['engine 1 opens', 'engine 1 thinks']);
  });

  test('plays the next game, and is told so', async () => {
    const puppets = new Puppets();
    const world = await worldWith(puppets.player);
    const alice = await TextClient.waits(world, 'alice');
    await alice.says('CORE.MOVE~40');
    puppets.answer(stone(0, 0));
    await world.clock.settle();
    await alice.says('CORE.SURRENDER', 'CORE.NEWGAME~9');
    await world.clock.advance(10_000);
    await alice.says('CORE.MOVE~1');
    assert.deepEqual(puppets.happened, [
      'engine 1 opens',
      'engine 1 thinks',
      'engine 1 has a new game',
      'engine 1 thinks',
    ]);
  });

  test('that thinks when its game is over goes; what it says then is nobody’s move', async () => {
    const puppets = new Puppets();
    const world = await worldWith(puppets.player);
    const alice = await TextClient.waits(world, 'alice');
    await alice.says('CORE.MOVE~40', 'CORE.SURRENDER');
    const bob = await TextClient.waits(world, 'bob', '127.0.0.2');
    await bob.says('CORE.MOVE~30');
    assert.deepEqual(puppets.happened, [
      'engine 1 opens',
      'engine 1 thinks',
      'engine 1 closes',
      'engine 2 opens',
      'engine 2 thinks',
    ]);
    assert.deepEqual(bob.told(), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~30']);
    puppets.answer(stone(0, 0));
    await world.clock.settle();
    assert.deepEqual(bob.told(), []);
    puppets.answer(stone(1, 0));
    await world.clock.settle();
    assert.deepEqual(bob.told(), ['CORE.MOVE~1']);
  });

  test('is asked again after the server has died while it thought, and moves once', async () => {
    const puppets = new Puppets();
    const world = await worldWith(puppets.player);
    const alice = await TextClient.waits(world, 'alice');
    await alice.says('CORE.MOVE~40');
    await world.start();
    puppets.answer(stone(0, 0));
    await world.clock.settle();
    const again = await TextClient.waits(world, 'alice');
    puppets.answer(stone(1, 0));
    await world.clock.settle();
    assert.deepEqual(again.told(), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~40', 'CORE.MOVE~1']);
    assert.deepEqual(puppets.happened, [
      'engine 1 opens',
      'engine 1 thinks',
      'engine 1 closes',
      'the player closes',
      'engine 2 opens',
      'engine 2 thinks',
    ]);
  });

  test('is closed when the server stops, and nobody comes in its place', async () => {
    const puppets = new Puppets();
    const world = await worldWith(puppets.player);
    const alice = await TextClient.waits(world, 'alice');
    await alice.says('CORE.MOVE~40');
    await world.stop();
    puppets.answer(stone(0, 0));
    await world.clock.settle();
    assert.deepEqual(puppets.happened.slice(2), ['engine 1 closes', 'the player closes']);
    assert.equal(world.hub.statistics.players, 0);
    assert.deepEqual(alice.told().slice(2), ['CORE.MOVE~40', 'CORE.BYE~👋']);
  });

  test('whose move cannot be kept now is not asked again, and does not resign: it is kept as soon as it can be', async () => {
    const puppets = new Puppets();
    const world = await worldWith(puppets.player);
    const alice = await TextClient.waits(world, 'alice');
    await alice.says('CORE.MOVE~40');
    alice.told();
    world.hasRoom = false;
    puppets.answer(stone(0, 0));
    await world.clock.advance(600_000);
    assert.deepEqual(alice.told(), []);
    world.hasRoom = true;
    await world.clock.advance(1_000);
    assert.deepEqual(alice.told(), ['CORE.MOVE~0']);
    assert.equal(puppets.asked.length, 1);
  });

  test('is asked with the position that a take-back leaves; its choice for the one before is nobody’s move', async () => {
    const puppets = new Puppets();
    const world = await worldWith(puppets.player);
    const link = { id: 'anne', send: () => {}, close: () => {}, pause: () => {} };
    const connection = world.reception('web')('127.0.0.1', link);
    const says = async (...messages: readonly object[]): Promise<void> => {
      for (const message of messages) {
        connection.receive(Buffer.from(`${JSON.stringify(message)}\n`));
        await world.clock.settle();
      }
    };
    await says(
      { kind: 'enter', name: 'anne' },
      { kind: 'seek', board: { game: 'go', size: 9 }, options: { takeBack: true }, opponent: 'tengen' },
      { kind: 'play', point: { x: 4, y: 4 } },
      { kind: 'offer', what: 'undo' },
      { kind: 'play', point: { x: 5, y: 4 } },
    );
    puppets.answer(stone(0, 0));
    await world.clock.settle();
    assert.deepEqual(
      puppets.asked.map(({ moves }) => moves),
      [40, 41].map((point) => [{ kind: 'play', color: 'black', point }]),
    );
    const played = async (): Promise<number> =>
      (await world.journal.game(1)).filter(({ event }) => event.kind === 'played').length;
    assert.equal(await played(), 2);
    puppets.answer(stone(0, 0));
    await world.clock.settle();
    assert.equal(await played(), 3);
  });

  test('that gives up resigns', async () => {
    const { log, said } = troubles();
    const world = await worldWith(
      scripted('tengen', () => ok({ kind: 'resign' })),
      { log },
    );
    const alice = await TextClient.waits(world, 'alice');
    await alice.says('CORE.MOVE~40');
    assert.deepEqual(alice.told().slice(2), ['CORE.MOVE~40', 'CORE.GAMEOVER~BLACK~81~0~SURRENDER']);
    assert.deepEqual(said, []);
  });

  for (const [what, choice, why] of [
    ['has a problem', problem('the engine is gone'), 'the engine is gone'],
    ['plays where a stone stands', ok(stone(4, 4)), 'the move was refused: occupied'],
  ] as const) {
    test(`that ${what} resigns, and the log says why`, async () => {
      const { log, said } = troubles();
      const world = await worldWith(
        scripted('tengen', () => choice),
        { log },
      );
      const alice = await TextClient.waits(world, 'alice');
      await alice.says('CORE.MOVE~40');
      assert.deepEqual(alice.told().slice(2), ['CORE.MOVE~40', 'CORE.GAMEOVER~BLACK~81~0~SURRENDER']);
      assert.deepEqual(said, [{ player: 'tengen', game: 1, error: why }]);
      // The next newcomer is answered all the same.
      await alice.says('CORE.NEWGAME~9');
      await world.clock.advance(10_000);
      assert.deepEqual(alice.told(), ['CORE.MATCH~BLACK~9~tengen']);
    });
  }

  test('that passes in Gomoku, where there is no pass, resigns', () =>
    perform(
      parseTranscript(`
connect gus: gomokurs?size=9
gus: PROTOCOL VERSION [0C 00 00 00 05 30 2E 32 2E 30]
server --> gus: PROTOCOL COMPATIBLE [00]
wait 10 s
server --> gus: START [01 09]
gus: READY [0D]
server --> gus: BEGIN [04]
gus: PLAY [0E 04 04]
server --> gus: RESULT [07 01] END [08]
server closes gus
`),
      'whole',
      [scripted('tengen', () => ok(PASS))],
    ));

  test('cannot be answered by a suicide, which its rules forbid', () =>
    perform(
      parseTranscript(`
connect alice: nu6
alice: CORE.HELLO~alice
server --> alice: CORE.HELLO
alice: CORE.NEWGAME~3
wait 10 s
server --> alice: CORE.MATCH~BLACK~3~tengen
alice: CORE.MOVE~0
server --> alice: CORE.MOVE~0
server --> alice: CORE.MOVE~2
alice: CORE.PASS
server --> alice: CORE.PASS
server --> alice: CORE.MOVE~4
alice: CORE.PASS
server --> alice: CORE.PASS
server --> alice: CORE.MOVE~3
# The stones at 0 and 1 would have no liberty.
alice: CORE.MOVE~1
server --> alice: CORE.ERROR~ILLEGAL~SUICIDE
`),
      'whole',
      [
        scripted('tengen', ({ moves }) =>
          ok([stone(2, 0, 3), stone(1, 1, 3), stone(0, 1, 3)][moves.length >> 1] ?? PASS),
        ),
      ],
    ));
});

describe('while the journal writes', () => {
  test('a move for a game that is over, though not told to be, is no trouble', async () => {
    const { log, said } = troubles();
    const puppets = new Puppets();
    const journal = new SimulatedDisk();
    const world = await worldWith(puppets.player, { log }, journal);
    const keep = async (): Promise<void> => {
      journal.turn(1);
      await world.clock.settle();
    };
    const alice = await TextClient.waits(world, 'alice');
    await keep();
    await alice.says('CORE.MOVE~40');
    await keep();
    await alice.says('CORE.SURRENDER');
    puppets.answer(stone(0, 0));
    await world.clock.settle();
    await keep();
    assert.deepEqual(alice.told().slice(2), ['CORE.MOVE~40', 'CORE.GAMEOVER~WHITE~81~0~SURRENDER']);
    assert.deepEqual(said, []);
  });
});

describe('two computer players', () => {
  test('never meet, and the one with fewer games takes the next seek', async () => {
    const world = await worldWith(simpleton('tengen'), { house: [simpleton('tengen'), simpleton('gnugo')] });
    await world.clock.advance(60_000);
    assert.equal(world.hub.statistics.games, 0);
    const alice = await TextClient.waits(world, 'alice');
    const bob = await TextClient.waits(world, 'bob', '127.0.0.2');
    assert.deepEqual(alice.told(), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~tengen']);
    assert.deepEqual(bob.told(), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~gnugo']);
    assert.equal(world.hub.statistics.games, 2);
  });
});
