import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { GameParameters } from '../game-parameters.ts';
import { Lobby } from '../lobby.ts';
import { type ConnectionProfile, PLAYERS_PER_NODE } from './player.ts';

const GO: GameParameters = {
  game: 'go',
  size: 9,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
};
const PAGE: ConnectionProfile = { protocol: 'web', listener: 'plain', address: 'home', visit: 'hash-of-alice' };

/** A player of the first node. */
const FIRST = PLAYERS_PER_NODE + 1;
/** Players of the second node. */
const [SECOND, THIRD] = [2 * PLAYERS_PER_NODE + 1, 2 * PLAYERS_PER_NODE + 2];

/**
 * Starts a game between a visit of the page at the first node, with this name or as a guest, and a player of the second
 * node.
 */
function startGame(name: string | undefined) {
  const traits = { name: 'web', carryName: (given: string) => given };
  const options = { protocols: [traits], grace: 0, resume: 60_000, idle: 3_600_000 };
  const lobby = new Lobby(options);
  const send = (player: number, client: ConnectionProfile, command: Command): Decision =>
    lobby.step({ kind: 'command', player, client, command }, 1_000);
  const named = name === undefined ? {} : { name };
  send(FIRST, PAGE, { kind: 'enter', ...named });
  send(SECOND, { ...PAGE, visit: 'hash-of-bob' }, { kind: 'enter', name: 'bob' });
  for (const player of [FIRST, SECOND]) send(player, PAGE, { kind: 'seek', parameters: GO });
  assert.equal(lobby.statistics.games, 1);
  const copy = (): Lobby => {
    const other = new Lobby(options);
    other.restore(JSON.parse(JSON.stringify(lobby.snapshot())));
    return other;
  };
  const loseNode = (): Decision => lobby.step({ kind: 'node-left', node: 1 }, 2_000);
  return { lobby, send, copy, loseNode };
}

describe('a visit of the page', () => {
  test('is found by its hash while it is connected and while its seat is reserved', () => {
    const { lobby, copy, loseNode } = startGame('alice');
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

  test('returns to its seat at another node from any address', () => {
    const { send, loseNode } = startGame('alice');
    loseNode();
    const other = send(THIRD, { ...PAGE, address: 'afar', visit: 'another' }, { kind: 'enter', name: 'alice' });
    assert.equal(other.answer?.kind, 'refused');
    const same = send(THIRD, { ...PAGE, address: 'afar' }, { kind: 'enter', name: 'alice' });
    assert.equal(same.answer?.kind, 'refused', 'the profile of a connection does not change');
    const again = send(THIRD + 1, { ...PAGE, address: 'afar' }, { kind: 'enter', name: 'alice' });
    assert.deepEqual(again.answer, { kind: 'entered', name: 'alice', held: true });
    const back = send(THIRD + 1, PAGE, { kind: 'return' });
    assert.deepEqual(back.answer, { kind: 'seated' });
  });

  test('of a guest returns to its seat, with or without the parameters of the game', () => {
    for (const known of [{}, { parameters: GO }]) {
      const { send, loseNode } = startGame(undefined);
      loseNode();
      const other = send(THIRD, { ...PAGE, address: 'afar', visit: 'another' }, { kind: 'enter', ...known });
      assert.deepEqual(other.answer, { kind: 'entered', name: 'guest-2', held: false });
      const same = send(THIRD + 1, { ...PAGE, address: 'afar' }, { kind: 'enter', ...known });
      assert.deepEqual(same.answer, { kind: 'entered', name: 'guest-1', held: true });
    }
  });

  test('of a guest with other parameters does not return to its seat', () => {
    const { send, loseNode } = startGame(undefined);
    loseNode();
    const other = send(THIRD, { ...PAGE, address: 'afar' }, { kind: 'enter', parameters: { ...GO, size: 13 } });
    assert.deepEqual(other.answer, { kind: 'entered', name: 'guest-2', held: false });
  });
});

test('a guest of the same visit does not take the reserved seat of a computer player', () => {
  const traits = { name: 'web', carryName: (given: string) => given };
  const lobby = new Lobby({ protocols: [traits], grace: 30_000, resume: 60_000, idle: 3_600_000 });
  const send = (player: number, command: Command, client = PAGE): Decision =>
    lobby.step({ kind: 'command', player, client, command }, 1_000);
  send(1, { kind: 'enter' });
  send(1, { kind: 'offer-games', offers: [{ game: 'go', sizes: [9], ruleset: GO.ruleset }], seats: 1 });
  send(2, { kind: 'enter', name: 'bob' }, { ...PAGE, visit: 'hash-of-bob' });
  assert.equal(send(2, { kind: 'seek', parameters: GO }).answer?.kind, 'seated');
  lobby.step({ kind: 'lost', player: 1 }, 2_000);
  const { answer } = send(3, { kind: 'enter' });
  assert(answer?.kind === 'entered' && !answer.held);
});
