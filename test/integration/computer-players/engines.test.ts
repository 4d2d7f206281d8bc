import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EngineChoice, Situation } from '../../../src/engines/engine.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { ok, problem, type Result } from '../../../src/result.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import type { Log } from '../../../src/server/hub/observability.ts';
import { Nu6LineClient } from '../../support/computer-players/nu6-line-client.ts';
import { firstPointPlayer, scriptedPlayer } from '../../support/computer-players/scripted-player.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../../support/server/in-memory-server.ts';
import { SimulatedDisk } from '../../support/simulation/simulated-disk.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript } from '../../support/transcripts/transcript.ts';

const PASS: EngineChoice = { kind: 'pass' };
const stone = (x: number, y: number, size = 9): EngineChoice => {
  const point = pointAt(square(size), x, y);
  return point === undefined ? assert.fail('off the board') : { kind: 'play', point };
};

/** A computer player whose engines choose a move when the test calls `answer`. It records what happens to the engines. */
class ManualPlayer {
  readonly events: string[] = [];
  readonly situations: Situation[] = [];
  readonly player: ComputerPlayer;
  #answers: ((choice: Result<EngineChoice>) => void)[] = [];
  #engines = 0;

  constructor() {
    const engine = () => {
      const number = ++this.#engines;
      this.events.push(`engine ${number} opens`);
      return {
        newGame: () => void this.events.push(`engine ${number} has a new game`),
        choose: (situation: Situation) => {
          this.events.push(`engine ${number} thinks`);
          this.situations.push(situation);
          return new Promise<Result<EngineChoice>>((resolve) => this.#answers.push(resolve));
        },
        close: async () => void this.events.push(`engine ${number} closes`),
      };
    };
    const close = async () => void this.events.push('the player closes');
    this.player = { ...firstPointPlayer('tengen'), engine, close };
  }

  /** Answers the oldest pending choice. */
  answer(choice: EngineChoice): void {
    this.#answers.shift()?.(ok(choice));
  }
}

async function startServer(
  player: ComputerPlayer,
  options: InMemoryServerOptions = {},
  journal?: Journal,
): Promise<InMemoryServer> {
  const server = new InMemoryServer({ house: [player], ...options }, journal);
  await server.start();
  return server;
}

/** A log that collects the fields of its errors. */
function errorLog(): { log: Log; errors: unknown[] } {
  const errors: unknown[] = [];
  return { errors, log: { debug: () => {}, info: () => {}, error: (fields) => errors.push(fields) } };
}

describe('an engine', () => {
  test('gets the whole game and the strictest rules when it is its turn', async () => {
    const manual = new ManualPlayer();
    const server = await startServer(manual.player);
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    assert.deepEqual(manual.events, []);
    await alice.send('CORE.MOVE~40');
    manual.answer(PASS);
    await server.clock.settle();
    await alice.send('CORE.MOVE~41');
    const [first, second] = [40, 41].map((point) => ({ kind: 'play', color: 'black', point }));
    const board = { game: 'go', size: 9, color: 'white', setup: [], komi: 0 };
    const rulesets = [{ ko: 'positional', suicide: 'forbidden' }];
    assert.deepEqual(manual.situations, [
      { ...board, rulesets, moves: [first] },
      { ...board, rulesets, moves: [first, { kind: 'pass', color: 'white' }, second] },
    ]);
  });

  test('is not asked for a move after the move that ends the game', async () => {
    const manual = new ManualPlayer();
    const server = await startServer(manual.player);
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    await alice.send('CORE.MOVE~40');
    manual.answer(PASS);
    await server.clock.settle();
    alice.takeLines();
    await alice.send('CORE.PASS');
    assert.deepEqual(alice.takeLines(), ['CORE.PASS', 'CORE.GAMEOVER~BLACK~81~0']);
    assert.deepEqual(manual.events, ['engine 1 opens', 'engine 1 thinks']);
  });

  test('plays the next game after newGame', async () => {
    const manual = new ManualPlayer();
    const server = await startServer(manual.player);
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    await alice.send('CORE.MOVE~40');
    manual.answer(stone(0, 0));
    await server.clock.settle();
    await alice.send('CORE.SURRENDER', 'CORE.NEWGAME~9');
    await server.clock.advance(10_000);
    await alice.send('CORE.MOVE~1');
    assert.deepEqual(manual.events, [
      'engine 1 opens',
      'engine 1 thinks',
      'engine 1 has a new game',
      'engine 1 thinks',
    ]);
  });

  test('that still thinks when its game ends is closed, and its choice is ignored', async () => {
    const manual = new ManualPlayer();
    const server = await startServer(manual.player);
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    await alice.send('CORE.MOVE~40', 'CORE.SURRENDER');
    const bob = await Nu6LineClient.enterAndSeek(server, 'bob', '127.0.0.2');
    await bob.send('CORE.MOVE~30');
    assert.deepEqual(manual.events, [
      'engine 1 opens',
      'engine 1 thinks',
      'engine 1 closes',
      'engine 2 opens',
      'engine 2 thinks',
    ]);
    assert.deepEqual(bob.takeLines(), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~30']);
    manual.answer(stone(0, 0));
    await server.clock.settle();
    assert.deepEqual(bob.takeLines(), []);
    manual.answer(stone(1, 0));
    await server.clock.settle();
    assert.deepEqual(bob.takeLines(), ['CORE.MOVE~1']);
  });

  test('is asked again after the server was restarted during its choice, and moves once', async () => {
    const manual = new ManualPlayer();
    const server = await startServer(manual.player);
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    await alice.send('CORE.MOVE~40');
    await server.start();
    manual.answer(stone(0, 0));
    await server.clock.settle();
    const again = await Nu6LineClient.enterAndSeek(server, 'alice');
    manual.answer(stone(1, 0));
    await server.clock.settle();
    assert.deepEqual(again.takeLines(), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~40', 'CORE.MOVE~1']);
    assert.deepEqual(manual.events, [
      'engine 1 opens',
      'engine 1 thinks',
      'engine 1 closes',
      'the player closes',
      'engine 2 opens',
      'engine 2 thinks',
    ]);
  });

  test('is closed when the server stops, and no other engine is opened', async () => {
    const manual = new ManualPlayer();
    const server = await startServer(manual.player);
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    await alice.send('CORE.MOVE~40');
    await server.stop();
    manual.answer(stone(0, 0));
    await server.clock.settle();
    assert.deepEqual(manual.events.slice(2), ['engine 1 closes', 'the player closes']);
    assert.equal(server.hub.statistics.players, 0);
    assert.deepEqual(alice.takeLines().slice(2), ['CORE.MOVE~40', 'CORE.BYE~👋']);
  });

  test('is not asked again while its move cannot be stored, and the move is stored later', async () => {
    const manual = new ManualPlayer();
    const server = await startServer(manual.player);
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    await alice.send('CORE.MOVE~40');
    alice.takeLines();
    server.hasRoom = false;
    manual.answer(stone(0, 0));
    await server.clock.advance(600_000);
    assert.deepEqual(alice.takeLines(), []);
    server.hasRoom = true;
    await server.clock.advance(1_000);
    assert.deepEqual(alice.takeLines(), ['CORE.MOVE~0']);
    assert.equal(manual.situations.length, 1);
  });

  test('gets the position after a take-back, and its choice for the earlier position is ignored', async () => {
    const manual = new ManualPlayer();
    const server = await startServer(manual.player);
    const link = { id: 'anne', send: () => {}, close: () => {}, pause: () => {} };
    const connection = server.reception('web')('127.0.0.1', link);
    const says = async (...messages: readonly object[]): Promise<void> => {
      for (const message of messages) {
        connection.receive(Buffer.from(`${JSON.stringify(message)}\n`));
        await server.clock.settle();
      }
    };
    await says(
      { kind: 'enter', name: 'anne' },
      { kind: 'seek', board: { game: 'go', size: 9 }, options: { takeBack: true }, opponent: 'tengen' },
      { kind: 'play', point: { x: 4, y: 4 } },
      { kind: 'offer', what: 'undo' },
      { kind: 'play', point: { x: 5, y: 4 } },
    );
    manual.answer(stone(0, 0));
    await server.clock.settle();
    assert.deepEqual(
      manual.situations.map(({ moves }) => moves),
      [40, 41].map((point) => [{ kind: 'play', color: 'black', point }]),
    );
    const played = async (): Promise<number> =>
      (await server.journal.game(1)).filter(({ event }) => event.kind === 'played').length;
    assert.equal(await played(), 2);
    manual.answer(stone(0, 0));
    await server.clock.settle();
    assert.equal(await played(), 3);
  });

  test('resigns the game if it chooses to', async () => {
    const { log, errors } = errorLog();
    const server = await startServer(
      scriptedPlayer('tengen', () => ok({ kind: 'resign' })),
      { log },
    );
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    await alice.send('CORE.MOVE~40');
    assert.deepEqual(alice.takeLines().slice(2), ['CORE.MOVE~40', 'CORE.GAMEOVER~BLACK~81~0~SURRENDER']);
    assert.deepEqual(errors, []);
  });

  for (const [fault, choice, error] of [
    ['returns an error', problem('the engine has exited'), 'the engine has exited'],
    ['plays on an occupied point', ok(stone(4, 4)), 'the move was refused: occupied'],
  ] as const) {
    test(`that ${fault} resigns, and the error is logged`, async () => {
      const { log, errors } = errorLog();
      const server = await startServer(
        scriptedPlayer('tengen', () => choice),
        { log },
      );
      const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
      await alice.send('CORE.MOVE~40');
      assert.deepEqual(alice.takeLines().slice(2), ['CORE.MOVE~40', 'CORE.GAMEOVER~BLACK~81~0~SURRENDER']);
      assert.deepEqual(errors, [{ player: 'tengen', game: 1, error }]);
      // The computer player still answers the next seek.
      await alice.send('CORE.NEWGAME~9');
      await server.clock.advance(10_000);
      assert.deepEqual(alice.takeLines(), ['CORE.MATCH~BLACK~9~tengen']);
    });
  }

  test('that passes in Gomoku, which has no passes, resigns', () =>
    runTranscript(
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
      [scriptedPlayer('tengen', () => ok(PASS))],
    ));

  test('plays by rules that forbid suicide to its opponent, too', () =>
    runTranscript(
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
        scriptedPlayer('tengen', ({ moves }) =>
          ok([stone(2, 0, 3), stone(1, 1, 3), stone(0, 1, 3)][moves.length >> 1] ?? PASS),
        ),
      ],
    ));
});

describe('while the journal writes the end of a game', () => {
  test('a move of the engine is ignored and no error is logged', async () => {
    const { log, errors } = errorLog();
    const manual = new ManualPlayer();
    const journal = new SimulatedDisk();
    const server = await startServer(manual.player, { log }, journal);
    const store = async (): Promise<void> => {
      journal.completeNext(1);
      await server.clock.settle();
    };
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    await store();
    await alice.send('CORE.MOVE~40');
    await store();
    await alice.send('CORE.SURRENDER');
    manual.answer(stone(0, 0));
    await server.clock.settle();
    await store();
    assert.deepEqual(alice.takeLines().slice(2), ['CORE.MOVE~40', 'CORE.GAMEOVER~WHITE~81~0~SURRENDER']);
    assert.deepEqual(errors, []);
  });
});

describe('two computer players', () => {
  test('are never paired, and the one with fewer games takes the next seek', async () => {
    const server = await startServer(firstPointPlayer('tengen'), {
      house: [firstPointPlayer('tengen'), firstPointPlayer('gnugo')],
    });
    await server.clock.advance(60_000);
    assert.equal(server.hub.statistics.games, 0);
    const alice = await Nu6LineClient.enterAndSeek(server, 'alice');
    const bob = await Nu6LineClient.enterAndSeek(server, 'bob', '127.0.0.2');
    assert.deepEqual(alice.takeLines(), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~tengen']);
    assert.deepEqual(bob.takeLines(), ['CORE.HELLO', 'CORE.MATCH~BLACK~9~gnugo']);
    assert.equal(server.hub.statistics.games, 2);
  });
});
