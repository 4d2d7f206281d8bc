import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goSeat, USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';
import { TwinLobbies } from '../../../test/support/lobby/twin-lobbies.ts';
import type { Point } from '../../rules/point.ts';
import type { Command } from '../command.ts';
import { Game } from './game.ts';
import type { GameEvent, JournalEntry } from './game-event.ts';
import { gameRecordFromJournal } from './game-record-from-journal.ts';
import { unfinishedGame } from './unfinished-game.ts';

/** Two accounts whose clients know proposals, and carol who watches them. */
const AT_A_BOARD = `
      (alice enters owning alice proposing)
      (bob enters owning bob proposing)
      (alice seeks go 3)
      (bob seeks go 3)
      (carol enters)
      (carol watches 1)
      (alice plays b2)`;

const ADJOURNED = `${AT_A_BOARD}
      (alice proposes adjourn)
      (bob agrees)`;

const DAYS_30 = 30 * 24 * 3600;

describe('a game is adjourned', () => {
  test('once both agree: neither plays any more, and who watches is told', () =>
    dialogue(
      `${AT_A_BOARD}
      alice proposes adjourn
        kept game 1 event 2: black proposes: adjourn
        = done
        carol: game 1: black proposes: adjourn
      bob agrees
        kept game 1 event 3: white agrees, adjourned
        = done
        alice, bob: ended: nobody wins, adjourned
        carol: game 1: ended: nobody wins, adjourned
        alice: adjourned: game 1, black against bob, 1 moves
        bob: adjourned: game 1, white against alice, 1 moves
      alice plays a1
        = refused: no-game
      carol watches 1
        = refused: no-game
      (alice seeks go 3)
      bob seeks go 3
        kept game 2 event 0: seated alice (web) and bob (web), komi 0
        = seated
        alice: black against bob, go 3, komi 0, black to move
        bob: white against alice, go 3, komi 0, black to move
    `,
      { log: true },
    ));

  test('only between two accounts whose clients can ask for it', () => {
    dialogue(`
      (alice enters owning alice proposing)
      (bob enters proposing)
      (alice and bob sit down to go 3)
      alice proposes adjourn
        = refused: cannot-propose, no-account
    `);
    dialogue(`
      (alice enters owning alice proposing)
      (bob enters owning bob)
      (alice and bob sit down to go 3)
      alice proposes adjourn
        = refused: cannot-propose, not-spoken
    `);
    dialogue(`
      (alice enters owning alice proposing)
      (bob enters owning alice proposing)
      (alice and bob sit down to go 3)
      alice proposes adjourn
        = refused: cannot-propose, no-account
    `);
  });

  test('not if the other declines, or has gone; a lost connection adjourns nothing', () =>
    dialogue(
      `${AT_A_BOARD}
      (alice proposes adjourn)
      bob declines
        = done
        carol: game 1: white declines
      (alice proposes adjourn)
      (alice is lost)
      bob agrees
        = refused: no-proposal
      bob proposes adjourn
        = refused: cannot-propose, opponent-away
      30 s pass
        bob: ended: white wins, left, 9 to 0
        carol: game 1: ended: white wins, left, 9 to 0
    `,
      { grace: 30 },
    ));

  test('not while dead stones are marked, and not while events cannot be stored', () =>
    dialogue(`
      (alice enters owning alice proposing marking)
      (bob enters owning bob proposing marking)
      (alice and bob sit down to go 3)
      (alice plays b2)
      (only ends are kept)
      alice proposes adjourn
        = refused: not-now
      (all is open)
      (bob passes)
      (alice passes)
      alice proposes adjourn
        = refused: cannot-propose, marking
    `));
});

