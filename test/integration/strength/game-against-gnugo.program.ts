import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAgainstGnuGo } from '../../../scripts/strength/game-against-gnugo.ts';
import { GnuGo } from '../../../scripts/strength/gnugo.ts';
import { gnugoPath } from '../../support/engines/gnugo-path.ts';

const path = gnugoPath();
const skip = path === undefined ? 'gnugo is not installed' : false;

for (const color of ['black', 'white'] as const) {
  test(`the built-in player as ${color} and GNU Go play a game to its end`, { skip }, async (t) => {
    const opponent = new GnuGo(path!, ['--level', '1']);
    t.after(() => opponent.close());
    const plan = { size: 5, komi: 0.5, color, level: 4, random: () => 0.5 } as const;
    const outcome = await playAgainstGnuGo(plan, opponent);
    assert.ok([0, 1].includes(outcome.points), outcome.how);
    assert.match(outcome.how, /^([BW]\+\d+\.5|resigned|GNU Go resigned)$/);
    assert.ok(outcome.moves > 2 && outcome.playouts > 200);
  });
}
