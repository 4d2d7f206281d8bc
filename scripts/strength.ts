import { parseArgs } from 'node:util';
import { GnuGo } from './strength/gnugo.ts';
import { type Outcome, playGame } from './strength/go-game.ts';
import { shareOf, shareText } from './strength/interval.ts';
import { dice, seedOfRun } from '../test/clients/dice.ts';

// Plays the built-in Go player against GNU Go, colours alternating; see docs/strength.md.
// npm run strength -- [--games N] [--seconds S] [--size N] [--komi K] [--level N] [--seed N] [--json]

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '1' },
    size: { type: 'string', default: '9' },
    komi: { type: 'string', default: '7.5' },
    level: { type: 'string', default: '1' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [games, seconds, size, komi, level] = [values.games, values.seconds, values.size, values.komi, values.level].map(
  Number,
) as [number, number, number, number, number];
const seed = values.seed === undefined ? seedOfRun() : Number(values.seed);
const roll = dice(seed);
const enemy = new GnuGo(['--level', String(level)]);
const log = values.json ? console.error : console.log;
log(
  `${games} games on ${size}x${size} against GNU Go, level ${level}, ${seconds} s a move, komi ${komi}, seed ${seed}`,
);

const outcomes: Outcome[] = [];
const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, outcome) => total + of(outcome), 0);
try {
  for (let game = 0; game < games; game++) {
    const color = game % 2 === 0 ? 'black' : 'white';
    const plan = { size, komi, color, milliseconds: 1000 * seconds, random: () => roll(2 ** 31) / 2 ** 31 } as const;
    const outcome = await playGame(plan, enemy);
    outcomes.push(outcome);
    const { points, how, turns, disputed } = outcome;
    const verdict = `${points === 1 ? 'won' : points === 0 ? 'lost' : 'drew'} as ${color} in ${turns} turns (${how})`;
    const tally = shareText(
      shareOf(
        sum((each) => each.points),
        outcomes.length,
      ),
    );
    log(`${game + 1}: ${verdict}${disputed ? ', disputed' : ''}; so far ${tally}`);
  }
} finally {
  enemy.close();
}

const share = shareOf(
  sum((outcome) => outcome.points),
  games,
);
const playoutsPerSecond = Math.round(sum(({ playouts }) => playouts) / sum(({ searched }) => searched / 1000));
const disputed = outcomes.filter((outcome) => outcome.disputed).length;
log(`${shareText(share)} of the points; ${playoutsPerSecond} playouts a second; ${disputed} games disputed`);
if (values.json) {
  const settings = { games, size, komi, level, seconds, seed };
  console.log(JSON.stringify({ ...settings, ...share, playoutsPerSecond, disputed, outcomes }, undefined, 2));
}
