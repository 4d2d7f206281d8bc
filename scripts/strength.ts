import { parseArgs } from 'node:util';
import { LEVELS, levelOf, STRONGEST } from '../src/engines/level.ts';
import { GOMOKU_RULES } from '../src/rules/gomoku/gomoku-rules.ts';
import { seededRandomInt, seedOfRun } from '../test/support/clients/random.ts';
import { gnugo } from '../test/support/engines/gnugo-path.ts';
import { shareOf, shareText } from './strength/confidence-interval.ts';
import { GnuGo } from './strength/gnugo.ts';
import { type GoGameResult, playGame } from './strength/go-game.ts';
import { PAIRS, playLevels } from './strength/level-match.ts';

// Plays the built-in Go player against GNU Go, or with --levels each level against the one below, colours alternating:
// see docs/strength.md.
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
  console.error(`--level ${values.level}: a level from ${LEVELS[0]} to ${STRONGEST} is wanted`);
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
      `--game is go or gomoku, --pair the stronger level, 2 to 6, --rule one of ${GOMOKU_RULES.join(', ')}`,
    );
    process.exit(2);
  }
  playLevels({ ...settings, game, rule }, pairs);
  process.exit(0);
}

const roll = seededRandomInt(settings.seed);
const path = gnugo();
if (path === undefined) throw new Error('gnugo is not installed');
const enemy = new GnuGo(path, ['--level', String(settings.gnugo)]);
const log = values.json ? console.error : console.log;
log(JSON.stringify(settings));

const outcomes: GoGameResult[] = [];
const sum = (of: (outcome: GoGameResult) => number): number =>
  outcomes.reduce((total, outcome) => total + of(outcome), 0);
const shareSoFar = () => {
  const points = sum((outcome) => outcome.points);
  return shareOf(points, outcomes.length);
};

try {
  for (let game = 0; game < settings.games; game++) {
    const color = game % 2 === 0 ? 'black' : 'white';
    const outcome = await playGame({ ...settings, color, random: () => roll(2 ** 31) / 2 ** 31 }, enemy);
    outcomes.push(outcome);
    const verdict = ['lost', 'drew', 'won'][2 * outcome.points];
    const disputed = outcome.disputed ? ', disputed' : '';
    log(
      `${game + 1}: ${verdict} as ${color} in ${outcome.moves} turns (${outcome.how}${disputed}); ${shareText(shareSoFar())}`,
    );
  }
} finally {
  enemy.close();
}

const playoutsPerSecond = Math.round((1000 * sum(({ playouts }) => playouts)) / sum(({ searched }) => searched));
const disputed = sum((outcome) => (outcome.disputed ? 1 : 0));
const longest = Math.round(Math.max(...outcomes.map((outcome) => outcome.longest)));
log(
  `${shareText(shareSoFar())} of the points; ${playoutsPerSecond} playouts a second, at most ${longest} ms a move; ${disputed} games disputed`,
);
if (values.json) {
  console.log(
    JSON.stringify({ ...settings, ...shareSoFar(), playoutsPerSecond, longest, disputed, outcomes }, undefined, 2),
  );
}
