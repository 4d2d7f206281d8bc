import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JOIN, PROTOCOLS } from '../../../test/support/lobby/arbitrary-input.ts';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';
import type { Command } from '../command.ts';
import type { Decision } from '../decision.ts';
import { Lobby } from '../lobby.ts';

describe('an observer', () => {
  test('gets a directory that includes everything due in the same step, and no change for it', () => {
    const lobby = new Lobby({ protocols: PROTOCOLS, grace: 0, resume: 60_000, idle: 10_000 });
    const client = { protocol: 'nu6', listener: 'plain', address: 'home' };
    const send = (player: number, command: Command, now: number): Decision =>
      lobby.step({ kind: 'command', player, command, client }, now);
    for (const player of [1, 2]) {
      send(player, { kind: 'enter' }, 1_000);
      send(player, JOIN, 1_000);
    }
    assert.equal(lobby.statistics.games, 1);
    send(3, { kind: 'observe' }, 2_000);
    // Neither player has moved for ten seconds.
    const { answer, notices } = send(4, { kind: 'observe' }, 20_000);
    assert(answer?.kind === 'directory');
    assert.deepEqual(answer.directory.games, []);
    const recipients = notices.filter(({ notice }) => notice.kind === 'directory').map(({ to }) => to);
    assert.deepEqual(recipients, [3]);
  });

  test('gets the players, seeks and games at once', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (carol enters speaking nedap)
      (carol seeks gomoku 15 renju as white)
      (dave enters)
      (dave offers games after 5 s go 9)
      erin connects
      erin observes
        = directory: alice (nu6) in game 1; bob (nu6) in game 1; carol (nedap); dave (nu6) offers games; carol wants gomoku 15 renju as white; game 1 go 9, alice (nu6) and bob (nu6)
    `));

  test('then gets every change, and all changes of one step in one notice', () =>
    dialogue(`
      erin connects
      erin observes
        = directory: nobody
      alice enters
        = entered as alice
        erin: directory: alice (nu6)
      alice seeks go 9
        = waiting
        erin: directory: alice wants go 9
      alice seeks go 13
        = waiting
        erin: directory: alice waits no more; alice wants go 13
      erin enters
        = entered as erin
        erin: directory: erin (nu6)
      bob enters
        = entered as bob
        erin: directory: bob (nu6)
      bob seeks go 13
        = seated
        alice: black against bob, go 13, komi 0, black to move
        bob: white against alice, go 13, komi 0, black to move
        erin: directory: alice (nu6) in game 1; bob (nu6) in game 1; alice waits no more; game 1 go 13, alice (nu6) and bob (nu6)
      bob leaves
        = done
        alice: ended: black wins, left, 0 to 0
        erin: directory: bob is gone; alice (nu6); game 1 is over
      alice offers games after 5 s go 9
        = done
        erin: directory: alice (nu6) offers games
      alice offers games after 5 s
        = done
        erin: directory: alice (nu6) out of service
      erin unobserves
        = done
      alice leaves
        = done
    `));

  test('gets no notice of a move', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (erin enters)
      (erin observes)
      alice plays a1
        = done
        alice, bob: black a1
    `));

  test('gets a new name as a departure and an arrival, with the seek and the game', () =>
    dialogue(`
      (erin enters)
      (erin observes)
      alice enters
        = entered as alice
        erin: directory: alice (nu6)
      (alice seeks go 9)
      alice renames to Anna
        = done
        erin: directory: alice is gone; Anna (nu6); alice waits no more; Anna wants go 9
      (bob enters)
      (bob seeks go 9)
      bob renames to rob
        = done
        erin: directory: bob is gone; rob (nu6) in game 1; game 1 go 9, Anna (nu6) and rob (nu6)
    `));

  test('gets the departure of an absent player, whose game continues', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      (erin enters)
      (erin observes)
      alice is lost
        erin: directory: alice is gone
      erin observes
        = directory: bob (nu6) in game 1; erin (nu6); game 1 go 9, alice (nu6) and bob (nu6)
      alice enters
        = entered as alice, a seat is held
        erin: directory: alice (nu6)
      alice returns
        = seated
        alice: black against bob, go 9, komi 0, black to move
        erin: directory: alice (nu6) in game 1
    `,
      { grace: 60 },
    ));

  test('gets a seek for a named opponent only as its host or this opponent', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice observes)
      (bob observes)
      (carol observes)
      alice seeks go 9 for BOB
        = waiting
        alice: directory: alice wants go 9 with BOB
        bob: directory: alice wants go 9 with bob
      carol observes
        = directory: alice (nu6); bob (nu6); carol (nu6)
      bob observes
        = directory: alice (nu6); bob (nu6); carol (nu6); alice wants go 9 with bob
      alice cancels
        = done
        alice, bob: directory: alice waits no more
    `));

  test('gets a seek for its name after a change of the name, and loses it after the next change', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9 for rob)
      (bob enters)
      (bob observes)
      bob renames to rob
        = done
        bob: directory: bob is gone; rob (nu6); alice wants go 9 with rob
      bob renames to bob
        = done
        bob: directory: rob is gone; bob (nu6); alice waits no more
    `));

  test('gets a seek for the name of its group as a computer player', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9 for bots)
      (bob enters)
      (bob observes)
      bob offers games as one of bots after 5 s go 13
        = done
        bob: directory: bob (nu6) offers games; alice wants go 9 with bob
      bob offers games after 5 s go 13
        = done
        bob: directory: bob (nu6) offers games; alice waits no more
    `));

  test('out of service gets a seek for its group only if no computer player of the group offers games', () =>
    dialogue(`
      (bob enters)
      (carol enters)
      (bob observes)
      (carol observes)
      (bob offers games as one of bots after 5 s go 13)
      (carol offers games as one of bots after 5 s go 13)
      bob offers games as one of bots after 5 s
        = done
        bob, carol: directory: bob (nu6) out of service
      (alice enters)
      alice seeks go 9 for bots
        = waiting
        carol: directory: alice wants go 9 with carol
      carol offers games as one of bots after 5 s
        = done
        bob, carol: directory: carol (nu6) out of service
      dave enters
        = entered as dave
        bob, carol: directory: dave (nu6)
      dave seeks go 9 for bots
        = waiting
        bob: directory: dave wants go 9 with bob
        carol: directory: dave wants go 9 with carol
    `));

  test('gets a seek for its alias when a client of this protocol arrives', () =>
    dialogue(`
      (alice enters as Al-ice)
      (alice observes)
      (bob enters)
      bob seeks go 9 for alice
        = waiting
      ned enters speaking nedap
        = entered as ned
        alice: directory: ned (nedap); bob wants go 9 with Al-ice
      ned asks who is here
        = names: alice, bob, ned
      alice seeks go 9
        = seated
        bob: black against Al-ice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
        alice: directory: bob (nu6) in game 1; Al-ice (nu6) in game 1; bob waits no more; game 1 go 9, bob (nu6) and Al-ice (nu6)
    `));

  test('gets no more notices after it has left or was disconnected', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice observes)
      (bob observes)
      alice leaves
        = done
        bob: directory: alice is gone
      bob is lost
    `));
});

describe('cancelling a seek', () => {
  test('is possible for its host, and refused otherwise', () =>
    dialogue(`
      (alice enters)
      alice cancels
        = refused: no-such-seek
      (alice seeks go 9)
      alice cancels
        = done
      (bob enters)
      bob seeks go 9
        = waiting
      alice cancels
        = refused: no-such-seek
    `));
});
