import { parseArgs } from 'node:util';
import { LEVELS, levelOf, STRONGEST } from '../src/engines/level.ts';
import { GOMOKU_RULES } from '../src/rules/gomoku/gomoku-rules.ts';
import { seededRandomInt, seedOfRun } from '../test/support/clients/random.ts';
import { gnugoPath } from '../test/support/engines/gnugo-path.ts';
import { winRate, winRateText } from './strength/confidence-interval.ts';
import { type GnuGoGameResult, playAgainstGnuGo } from './strength/game-against-gnugo.ts';
import { GnuGo } from './strength/gnugo.ts';
import { PAIRS, playLevels } from './strength/level-match.ts';

// Plays the built-in Go player against GNU Go, with alternating colours. With --levels, plays each level against the next lower
// one. See docs/strength.md.
// npm run strength -- [--games N] [--level N] [--gnugo LEVEL] [--size N] [--komi K] [--seed N] [--json]
// npm run strength -- --levels [--game go|gomoku] [--size N] [--games N] [--pair N] [--komi K] [--rule R] [--seed N]

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '100' },
    levels: { type: 'boolean', default: false },
    game: { type: 'string', default: 'go' },
    pair: { type: 'string' },
    rule: { type: 'string', default: 'freestyle' },
    size: { type: 'string' },
    komi: { type: 'string', default: '7.5' },
    level: { type: 'string', default: '6' },
    gnugo: { type: 'string', default: '1' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const level = levelOf(Number(values.level));
if (level === undefined) {
  console.error(`--level ${values.level}: expected a level from ${LEVELS[0]} to ${STRONGEST}`);
  process.exit(2);
}
const settings = {
  games: Number(values.games),
  size: Number(values.size ?? (values.game === 'gomoku' ? 15 : 9)),
  komi: Number(values.komi),
  level,
  gnugo: Number(values.gnugo),
  seed: values.seed === undefined ? seedOfRun() : Number(values.seed),
};
if (values.levels) {
  const rule = GOMOKU_RULES.find((known) => known === values.rule);
  const { game, pair } = values;
  const pairs = PAIRS.filter(([strong]) => pair === undefined || strong === Number(pair));
  if (rule === undefined || (game !== 'go' && game !== 'gomoku') || pairs.length === 0) {
    console.error(
      `--game must be go or gomoku, --pair the stronger level (2 to 6), --rule one of ${GOMOKU_RULES.join(', ')}`,
    );
    process.exit(2);
  }
  playLevels({ ...settings, game, rule }, pairs);
  process.exit(0);
}

const randomInt = seededRandomInt(settings.seed);
const path = gnugoPath();
if (path === undefined) throw new Error('gnugo is not installed');
const opponent = new GnuGo(path, ['--level', String(settings.gnugo)]);
const log = values.json ? console.error : console.log;
log(JSON.stringify(settings));

const outcomes: GnuGoGameResult[] = [];
const sum = (figure: (outcome: GnuGoGameResult) => number): number =>
  outcomes.reduce((total, outcome) => total + figure(outcome), 0);
const shareSoFar = () => {
  const points = sum((outcome) => outcome.points);
  return winRate(points, outcomes.length);
};

try {
  for (let game = 0; game < settings.games; game++) {
    const color = game % 2 === 0 ? 'black' : 'white';
    const outcome = await playAgainstGnuGo(
      { ...settings, color, random: () => randomInt(2 ** 31) / 2 ** 31 },
      opponent,
    );
    outcomes.push(outcome);
    const result = ['lost', 'drew', 'won'][2 * outcome.points];
    const disputed = outcome.disputed ? ', disputed' : '';
    log(
      `${game + 1}: ${result} as ${color} in ${outcome.moves} moves (${outcome.how}${disputed}); ${winRateText(shareSoFar())}`,
    );
  }
} finally {
  opponent.close();
}

const playoutsPerSecond = Math.round((1000 * sum(({ playouts }) => playouts)) / sum(({ searchTime }) => searchTime));
const disputed = sum((outcome) => (outcome.disputed ? 1 : 0));
const longest = Math.round(Math.max(...outcomes.map((outcome) => outcome.longest)));
log(
  `${winRateText(shareSoFar())} of the points; ${playoutsPerSecond} playouts a second, at most ${longest} ms a move; ${disputed} games disputed`,
);
if (values.json) {
  console.log(
    JSON.stringify({ ...settings, ...shareSoFar(), playoutsPerSecond, longest, disputed, outcomes }, undefined, 2),
  );
}
