import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { GameParameters } from '../game-parameters.ts';
import { Lobby } from '../lobby.ts';
import { type ClientProfile, PLAYERS_PER_NODE } from './player.ts';

const GO: GameParameters = {
  game: 'go',
  size: 9,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
};
const PAGE: ClientProfile = { protocol: 'web', listener: 'plain', address: 'home', visit: 'hash-of-alice' };

/** A player of the first node. */
const FIRST = PLAYERS_PER_NODE + 1;
/** Players of the second one. */
const [SECOND, THIRD] = [2 * PLAYERS_PER_NODE + 1, 2 * PLAYERS_PER_NODE + 2];

/** A visit of the page at the first node, by this name or as a guest, plays a player of the second one. */
function playing(name: string | undefined) {
  const traits = { name: 'web', carryName: (given: string) => given };
  const options = { protocols: [traits], grace: 0, resume: 60_000, idle: 3_600_000 };
  const lobby = new Lobby(options);
  const says = (player: number, client: ClientProfile, command: Command): Decision =>
    lobby.step({ kind: 'command', player, client, command }, 1_000);
  const asked = name === undefined ? {} : { name };
  says(FIRST, PAGE, { kind: 'enter', ...asked });
  says(SECOND, { ...PAGE, visit: 'hash-of-bob' }, { kind: 'enter', name: 'bob' });
  for (const player of [FIRST, SECOND]) says(player, PAGE, { kind: 'seek', parameters: GO });
  assert.equal(lobby.statistics.games, 1);
  const copy = (): Lobby => {
    const other = new Lobby(options);
    other.restore(JSON.parse(JSON.stringify(lobby.snapshot())));
    return other;
  };
  const loseNode = (): Decision => lobby.step({ kind: 'node-left', node: 1 }, 2_000);
  return { lobby, says, copy, loseNode };
}

describe('a visit of the page', () => {
  test('is found by its hash while it is connected, and while its seat is reserved', () => {
    const { lobby, copy, loseNode } = playing('alice');
    for (const each of [lobby, copy()]) {
      assert.deepEqual(each.visit('hash-of-alice'), { player: FIRST, isSeated: true });
      assert.equal(each.visit('another'), undefined);
    }
    loseNode();
    for (const each of [lobby, copy()])
      assert.deepEqual(each.visit('hash-of-alice'), { player: undefined, isSeated: true });
    lobby.step({ kind: 'time' }, 70_000);
    assert.equal(lobby.visit('hash-of-alice'), undefined);
  });

  test('takes its seat at another node from any address', () => {
    const { says, loseNode } = playing('alice');
    loseNode();
    const other = says(THIRD, { ...PAGE, address: 'afar', visit: 'another' }, { kind: 'enter', name: 'alice' });
    assert.equal(other.answer?.kind, 'refused');
    const same = says(THIRD, { ...PAGE, address: 'afar' }, { kind: 'enter', name: 'alice' });
    assert.equal(same.answer?.kind, 'refused', 'the profile of a connection does not change');
    const again = says(THIRD + 1, { ...PAGE, address: 'afar' }, { kind: 'enter', name: 'alice' });
    assert.deepEqual(again.answer, { kind: 'entered', name: 'alice', held: true });
    const back = says(THIRD + 1, PAGE, { kind: 'return' });
    assert.deepEqual(back.answer, { kind: 'seated' });
  });

  test('of a guest takes its seat, whether or not it knows the board', () => {
    for (const known of [{}, { parameters: GO }]) {
      const { says, loseNode } = playing(undefined);
      loseNode();
      const other = says(THIRD, { ...PAGE, address: 'afar', visit: 'another' }, { kind: 'enter', ...known });
      assert.deepEqual(other.answer, { kind: 'entered', name: 'guest-2', held: false });
      const same = says(THIRD + 1, { ...PAGE, address: 'afar' }, { kind: 'enter', ...known });
      assert.deepEqual(same.answer, { kind: 'entered', name: 'guest-1', held: true });
    }
  });

  test('of a guest with another board takes no seat', () => {
    const { says, loseNode } = playing(undefined);
    loseNode();
    const other = says(THIRD, { ...PAGE, address: 'afar' }, { kind: 'enter', parameters: { ...GO, size: 13 } });
    assert.deepEqual(other.answer, { kind: 'entered', name: 'guest-2', held: false });
  });
});

test('a guest of the same visit does not take the reserved seat of a computer player', () => {
  const traits = { name: 'web', carryName: (given: string) => given };
  const lobby = new Lobby({ protocols: [traits], grace: 30_000, resume: 60_000, idle: 3_600_000 });
  const says = (player: number, command: Command, client = PAGE): Decision =>
    lobby.step({ kind: 'command', player, client, command }, 1_000);
  says(1, { kind: 'enter' });
  says(1, { kind: 'offer-games', offers: [{ game: 'go', sizes: [9], ruleset: GO.ruleset }], seats: 1 });
  says(2, { kind: 'enter', name: 'bob' }, { ...PAGE, visit: 'hash-of-bob' });
  assert.equal(says(2, { kind: 'seek', parameters: GO }).answer?.kind, 'seated');
  lobby.step({ kind: 'lost', player: 1 }, 2_000);
  const { answer } = says(3, { kind: 'enter' });
  assert(answer?.kind === 'entered' && !answer.held);
});
