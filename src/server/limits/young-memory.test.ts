import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

/** Leaves much behind, of which a part lives on for a while, as connections do or moves; bytes of room for new objects at the end. */
const busy = (eventsEachTurn: number): number => {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { setImmediate as turn } from 'node:timers/promises';
    import { boundYoungMemory } from '${new URL('./young-memory.ts', import.meta.url)}';
    let events = 0;
    boundYoungMemory(() => events);
    const living = Array.from({ length: 400_000 }, () => ({}));
    for (let made = 0; made < 20_000_000; made++) {
      const one = { made, next: [made] };
      if (made % 4 === 0) living[(made / 4) % living.length] = one;
      if (made % 20_000 === 0) {
        events += ${eventsEachTurn};
        await turn();
      }
    }
    console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return Number(stdout);
};

describe('the room for new objects', () => {
  it('grows as long as there is little, and further where moves fill it', () => {
    const [idle, playing] = [busy(0), busy(1_000)];
    assert.ok(idle > 0 && idle <= 32 << 20, `${idle}`);
    assert.ok(playing > 32 << 20 && playing <= 128 << 20, `${playing}`);
  });
});
