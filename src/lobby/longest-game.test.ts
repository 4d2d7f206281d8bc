import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maximumMoves } from '../rules/maximum-moves.ts';
import { type Point, square } from '../rules/point.ts';
import type { Command, CommandAnswer } from './command.ts';
import type { Decision } from './decision.ts';
import type { GameParameters } from './game-parameters.ts';
import type { JournalEntry } from './games/game-event.ts';
import { Lobby } from './lobby.ts';
import type { ClientProfile, PlayerId } from './players/player.ts';

/** Rules by which two players who agree can go on for ever: black fills the board, which takes all of it off, and white passes. */
const ENDLESS: GameParameters = {
  game: 'go',
  size: 2,
  ruleset: { ko: 'simple', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
};

const HOME: ClientProfile = {
  protocol: 'web',
  listener: 'plain',
  address: 'home',
};

const PROPOSING = { name: 'web', carryName: (name: string) => name, hasProposals: true };

/** Alice has black and bob white; their clients know offers. */
class Room {
  readonly #lobby = new Lobby({ protocols: [PROPOSING], grace: 0, resume: 0, idle: 3_600_000 });
  readonly alice: PlayerId;
  readonly bob: PlayerId;
  readonly entries: JournalEntry[] = [];
  /** What black's next stones are. */
  #next = 0;

  constructor(parameters: GameParameters) {
    [this.alice, this.bob] = ['alice', 'bob'].map((name, id) => {
      this.ask(id, { kind: 'enter', name });
      this.ask(id, { kind: 'seek', parameters });
      return id;
    }) as [PlayerId, PlayerId];
  }

  ask(who: PlayerId, command: Command): CommandAnswer {
    const decision: Decision = this.#lobby.step({ kind: 'command', player: who, client: HOME, command }, 0);
    this.entries.push(...decision.entries);
    return decision.answer ?? assert.fail('no answer');
  }

  /** A stone of black's and a pass of white's. */
  round(): void {
    assert.equal(this.ask(this.alice, { kind: 'play', point: (this.#next++ % 4) as Point }).kind, 'done');
    assert.equal(this.ask(this.bob, { kind: 'pass' }).kind, 'done');
  }

  undo(): CommandAnswer {
    const proposed = this.ask(this.alice, { kind: 'propose', what: 'undo' });
    return proposed.kind === 'done' ? this.ask(this.bob, { kind: 'agree' }) : proposed;
  }
}

describe('a game that its players make as long as they can', () => {
  test('ends with the last turn that a game can have, and is scored as it stands', () => {
    const most = maximumMoves(square(2));
    const room = new Room(ENDLESS);
    for (let turns = 0; turns < most; turns += 2) {
      assert.equal(room.entries.at(-1)?.event.kind, turns === 0 ? 'seated' : 'passed');
      room.round();
    }
    assert.deepEqual(room.entries.at(-1)?.event, { kind: 'ended', reason: 'score', score: { black: 0, white: 0 } });
    assert.deepEqual(room.ask(room.alice, { kind: 'pass' }), { kind: 'refused', why: 'no-game' });
  });

  test('has no more events than a game can have, however often turns are taken back', () => {
    const room = new Room(ENDLESS);
    room.round();
    let undone = 0;
    for (; undone < 5_000 && room.undo().kind === 'done'; undone++) room.round();
    assert.ok(undone >= 300, `${undone}`);
    assert.ok(room.entries.length < 3_000, `${room.entries.length}`);
    assert.deepEqual(room.ask(room.bob, { kind: 'propose', what: 'draw' }), { kind: 'refused', why: 'cannot-propose' });
    room.round();
  });

  test('has no more events than a game can have, however often a player takes another name', () => {
    const room = new Room(ENDLESS);
    let names = 0;
    while (names < 5_000 && room.ask(room.alice, { kind: 'rename', name: `alice${names}` }).kind === 'done') names++;
    assert.ok(names >= 300 && names <= 2_000, `${names}`);
    assert.deepEqual(room.ask(room.alice, { kind: 'rename', name: 'carol' }), { kind: 'refused', why: 'in-game' });
    room.round();
    room.ask(room.bob, { kind: 'forfeit', how: 'resigned' });
    assert.equal(room.ask(room.alice, { kind: 'rename', name: 'carol' }).kind, 'done');
  });

  test('cannot have turns taken back once to play what is left again would take long', () => {
    const room = new Room({ ...ENDLESS, size: 40 });
    for (let turns = 0; turns < 2_000; turns += 2) {
      room.ask(room.alice, { kind: 'play', point: (turns / 2) as Point });
      room.ask(room.bob, { kind: 'pass' });
    }
    assert.equal(room.undo().kind, 'done');
    room.ask(room.alice, { kind: 'play', point: 1_100 as Point });
    room.ask(room.bob, { kind: 'pass' });
    room.ask(room.alice, { kind: 'play', point: 1_101 as Point });
    assert.deepEqual(room.undo(), { kind: 'refused', why: 'cannot-propose' });
  });
});
