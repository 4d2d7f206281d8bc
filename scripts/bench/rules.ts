import assert from 'node:assert/strict';
import { seededRandomInt } from '../../test/support/clients/random.ts';
import { type ComparedProgram, compareProcessorTime, speedRatio, spreadOf } from './compare-processor-time.ts';
import { bytesPerGame } from './rules/game-memory.ts';
import { replayBaseline } from './rules/gomoku-baseline.ts';
import { replayGoban, replaySabaki } from './rules/other-libraries.ts';
import { type RandomGame, randomGoGame, randomGomokuGame, replayGo, replayGomoku } from './rules/random-games.ts';
import type { MeasuredValue, MeasureSection, SectionDefinition } from './section.ts';

const randomInt = seededRandomInt(20);
const KOMI = 7.5;
const ROUNDS = 11;
const PEERS = ['@sabaki/go-board', 'goban'];

const makeGames = (count: number, make: () => RandomGame): readonly RandomGame[] => Array.from({ length: count }, make);
const randomGoGames = (count: number, lines: number, most = Number.POSITIVE_INFINITY): readonly RandomGame[] =>
  makeGames(count, () => randomGoGame(lines, most, randomInt));

/** Replays one game in each run. The units of its work are moves. */
function replayCompetitor(
  name: string,
  games: readonly RandomGame[],
  replay: (game: RandomGame) => unknown,
): ComparedProgram {
  let next = 0;
  const run = (): number => {
    const game = games[next++ % games.length]!;
    replay(game);
    return game.moves.length;
  };
  return { name, run };
}

/** Does `times` runs in one, so that reading the clock costs almost nothing. */
const repeated = ({ name, run }: ComparedProgram, times: number): ComparedProgram => ({
  name,
  run: () => {
    let units = 0;
    for (let i = 0; i < times; i++) units += run();
    return units;
  },
});

function moveCountText(games: readonly RandomGame[]): string {
  const lengths = games.map(({ moves }) => moves.length).toSorted((one, other) => one - other);
  const [first, last] = [lengths[0]!, lengths.at(-1)!];
  return first === last ? `${first} moves` : `${first} to ${last} moves`;
}

function compareWithPeers(what: string, games: readonly RandomGame[], goal: number): MeasuredValue {
  for (const game of games) checkSameBoard(game);
  const costs = compareProcessorTime(
    [
      repeated(replayCompetitor('tengen', games, replayGo), 20),
      replayCompetitor('@sabaki/go-board', games, replaySabaki),
      replayCompetitor('goban', games, replayGoban),
    ],
    ROUNDS,
  );
  const [own, sabaki, goban] = ['tengen', ...PEERS].map((name) => spreadOf(costs[name]!).median);
  return {
    what,
    against: 'the faster of @sabaki/go-board and goban, in speed',
    value: speedRatio(costs, 'tengen', PEERS),
    goal: { atLeast: goal },
    note: `${moveCountText(games)}; a move costs ${own!.toFixed(2)} µs here, ${sabaki!.toFixed(0)} there and ${goban!.toFixed(0)}`,
  };
}

/** Throws unless all three libraries reach the same board. */
function checkSameBoard(game: RandomGame): void {
  const position = replayGo(game);
  const sabaki = replaySabaki(game).signMap.flat();
  const goban = replayGoban(game).board.flat();
  for (let point = 0; point < sabaki.length; point++) {
    const color = position.at(point as never);
    assert.equal(sabaki[point], color === undefined ? 0 : color === 'black' ? 1 : -1);
    assert.equal(goban[point], color === undefined ? 0 : color === 'black' ? 1 : 2);
  }
}