describe('an adjourned game', () => {
  test('goes on once the players of both accounts ask for it, with the stones and the side to move', () =>
    dialogue(
      `${ADJOURNED}
      alice reopens 1
        = done
        alice: adjourned: game 1, black against bob, 1 moves, black asks
        bob: adjourned: game 1, white against alice, 1 moves, black asks
      bob reopens 1
        kept game 1 event 4: reopened by alice (web) and bob (web)
        = seated
        alice: black against bob, go 3, komi 0, white to move, after b2: black b2, white nothing
        bob: white against alice, go 3, komi 0, white to move, after b2: black b2, white nothing
        alice, bob: adjourned: nothing
      bob plays a1
        kept game 1 event 5: white a1
        = done
        alice, bob: white a1
      (alice forfeits resigned)
      bob reopens 1
        = refused: no-game
    `,
      { log: true },
    ));

  test('is told of when its players come, under other addresses, over other protocols, also after a restart', () =>
    dialogue(`${ADJOURNED}
      (alice leaves)
      (bob leaves)
      the server restarts
      alice enters owning alice proposing from afar
        = entered as alice
        alice: adjourned: game 1, black against bob, 1 moves
      alice reopens 1
        = refused: no-such-player
      bob enters owning bob
        = entered as bob
      alice reopens 1
        = refused: no-such-player
      (bob leaves)
      (bob enters as robert owning bob proposing)
      (bob reopens 1)
      alice reopens 1
        = seated
        alice: black against robert, go 3, komi 0, white to move, after b2: black b2, white nothing
        bob: white against alice, go 3, komi 0, white to move, after b2: black b2, white nothing
        alice, bob: adjourned: nothing
    `));

  test('is told of to a visitor who has signed in and not entered', () =>
    dialogue(`${ADJOURNED}
      (bob leaves)
      (robert connects owning bob)
      robert observes
        = directory: alice (web); carol (nu6)
        robert: adjourned: game 1, white against alice, 1 moves
      alice reopens 1
        = refused: no-such-player
    `));

  test('holds no name', () =>
    dialogue(`${ADJOURNED}
      (alice leaves)
      alice enters from afar
        = entered as alice
      alice reopens 1
        = refused: no-game
    `));

  test('is of no other account, and waits while one of its players plays', () =>
    dialogue(`${ADJOURNED}
      (dora enters owning dora proposing)
      dora reopens 1
        = refused: no-game
      (dora seeks go 3)
      (bob seeks go 3)
      alice reopens 1
        = refused: in-game
      bob reopens 1
        = refused: in-game
    `));

  test('is asked for during five minutes; a request of a player who plays or has gone is void', () => {
    dialogue(`${ADJOURNED}
      (alice reopens 1)
      301 s pass
      bob reopens 1
        = done
        alice: adjourned: game 1, black against bob, 1 moves, white asks
        bob: adjourned: game 1, white against alice, 1 moves, white asks
    `);
    dialogue(`${ADJOURNED}
      (alice reopens 1)
      (alice leaves)
      bob reopens 1
        = refused: no-such-player
    `);
  });

  test('takes no seek of its players along', () =>
    dialogue(`${ADJOURNED}
      (alice reopens 1)
      (alice seeks go 5)
      (bob reopens 1)
      (dora enters)
      dora lists go 5
        = names: nobody
    `));

  test('does not begin while no games begin', () =>
    dialogue(`${ADJOURNED}
      (no game begins)
      alice reopens 1
        = refused: not-now
    `));

  test('ends after 30 days without a winner, also over a restart', () => {
    dialogue(
      `${ADJOURNED}
      ${DAYS_30 - 1} s pass
      1 s pass
        kept game 1 event 4: ended: nobody wins, abandoned, 9 to 0
      alice reopens 1
        = refused: no-game
    `,
      { log: true },
    );
    dialogue(
      `${ADJOURNED}
      ${DAYS_30 - 10} s pass
      the server restarts
      9 s pass
      1 s pass
        kept game 1 event 4: ended: nobody wins, abandoned, 9 to 0
    `,
      { log: true },
    );
  });

  test('may be ended by an administrator', () =>
    dialogue(
      `${ADJOURNED}
      somebody in charge stops 1
        kept game 1 event 4: ended: nobody wins, stopped, 9 to 0
    `,
      { log: true },
    ));

  test('has clocks that stand still; the turn goes on with the time that it had', () =>
    dialogue(
      `
      (alice enters owning alice proposing)
      (bob enters owning bob proposing)
      (alice seeks go 3 time 60)
      (bob seeks go 3 time 60)
      (alice plays b2)
      (alice proposes adjourn)
      10 s pass
      bob agrees
        kept game 1 event 3: white agrees, adjourned after 10000 ms
        = done
        alice, bob: ended: nobody wins, adjourned
        alice: adjourned: game 1, black against bob, 1 moves
        bob: adjourned: game 1, white against alice, 1 moves
      1000 s pass
      (alice reopens 1)
      bob reopens 1
        kept game 1 event 4: reopened by alice (web) and bob (web)
        = seated
        alice: black against bob, go 3, komi 0, white to move, after b2: black b2, white nothing, clocks 60 and 50, white's runs
        bob: white against alice, go 3, komi 0, white to move, after b2: black b2, white nothing, clocks 60 and 50, white's runs
        alice, bob: adjourned: nothing
    `,
      { log: true },
    ));

  test('is one of at most 20 of an account', () => {
    const one = (number: number): string => `
      (alice seeks go 3)
      (bob seeks go 3)
      (alice proposes adjourn)
      ${number < 20 ? '(bob agrees)' : ''}`;
    const all = Array.from({ length: 20 }, (_, index) => one(index))
      .join('')
      .replace(/\n\s*\n/g, '\n');
    dialogue(`
      (alice enters owning alice proposing)
      (bob enters owning bob proposing)${all}
      (alice seeks go 3)
      (bob seeks go 3)
      alice proposes adjourn
        = refused: cannot-propose, too-many
    `);
  });
});

