import assert from 'node:assert/strict';
import { seededRandomInt } from '../../test/support/clients/random.ts';
import { type Competitor, compareProcessorTime, spreadOf, timesFaster } from './compare-processor-time.ts';
import { replayBaseline } from './rules/gomoku-baseline.ts';
import { bytesPerGame } from './rules/memory.ts';
import { replayGoban, replaySabaki } from './rules/other-libraries.ts';
import { randomGo, randomGomoku, replayGo, replayGomoku, type Turns } from './rules/random-games.ts';
import type { MeasuredValue, MeasureSection, SectionDefinition } from './section.ts';

const roll = seededRandomInt(20);
const KOMI = 7.5;
const ROUNDS = 11;
const PEERS = ['@sabaki/go-board', 'goban'];

const gamesOf = (count: number, make: () => Turns): readonly Turns[] => Array.from({ length: count }, make);
const goGames = (count: number, lines: number, most = Number.POSITIVE_INFINITY): readonly Turns[] =>
  gamesOf(count, () => randomGo(lines, most, roll));

/** Goes through some games, one a run, as `replay` plays them; the units are turns. */
function replaying(name: string, games: readonly Turns[], replay: (game: Turns) => unknown): Competitor {
  let next = 0;
  const run = (): number => {
    const game = games[next++ % games.length]!;
    replay(game);
    return game.turns.length;
  };
  return { name, run };
}

/** The same, so often in one run that the clock costs nothing. */
const often = ({ name, run }: Competitor, times: number): Competitor => ({
  name,
  run: () => {
    let units = 0;
    for (let i = 0; i < times; i++) units += run();
    return units;
  },
});

function turnsOf(games: readonly Turns[]): string {
  const lengths = games.map(({ turns }) => turns.length).toSorted((one, other) => one - other);
  const [first, last] = [lengths[0]!, lengths.at(-1)!];
  return first === last ? `${first} turns` : `${first} to ${last} turns`;
}

function againstPeers(what: string, games: readonly Turns[], goal: number): MeasuredValue {
  for (const game of games) checkSameBoard(game);
  const costs = compareProcessorTime(
    [
      often(replaying('tengen', games, replayGo), 20),
      replaying('@sabaki/go-board', games, replaySabaki),
      replaying('goban', games, replayGoban),
    ],
    ROUNDS,
  );
  const [own, sabaki, goban] = ['tengen', ...PEERS].map((name) => spreadOf(costs[name]!).median);
  return {
    what,
    against: 'the faster of @sabaki/go-board and goban, in speed',
    value: timesFaster(costs, 'tengen', PEERS),
    goal: { atLeast: goal },
    note: `${turnsOf(games)}; a turn costs ${own!.toFixed(2)} µs here, ${sabaki!.toFixed(0)} there and ${goban!.toFixed(0)}`,
  };
}

/** A comparison counts only if all of them come to the same board. */
function checkSameBoard(game: Turns): void {
  const position = replayGo(game);
  const sabaki = replaySabaki(game).signMap.flat();
  const goban = replayGoban(game).board.flat();
  for (let point = 0; point < sabaki.length; point++) {
    const color = position.at(point as never);
    assert.equal(sabaki[point], color === undefined ? 0 : color === 'black' ? 1 : -1);
    assert.equal(goban[point], color === undefined ? 0 : color === 'black' ? 1 : 2);
  }
}

function scoring(): MeasuredValue {
  const games = goGames(12, 19);
  const own = games.map(replayGo);
  const others = games.map(replayGoban);
  for (const [index, engine] of others.entries()) {
    const { black, white } = engine.computeScore();
    assert.deepEqual(own[index]!.score(KOMI), { black: black.total, white: white.total });
  }
  const costs = compareProcessorTime(
    [
      often(
        counting('tengen', own, (position) => position.score(KOMI)),
        1000,
      ),
      counting('goban', others, (engine) => engine.computeScore()),
    ],
    ROUNDS,
  );
  return {
    what: 'area scoring, 19x19, games at their end',
    against: 'goban, in speed',
    value: timesFaster(costs, 'tengen', ['goban']),
    goal: { atLeast: 60 },
  };
}

function counting<Item>(name: string, items: readonly Item[], count: (item: Item) => unknown): Competitor {
  let next = 0;
  const run = (): number => {
    count(items[next++ % items.length]!);
    return 1;
  };
  return { name, run };
}

function gomoku(): MeasuredValue {
  const games = gamesOf(50, () => randomGomoku(20, roll));
  for (const game of games) assert.equal(replayGomoku(game), replayBaseline(game));
  const costs = compareProcessorTime(
    [often(replaying('tengen', games, replayGomoku), 20), often(replaying('baseline', games, replayBaseline), 20)],
    ROUNDS,
  );
  return {
    what: 'Gomoku, freestyle, 20x20, until there is a row',
    against: 'a plain board that looks along four lines, in speed',
    value: timesFaster(costs, 'tengen', ['baseline']),
    goal: { atLeast: 0.5 },
  };
}

function largeBoard(): MeasuredValue {
  const [large, small] = [goGames(1, 131, 131 ** 2), goGames(20, 19, 19 ** 2)];
  const costs = compareProcessorTime(
    [replaying('131', large, replayGo), often(replaying('19', small, replayGo), 20)],
    ROUNDS,
  );
  return {
    what: 'a turn on 131x131, as many turns as points',
    against: 'a turn on 19x19, in time',
    value: timesFaster(costs, '19', ['131']),
    goal: { atMost: 3 },
  };
}

function memory(): MeasuredValue {
  const bytes = bytesPerGame(goGames(50, 19, 180), 10_000);
  return {
    what: 'memory of a running 19x19 game of 180 turns, history included',
    against: 'KiB',
    value: spreadOf([bytes / 1024]),
    goal: { atMost: 8 },
    note: '10,000 of the lobby’s games; JavaScript’s heap and typed arrays',
  };
}

const measure: MeasureSection = (say) => {
  say(memory());
  // In the first race of a process the heap still grows, and that one is not told.
  againstPeers('', goGames(12, 19), 0);
  say(againstPeers('replaying 19x19, to the end', goGames(12, 19), 200));
  say(againstPeers('replaying 19x19, 400 turns', goGames(12, 19, 400), 200));
  say(againstPeers('replaying 19x19, 180 turns', goGames(12, 19, 180), 200));
  say(againstPeers('replaying 9x9, to the end', goGames(40, 9), 40));
  say(scoring());
  say(gomoku());
  say(largeBoard());
};

export const rules: SectionDefinition = {
  title: 'Rules',
  method: [
    'All three libraries (Tengen, goban and @sabaki/go-board) replay the same random legal games through their public interfaces. Each library checks every stone for legality and then plays the stone. At the end, all three libraries must have reached the same board.',
    'The three libraries check different ko rules. Tengen checks positional superko over the whole game. goban compares only the latest 30 positions. @sabaki/go-board checks only simple ko.',
    'In a random game, no player fills an eye of their own. The game ends when neither side has a further legal stone.',
    'In the table, a *turn* is one move. The three times of a turn in the last column are those of Tengen, of @sabaki/go-board and of goban, in µs.',
  ],
  measure,
};
