import { parseArgs } from 'node:util';
import { GOMOKU_SKILLS } from '../src/engines/gomoku/gomoku-levels.ts';
import { levelOf } from '../src/engines/level.ts';
import { GOMOKU_RULES, type GomokuRule } from '../src/rules/gomoku/gomoku-rules.ts';
import { seededRandomInt, seedOfRun } from '../test/support/clients/random.ts';
import { winRate, winRateText } from './strength/confidence-interval.ts';
import { playAgainstPatternPlayer } from './strength/game-against-pattern-player.ts';
import { randomOpening } from './strength/random-opening.ts';
import { playVersions } from './strength/version-match.ts';

// Plays the built-in Gomoku player against a player that looks one stone ahead: docs/strength.md.
// With --against FOLDER: plays level 6 against level 6 of another version of Tengen, with equal processor time for a move.
// npm run strength:gomoku -- [--games 100] [--level 6] [--rule freestyle] [--size 15] [--seed NUMBER] [--json]
// npm run strength:gomoku -- --against FOLDER [--seconds 1] [--games 100] [--rule freestyle] [--size 15] [--seed NUMBER]

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '100' },
    level: { type: 'string', default: '6' },
    rule: { type: 'string', default: 'freestyle' },
    size: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(seedOfRun()) },
    against: { type: 'string' },
    seconds: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [games, size, seed] = [values.games, values.size, values.seed].map(Number);
const level = levelOf(Number(values.level));
const rule: GomokuRule | undefined = GOMOKU_RULES.find((known) => known === values.rule);
if (rule === undefined || !games || level === undefined || !size || seed === undefined || size < 7) {
  console.error(
    `--rule must be one of ${GOMOKU_RULES.join(', ')}, --level 1 to 6, --size at least 7, and the others numbers above 0`,
  );
  process.exit(2);
}

const randomInt = seededRandomInt(seed);
const random = (): number => randomInt(2 ** 24) / 2 ** 24;
const log = (line: string): void => (values.json ? console.error(line) : console.log(line));

const result = { rule, size, level, seed, games: 0, wins: 0, draws: 0, losses: 0, longest: 0 };
log(`SEED=${seed}`);
if (values.against !== undefined) {
  await playVersions({ other: values.against, games, size, rule, seconds: Number(values.seconds), random });
  process.exit(0);
}
let start = randomOpening(size, random);
while (result.games < games) {
  // Each opening is played twice, with either colour.
  const color = result.games % 2 === 0 ? 'black' : 'white';
  if (color === 'black') start = randomOpening(size, random);
  const { winner, points, longest } = playAgainstPatternPlayer(size, rule, color, start, GOMOKU_SKILLS[level], random);
  result.games++;
  if (winner === undefined) result.draws++;
  else if (winner === color) result.wins++;
  else result.losses++;
  result.longest = Math.max(result.longest, Math.round(longest));
  const outcome = winner === undefined ? 'draw' : winner === color ? 'won' : `lost: ${points.join(' ')}`;
  log(`${result.games} ${color} ${points.length} stones, ${outcome}`);
}
const share = winRate(result.wins + result.draws / 2, result.games);
const { wins, draws, losses } = result;
if (values.json) console.log(JSON.stringify({ ...result, ...share }));
else console.log(`${rule} ${size}x${size}: ${wins} won, ${draws} drawn, ${losses} lost: ${winRateText(share)}`);
