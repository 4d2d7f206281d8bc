import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maximumMoves } from '../rules/maximum-moves.ts';
import { type Point, square } from '../rules/point.ts';
import type { Command, CommandAnswer } from './command.ts';
import type { Decision } from './decision.ts';
import type { GameParameters } from './game-parameters.ts';
import type { JournalEntry } from './games/game-event.ts';
import { Lobby } from './lobby.ts';
import type { ConnectionProfile, PlayerId } from './players/player.ts';

/**
 * Under these rules, two players can continue for ever: black fills the board and so captures its own stones, and white
 * passes.
 */
const ENDLESS: GameParameters = {
  game: 'go',
  size: 2,
  ruleset: { ko: 'simple', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
};

const HOME: ConnectionProfile = {
  protocol: 'web',
  listener: 'plain',
  address: 'home',
};

const PROPOSING = { name: 'web', carryName: (name: string) => name, hasProposals: true };

/** A game in which alice has black and bob has white. Their clients support proposals. */
class TwoPlayerGame {
  readonly #lobby = new Lobby({ protocols: [PROPOSING], grace: 0, resume: 0, idle: 3_600_000 });
  readonly alice: PlayerId;
  readonly bob: PlayerId;
  readonly entries: JournalEntry[] = [];
  /** The number of stones that black has played. */
  #stones = 0;

  constructor(parameters: GameParameters) {
    [this.alice, this.bob] = ['alice', 'bob'].map((name, id) => {
      this.send(id, { kind: 'enter', name });
      this.send(id, { kind: 'seek', parameters });
      return id;
    }) as [PlayerId, PlayerId];
  }

  send(who: PlayerId, command: Command): CommandAnswer {
    const decision: Decision = this.#lobby.step({ kind: 'command', player: who, client: HOME, command }, 0);
    this.entries.push(...decision.entries);
    return decision.answer ?? assert.fail('no answer');
  }

  /** Plays a stone for black and a pass for white. */
  playRound(): void {
    assert.equal(this.send(this.alice, { kind: 'play', point: (this.#stones++ % 4) as Point }).kind, 'done');
    assert.equal(this.send(this.bob, { kind: 'pass' }).kind, 'done');
  }

  undo(): CommandAnswer {
    const proposed = this.send(this.alice, { kind: 'propose', what: 'undo' });
    return proposed.kind === 'done' ? this.send(this.bob, { kind: 'agree' }) : proposed;
  }
}

describe('a game that its players try to continue for ever', () => {
  test('ends with the last move that a game can have, and is scored as it stands', () => {
    const most = maximumMoves(square(2));
    const game = new TwoPlayerGame(ENDLESS);
    for (let moves = 0; moves < most; moves += 2) {
      assert.equal(game.entries.at(-1)?.event.kind, moves === 0 ? 'seated' : 'passed');
      game.playRound();
    }
    assert.deepEqual(game.entries.at(-1)?.event, { kind: 'ended', reason: 'score', score: { black: 0, white: 0 } });
    assert.deepEqual(game.send(game.alice, { kind: 'pass' }), { kind: 'refused', why: 'no-game' });
  });

  test('has a limited number of events, for any number of take-backs', () => {
    const game = new TwoPlayerGame(ENDLESS);
    game.playRound();
    let undone = 0;
    for (; undone < 5_000 && game.undo().kind === 'done'; undone++) game.playRound();
    assert.ok(undone >= 300, `${undone}`);
    assert.ok(game.entries.length < 3_000, `${game.entries.length}`);
    assert.deepEqual(game.send(game.bob, { kind: 'propose', what: 'draw' }), {
      kind: 'refused',
      why: 'cannot-propose',
    });
    game.playRound();
  });

  test('has a limited number of events, for any number of new names', () => {
    const game = new TwoPlayerGame(ENDLESS);
    let names = 0;
    while (names < 5_000 && game.send(game.alice, { kind: 'rename', name: `alice${names}` }).kind === 'done') names++;
    assert.ok(names >= 300 && names <= 2_000, `${names}`);
    assert.deepEqual(game.send(game.alice, { kind: 'rename', name: 'carol' }), { kind: 'refused', why: 'in-game' });
    game.playRound();
    game.send(game.bob, { kind: 'forfeit', how: 'resigned' });
    assert.equal(game.send(game.alice, { kind: 'rename', name: 'carol' }).kind, 'done');
  });

  test('allows no more take-backs when it would take long to play the remaining moves again', () => {
    const game = new TwoPlayerGame({ ...ENDLESS, size: 40 });
    for (let moves = 0; moves < 2_000; moves += 2) {
      game.send(game.alice, { kind: 'play', point: (moves / 2) as Point });
      game.send(game.bob, { kind: 'pass' });
    }
    assert.equal(game.undo().kind, 'done');
    game.send(game.alice, { kind: 'play', point: 1_100 as Point });
    game.send(game.bob, { kind: 'pass' });
    game.send(game.alice, { kind: 'play', point: 1_101 as Point });
    assert.deepEqual(game.undo(), { kind: 'refused', why: 'cannot-propose' });
  });
});