function measureScoring(): MeasuredValue {
  const games = randomGoGames(12, 19);
  const own = games.map(replayGo);
  const others = games.map(replayGoban);
  for (const [index, engine] of others.entries()) {
    const { black, white } = engine.computeScore();
    assert.deepEqual(own[index]!.score(KOMI), { black: black.total, white: white.total });
  }
  const costs = compareProcessorTime(
    [
      repeated(
        scoringProgram('tengen', own, (position) => position.score(KOMI)),
        1000,
      ),
      scoringProgram('goban', others, (engine) => engine.computeScore()),
    ],
    ROUNDS,
  );
  return {
    what: 'area scoring, 19x19, finished games',
    against: 'goban, in speed',
    value: speedRatio(costs, 'tengen', ['goban']),
    goal: { atLeast: 60 },
  };
}

function scoringProgram<Item>(name: string, items: readonly Item[], count: (item: Item) => unknown): ComparedProgram {
  let next = 0;
  const run = (): number => {
    count(items[next++ % items.length]!);
    return 1;
  };
  return { name, run };
}

function measureGomoku(): MeasuredValue {
  const games = makeGames(50, () => randomGomokuGame(20, randomInt));
  for (const game of games) assert.equal(replayGomoku(game), replayBaseline(game));
  const costs = compareProcessorTime(
    [
      repeated(replayCompetitor('tengen', games, replayGomoku), 20),
      repeated(replayCompetitor('baseline', games, replayBaseline), 20),
    ],
    ROUNDS,
  );
  return {
    what: 'Gomoku, freestyle, 20x20, until there is a row',
    against: 'a plain board that checks four lines after each stone, in speed',
    value: speedRatio(costs, 'tengen', ['baseline']),
    goal: { atLeast: 0.5 },
  };
}

function measureLargeBoard(): MeasuredValue {
  const [large, small] = [randomGoGames(1, 131, 131 ** 2), randomGoGames(20, 19, 19 ** 2)];
  const costs = compareProcessorTime(
    [replayCompetitor('131', large, replayGo), repeated(replayCompetitor('19', small, replayGo), 20)],
    ROUNDS,
  );
  return {
    what: 'a move on 131x131, as many moves as points',
    against: 'a move on 19x19, in time',
    value: speedRatio(costs, '19', ['131']),
    goal: { atMost: 3 },
  };
}

function measureMemory(): MeasuredValue {
  const bytes = bytesPerGame(randomGoGames(50, 19, 180), 10_000);
  return {
    what: 'memory of a running 19x19 game of 180 moves, history included',
    against: 'KiB',
    value: spreadOf([bytes / 1024]),
    goal: { atMost: 8 },
    note: '10,000 of the lobby’s games; JavaScript’s heap and typed arrays',
  };
}

const measure: MeasureSection = (report) => {
  report(measureMemory());
  // The first comparison of a process is not reported, because the heap still grows during it.
  compareWithPeers('', randomGoGames(12, 19), 0);
  report(compareWithPeers('replaying 19x19, to the end', randomGoGames(12, 19), 200));
  report(compareWithPeers('replaying 19x19, 400 moves', randomGoGames(12, 19, 400), 200));
  report(compareWithPeers('replaying 19x19, 180 moves', randomGoGames(12, 19, 180), 200));
  report(compareWithPeers('replaying 9x9, to the end', randomGoGames(40, 9), 40));
  report(measureScoring());
  report(measureGomoku());
  report(measureLargeBoard());
};

export const rules: SectionDefinition = {
  title: 'Rules',
  method: [
    'This section compares three libraries with rules of Go: Tengen, goban and @sabaki/go-board. All three replay the same random legal games. Each library checks that a stone is legal and then plays the stone. The run fails unless all three libraries reach the same board at the end.',
    'The three libraries check different ko rules. Tengen checks positional superko: no position of the whole game may be repeated. goban compares only the latest 30 positions. @sabaki/go-board checks only simple ko.',
    'In a random game, no player fills an eye of their own. The game ends when neither side has a further legal stone.',
    'The three times of a move in the last column are those of Tengen, of @sabaki/go-board and of goban, in µs.',
  ],
  measure,
};
