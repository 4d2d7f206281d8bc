import { LEVELS, type Level } from '../../src/engines/level.ts';
import type { GomokuRule } from '../../src/rules/gomoku/gomoku-rules.ts';
import { seededRandomInt } from '../../test/support/clients/random.ts';
import { balancedOpening } from './balanced-openings.ts';
import { type WinRate, winRate, winRateText } from './confidence-interval.ts';
import { type LevelPlayers, playGoLevels, playGomokuLevels } from './level-game.ts';
import { ownProcessorTime } from './own-processor-time.ts';

/** The confidence interval of each pair must lie within these shares, so that the levels are about one rating class apart. */
const LOWEST_SHARE = 0.6;
const HIGHEST_SHARE = 0.9;

/** After this many games, a line with the result so far is printed on standard error. */
const PROGRESS = 20;

interface LevelMatch {
  readonly game: 'go' | 'gomoku';
  readonly size: number;
  readonly komi: number;
  readonly rule: GomokuRule;
  readonly games: number;
  readonly seed: number;
}

/** The pairs of neighbouring levels, the stronger one first. */
export const PAIRS: readonly (readonly [Level, Level])[] = LEVELS.slice(1).map((level, index) => [
  level,
  LEVELS[index]!,
]);

/** Plays a match between two levels. Returns the share of the stronger level, which plays black in every second game. */
function playPair(
  match: LevelMatch,
  [strong, weak]: readonly [Level, Level],
): WinRate & { won: number; drawn: number } {
  const { game, size, komi, rule, games, seed } = match;
  const randomInt = seededRandomInt(seed + strong);
  let [won, drawn] = [0, 0];
  for (let index = 0; index < games; index++) {
    const isBlack = index % 2 === 0;
    // Each opening is played twice, with either colour.
    const start = balancedOpening(size, Math.floor(index / 2));
    const [stronger, weaker] = [strong, weak].map((level) => ({ level: level as Level, seed: randomInt(2 ** 32) }));
    const players: LevelPlayers = isBlack ? { black: stronger!, white: weaker! } : { black: weaker!, white: stronger! };
    const { points } = game === 'go' ? playGoLevels(size, komi, players) : playGomokuLevels(size, rule, start, players);
    if (points === 0.5) drawn++;
    else if ((points === 1) === isBlack) won++;
    if ((index + 1) % PROGRESS === 0) {
      console.error(
        `${strong} against ${weak}: ${index + 1} games, ${winRateText(winRate(won + drawn / 2, index + 1))}`,
      );
    }
  }
  return { ...winRate(won + drawn / 2, games), won, drawn };
}

/** Plays the pairs and prints a row of a table for each. Returns whether all intervals lie within the limits. */
export function playLevels(match: LevelMatch, pairs = PAIRS): boolean {
  const { game, size, games, seed } = match;
  console.log(`${game} ${size}x${size}, ${games} games a pair, SEED=${seed}`);
  console.log('| pair | won | drawn | lost | share (95% interval) | within 60 to 90% | s of one core |');
  console.log('|---|---|---|---|---|---|---|');
  let areAllWithin = true;
  for (const pair of pairs) {
    const before = ownProcessorTime();
    const share = playPair(match, pair);
    const { won, drawn } = share;
    const isWithin = share.from >= LOWEST_SHARE && share.to <= HIGHEST_SHARE;
    areAllWithin &&= isWithin;
    const cells = [
      pair.join(' against '),
      won,
      drawn,
      games - won - drawn,
      winRateText(share),
      isWithin ? 'yes' : 'no',
    ];
    console.log(`| ${[...cells, Math.round((ownProcessorTime() - before) / 1000)].join(' | ')} |`);
  }
  return areAllWithin;
}
