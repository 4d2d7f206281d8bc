import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JOIN, PROTOCOLS } from '../../../test/support/lobby/arbitrary-input.ts';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';
import type { Command } from '../command.ts';
import type { Decision } from '../decision.ts';
import { Lobby } from '../lobby.ts';

describe('observing', () => {
  test('a list has what was due in the same step, and no change follows it', () => {
    const lobby = new Lobby({ protocols: PROTOCOLS, grace: 0, resume: 60_000, idle: 10_000 });
    const client = { protocol: 'nu6', listener: 'plain', address: 'home' };
    const ask = (player: number, command: Command, now: number): Decision =>
      lobby.step({ kind: 'command', player, command, client }, now);
    for (const player of [1, 2]) {
      ask(player, { kind: 'enter' }, 1_000);
      ask(player, JOIN, 1_000);
    }
    assert.equal(lobby.statistics.games, 1);
    ask(3, { kind: 'observe' }, 2_000);
    // Neither has played for ten seconds.
    const { answer, notices } = ask(4, { kind: 'observe' }, 20_000);
    assert(answer?.kind === 'directory');
    assert.deepEqual(answer.directory.games, []);
    const told = notices.filter(({ notice }) => notice.kind === 'directory').map(({ to }) => to);
    assert.deepEqual(told, [3]);
  });

  test('who observes is told at once who is here, who waits and what is played', () =>
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

  test('and from then on of every change, all that one thing leads to in one piece', () =>
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

  test('a stone is no news to them', () =>
    dialogue(`
      (alice and bob sit down to go 9)
      (erin enters)
      (erin observes)
      alice plays a1
        = done
        alice, bob: black a1
    `));

  test('another name: somebody is gone and somebody has come, who still waits and plays', () =>
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

  test('somebody who is away is not here, and the game goes on', () =>
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

  test('a wish for one opponent is shown to that one and its host alone', () =>
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

  test('and to whoever comes to bear the name, for as long as that is so', () =>
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

  test('and to a computer player of the group with that name', () =>
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

  test('a seek for a group is shown to its computer players out of service only when none of the group offers games', () =>
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

  test('and to whoever comes to be known by it', () =>
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

  test('who has left or is lost is told nothing more', () =>
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

describe('waiting no more', () => {
  test('is done by who waits, and refused to anybody else', () =>
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