const account = (name: string) => ({ ...goSeat(name, 3), protocol: 'web', ownedName: name, canPropose: true });

const EVENTS: readonly GameEvent[] = [
  { kind: 'seated', black: account('alice'), white: account('bob'), komi: 0, options: USUAL_OPTIONS },
  { kind: 'played', color: 'black', point: 4 as Point },
  { kind: 'proposed', color: 'black', what: 'adjourn' },
  { kind: 'adjourned', color: 'white' },
];
const entriesOf = (events: readonly GameEvent[]): JournalEntry[] =>
  events.map((event, index) => ({ game: 1, index, at: index, event }));

describe('the journal of an adjourned game', () => {
  test('is read back', () => {
    const game = Game.fromJournal(unfinishedGame(entriesOf(EVENTS)));
    assert.deepEqual(game.adjournment, { since: 3, until: 3 + DAYS_30 * 1000 });
    const reopened = {
      kind: 'reopened',
      black: account('alice'),
      white: { ...account('bob'), protocol: 'igs' },
    } as const;
    const again = Game.fromJournal(unfinishedGame(entriesOf([...EVENTS, reopened])));
    assert.equal(again.adjournment, undefined);
    assert.equal(again.record('white').protocol, 'igs');
  });

  test('has no move until the game goes on', () => {
    const wrong: GameEvent[] = [...EVENTS, { kind: 'played', color: 'white', point: 0 as Point }];
    assert.throws(() => Game.fromJournal(unfinishedGame(entriesOf(wrong))), /event 4 is against the rules/);
    const early: GameEvent[] = [...EVENTS.slice(0, 3), { kind: 'reopened', black: account('a'), white: account('b') }];
    assert.throws(() => Game.fromJournal(unfinishedGame(entriesOf(early))), /event 3 is against the rules/);
  });

  test('has the names of the players who went on', () => {
    const reopened = { kind: 'reopened', black: account('alice'), white: account('robert') } as const;
    const { black, white, moves } = gameRecordFromJournal(entriesOf([...EVENTS, reopened]));
    assert.deepEqual([black, white, moves.length], ['alice', 'robert', 1]);
  });
});

describe('two lobbies, of which one is restored from its snapshot before each input', () => {
  test('adjourn and go on alike', () => {
    const protocols = [{ name: 'web', carryName: (name: string) => name, hasProposals: true }];
    const twins = new TwinLobbies({ protocols, grace: 0, resume: 0, idle: 1e9 }, [unfinishedGame(entriesOf(EVENTS))]);
    let now = 10;
    const say = (player: number, command: Command): readonly JournalEntry[] => {
      const client = { protocol: 'web', listener: 'plain', address: 'home', ownedName: player === 1 ? 'alice' : 'bob' };
      return twins.step({ kind: 'command', player, command, client }, ++now, 'restored').entries;
    };
    twins.step({ kind: 'opened' }, now);
    say(1, { kind: 'enter', name: 'alice' });
    say(2, { kind: 'enter', name: 'bob' });
    say(1, { kind: 'reopen', game: 1 });
    assert.equal(say(2, { kind: 'reopen', game: 1 })[0]?.event.kind, 'reopened');
    say(2, { kind: 'play', point: 0 as Point });
    say(2, { kind: 'propose', what: 'adjourn' });
    assert.equal(say(1, { kind: 'agree' })[0]?.event.kind, 'adjourned');
    now += DAYS_30 * 1000;
    assert.equal(twins.step({ kind: 'time' }, now, 'restored').entries[0]?.event.kind, 'ended');
    twins.compare();
  });
});
