import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import skeleton from 'unhomoglyph';
import type { NameRegisterChange, NumberedChange } from '../accounts/changes/name-register-change.ts';
import type { Input } from '../lobby/input.ts';
import { ReplicatedNameRegister } from './replicated-name-register.ts';

const ALICE: NameRegisterChange = { kind: 'owned', name: 'alice', guarded: false };
const BAN = { id: 3, name: 'bob', until: 9_000 };

/** An empty register, and the inputs that it sends to the lobby. */
function emptyRegister(now = 0): { shared: ReplicatedNameRegister; inputs: Input[] } {
  const inputs: Input[] = [];
  const shared = new ReplicatedNameRegister({ skeleton, step: (input) => inputs.push(input), now: () => now });
  return { shared, inputs };
}

const preparedRegister = (now = 0) => {
  const { shared, inputs } = emptyRegister(now);
  shared.prepare({ kind: 'prepare', key: 'k', changes: [], end: { parts: 1, at: 0, number: 0 } });
  return { shared, inputs };
};

const numberedChange = (number: number, change: NameRegisterChange, at = 0): NumberedChange => ({ number, at, change });

describe('a register that several nodes share', () => {
  test('applies each change once, and no change after a gap', () => {
    const { shared, inputs } = preparedRegister();
    const [first, second] = [numberedChange(1, ALICE), numberedChange(2, { kind: 'released', name: 'alice' })];
    assert.deepEqual(shared.apply([second]), []);
    assert.deepEqual(shared.apply([first]), [first]);
    assert.deepEqual(shared.apply([first, second]), [second]);
    assert.deepEqual(shared.apply([first]), []);
    assert.equal(shared.last, 2);
    const kinds = inputs.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['unreserve-name', 'reserve-name', 'unreserve-name']);
  });

  test('starts with the first complete preparation', () => {
    const { shared } = emptyRegister();
    shared.prepare({ kind: 'prepare', key: 'a', changes: [ALICE] });
    assert.equal(shared.isPrepared, false);
    const bob: NameRegisterChange = { kind: 'owned', name: 'bob', guarded: true };
    shared.prepare({ kind: 'prepare', key: 'b', changes: [bob], end: { parts: 1, at: 0, number: 7 } });
    shared.prepare({ kind: 'prepare', key: 'a', changes: [], end: { parts: 2, at: 0, number: 9 } });
    assert.deepEqual([shared.isPrepared, shared.last], [true, 7]);
    const { names } = shared.register;
    assert.deepEqual([names.isOwned('alice'), names.isOwned('bob')], [false, true]);
  });

  test('converts times of day into times of the lobby, which may be behind after an outage', () => {
    const { shared, inputs } = preparedRegister(1_000);
    shared.apply([
      numberedChange(1, ALICE, 500_000),
      numberedChange(2, { kind: 'opened', name: 'alice', until: 560_000 }, 500_000),
      numberedChange(3, { kind: 'admitted', name: 'alice', address: 'home', until: 500_900 }, 500_000),
    ]);
    assert.deepEqual(inputs.slice(-2), [
      { kind: 'open-name', name: 'alice', until: 61_000 },
      { kind: 'admit', name: 'alice', address: 'home', until: 1_900 },
    ]);
  });

  test('has the same state after it is restored from a snapshot', () => {
    const { shared } = preparedRegister();
    const changes: NameRegisterChange[] = [
      ALICE,
      { kind: 'admitted', name: 'alice', address: 'z', until: 5 },
      { kind: 'admitted', name: 'alice', address: 'a', until: 6 },
      { kind: 'banned', ban: BAN },
      { kind: 'banned', ban: { id: 4, address: '192.0.2.1', until: 8_000 } },
    ];
    shared.apply(changes.map((change, index) => numberedChange(index + 1, change)));
    const snapshot = JSON.parse(JSON.stringify(shared.snapshot()));
    const restored = emptyRegister();
    restored.shared.restore(snapshot);
    assert.deepEqual(restored.shared.snapshot(), shared.snapshot());
    assert.deepEqual(restored.inputs, [], 'the lobby has its own snapshot');
    for (const each of [shared, restored.shared]) each.apply([numberedChange(6, { kind: 'unbanned', id: 3 })]);
    assert.deepEqual(restored.shared.snapshot(), shared.snapshot());
    assert.deepEqual(
      [restored.shared.register.names.isBanned('bob'), restored.shared.register.bans.all.length],
      [false, 1],
    );
    assert.equal(restored.shared.register.bans.isBanned('192.0.2.1'), true);
  });
});
