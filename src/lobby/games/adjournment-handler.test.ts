import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ComparedLobby } from '../../../test/support/lobby/compared-lobby.ts';
import { goSeat, USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';
import type { Point } from '../../rules/point.ts';
import type { Command } from '../command.ts';
import { Game } from './game.ts';
import type { GameEvent, JournalEntry } from './game-event.ts';
import { gameRecordFromJournal } from './game-record-from-journal.ts';
import { lazyJournalEntries } from './lazy-journal-entries.ts';

/** Two players with accounts whose clients support proposals, and the spectator carol. */
const GAME = `
      (alice enters owning alice proposing)
      (bob enters owning bob proposing)
      (alice seeks go 3)
      (bob seeks go 3)
      (carol enters)
      (carol watches 1)
      (alice plays b2)`;

const ADJOURNED = `${GAME}
      (alice proposes adjourn)
      (bob agrees)`;

const DAYS_30 = 30 * 24 * 3600;

describe('a game is adjourned', () => {
  test('when both players agree. Neither plays any more, and spectators get a notice', () =>
    dialogue(
      `${GAME}
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

  test('only between two accounts whose clients support it', () => {
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

  test('not if the opponent declines or is absent', () =>
    dialogue(
      `${GAME}
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

  test('not during the marking of dead stones, and not while events cannot be stored', () =>
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
  test('continues when the players of both accounts ask for it, with the same position and player to move', () =>
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

  test('is announced to its players when they enter, from other addresses and protocols and after a restart', () =>
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

  test('is announced to a client that has signed in and not entered', () =>
    dialogue(`${ADJOURNED}
      (bob leaves)
      (robert connects owning bob)
      robert observes
        = directory: alice (web); carol (nu6)
        robert: adjourned: game 1, white against alice, 1 moves
      alice reopens 1
        = refused: no-such-player
    `));

  test('reserves no name', () =>
    dialogue(`${ADJOURNED}
      (alice leaves)
      alice enters from afar
        = entered as alice
      alice reopens 1
        = refused: no-game
    `));

  test('is refused to other accounts, and does not continue while one of its players plays', () =>
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

  test('has requests that are valid for five minutes, or until the player leaves', () => {
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

  test('cancels the seeks of its players when it continues', () =>
    dialogue(`${ADJOURNED}
      (alice reopens 1)
      (alice seeks go 5)
      (bob reopens 1)
      (dora enters)
      dora lists go 5
        = names: nobody
    `));

  test('does not continue while no new games are allowed', () =>
    dialogue(`${ADJOURNED}
      (no game begins)
      alice reopens 1
        = refused: not-now
    `));

  test('ends after 30 days without a winner, also after a restart', () => {
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

  test('may be stopped by an administrator', () =>
    dialogue(
      `${ADJOURNED}
      somebody in charge stops 1
        kept game 1 event 4: ended: nobody wins, stopped, 9 to 0
    `,
      { log: true },
    ));

  test('has stopped clocks. When it continues, the turn has the time that was left', () =>
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

  test('is refused if an account has 20 adjourned games already', () => {
    const adjournGame = (number: number): string => `
      (alice seeks go 3)
      (bob seeks go 3)
      (alice proposes adjourn)
      ${number < 20 ? '(bob agrees)' : ''}`;
    const all = Array.from({ length: 20 }, (_, index) => adjournGame(index))
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
  test('is restored', () => {
    const game = Game.fromJournal(lazyJournalEntries(entriesOf(EVENTS)));
    assert.deepEqual(game.adjournment, { since: 3, until: 3 + DAYS_30 * 1000 });
    const reopened = {
      kind: 'reopened',
      black: account('alice'),
      white: { ...account('bob'), protocol: 'igs' },
    } as const;
    const again = Game.fromJournal(lazyJournalEntries(entriesOf([...EVENTS, reopened])));
    assert.equal(again.adjournment, undefined);
    assert.equal(again.record('white').protocol, 'igs');
  });

  test('is rejected if it has a move before the game continues', () => {
    const moveWhileAdjourned: GameEvent[] = [...EVENTS, { kind: 'played', color: 'white', point: 0 as Point }];
    assert.throws(
      () => Game.fromJournal(lazyJournalEntries(entriesOf(moveWhileAdjourned))),
      /event 4 is against the rules/,
    );
    const reopenedTooEarly: GameEvent[] = [
      ...EVENTS.slice(0, 3),
      { kind: 'reopened', black: account('a'), white: account('b') },
    ];
    assert.throws(
      () => Game.fromJournal(lazyJournalEntries(entriesOf(reopenedTooEarly))),
      /event 3 is against the rules/,
    );
  });

  test('has the names of the players who continued the game', () => {
    const reopened = { kind: 'reopened', black: account('alice'), white: account('robert') } as const;
    const { black, white, moves } = gameRecordFromJournal(entriesOf([...EVENTS, reopened]));
    assert.deepEqual([black, white, moves.length], ['alice', 'robert', 1]);
  });
});

describe('two lobbies, of which one is restored from its snapshot before each input', () => {
  test('make the same decisions on adjournments', () => {
    const protocols = [{ name: 'web', carryName: (name: string) => name, hasProposals: true }];
    const lobby = new ComparedLobby({ protocols, grace: 0, resume: 0, idle: 1e9 });
    lobby.resume(lazyJournalEntries(entriesOf(EVENTS)));
    let now = 10;
    const send = (player: number, command: Command): readonly JournalEntry[] => {
      const client = { protocol: 'web', listener: 'plain', address: 'home', ownedName: player === 1 ? 'alice' : 'bob' };
      lobby.restoreSecond();
      return lobby.step({ kind: 'command', player, command, client }, ++now).entries;
    };
    lobby.step({ kind: 'opened' }, now);
    send(1, { kind: 'enter', name: 'alice' });
    send(2, { kind: 'enter', name: 'bob' });
    send(1, { kind: 'reopen', game: 1 });
    assert.equal(send(2, { kind: 'reopen', game: 1 })[0]?.event.kind, 'reopened');
    send(2, { kind: 'play', point: 0 as Point });
    send(2, { kind: 'propose', what: 'adjourn' });
    assert.equal(send(1, { kind: 'agree' })[0]?.event.kind, 'adjourned');
    now += DAYS_30 * 1000;
    lobby.restoreSecond();
    assert.equal(lobby.step({ kind: 'time' }, now).entries[0]?.event.kind, 'ended');
    lobby.compare();
  });
});
