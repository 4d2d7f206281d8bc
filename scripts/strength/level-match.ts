import { LEVELS, type Level } from '../../src/engines/level.ts';
import type { GomokuRule } from '../../src/rules/gomoku/gomoku-rules.ts';
import { seededRandomInt } from '../../test/support/clients/random.ts';
import { balancedOpening } from './balanced-openings.ts';
import { shareOf, shareText, type WinRate } from './confidence-interval.ts';
import { playGoLevels, playGomokuLevels, type Sides } from './level-game.ts';
import { ownProcessorTime } from './own-processor-time.ts';

/** The interval of each pair must lie within these shares, so that the levels are about one rating class apart. */
const CLOSEST = 0.6;
const FARTHEST = 0.9;

/** The number of games between two lines about the match so far, on standard error. */
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

/** The share of the stronger level, which plays black in every other game. Seeds follow from `match.seed`. */
function playPair(
  match: LevelMatch,
  [strong, weak]: readonly [Level, Level],
): WinRate & { won: number; drawn: number } {
  const { game, size, komi, rule, games, seed } = match;
  const roll = seededRandomInt(seed + strong);
  let [won, drawn] = [0, 0];
  for (let index = 0; index < games; index++) {
    const isBlack = index % 2 === 0;
    // Each opening is played twice, with either colour.
    const start = balancedOpening(size, Math.floor(index / 2));
    const [one, other] = [strong, weak].map((level) => ({ level: level as Level, seed: roll(2 ** 32) }));
    const sides: Sides = isBlack ? { black: one!, white: other! } : { black: other!, white: one! };
    const { points } = game === 'go' ? playGoLevels(size, komi, sides) : playGomokuLevels(size, rule, start, sides);
    if (points === 0.5) drawn++;
    else if ((points === 1) === isBlack) won++;
    if ((index + 1) % PROGRESS === 0) {
      console.error(`${strong} against ${weak}: ${index + 1} games, ${shareText(shareOf(won + drawn / 2, index + 1))}`);
    }
  }
  return { ...shareOf(won + drawn / 2, games), won, drawn };
}

/** Plays the pairs and prints a row of a table for each. Returns whether all intervals lie within the limits. */
export function playLevels(match: LevelMatch, pairs = PAIRS): boolean {
  const { game, size, games, seed } = match;
  console.log(`${game} ${size}x${size}, ${games} games a pair, SEED=${seed}`);
  console.log('| pair | won | drawn | lost | share (95% interval) | within 60 to 90% | s of one core |');
  console.log('|---|---|---|---|---|---|---|');
  let fits = true;
  for (const pair of pairs) {
    const before = ownProcessorTime();
    const share = playPair(match, pair);
    const { won, drawn } = share;
    const isWithin = share.from >= CLOSEST && share.to <= FARTHEST;
    fits &&= isWithin;
    const cells = [pair.join(' against '), won, drawn, games - won - drawn, shareText(share), isWithin ? 'yes' : 'no'];
    console.log(`| ${[...cells, Math.round((ownProcessorTime() - before) / 1000)].join(' | ')} |`);
  }
  return fits;
}
