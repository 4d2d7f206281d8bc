import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goParameters } from '../../../test/support/lobby/go-seat.ts';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';
import type { Command } from '../command.ts';
import { Lobby } from '../lobby.ts';

describe('an invitation', () => {
  test('is paired only with the player who accepts it', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 0 s go 9)
      (alice enters)
      alice seeks go 9 inviting with A
        = waiting
      100 s pass
      (bob enters)
      bob lists go 9
        = names: nobody
      bob takes alice go 9
        = refused: no-such-seek
      bob seeks go 9 for alice
        = waiting
      (bob cancels)
      bob observes
        = directory: gnugo (nu6) offers games; alice (nu6); bob (nu6)
      bob accepts B
        = refused: no-such-seek
      bob accepts A
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
        bob: directory: alice (nu6) in game 1; bob (nu6) in game 1; game 1 go 9, alice (nu6) and bob (nu6)
    `));

  test('is accepted once, and ends when its host cancels it, makes another seek or leaves', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice seeks go 9 inviting with A)
      (bob accepts A)
      carol accepts A
        = refused: invitation-taken
      carol seeks go 9 inviting with A
        = refused: invitation-taken
      (dave enters)
      (dave seeks go 9 inviting with B)
      dave accepts B
        = refused: no-such-seek
      (dave cancels)
      carol accepts B
        = refused: no-such-seek
      (dave seeks go 9 inviting with B)
      (dave seeks go 13)
      carol accepts B
        = refused: no-such-seek
      (dave seeks go 9 inviting with B)
      (dave leaves)
      carol accepts B
        = refused: no-such-seek
    `));

  test('gives the guest the colour that the host has left, and the komi of the host', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9 komi 6 as white inviting with A)
      bob accepts A
        = seated
        bob: black against alice, go 9, komi 6, black to move
        alice: white against bob, go 9, komi 6, black to move
    `));

  test('to a rated game is for two players with names', () =>
    dialogue(`
      (alice enters)
      (alice seeks go 9 rated inviting with A)
      (bob enters nameless)
      bob accepts A
        = refused: cannot-be-rated
    `));

  test('can be accepted after a snapshot was restored, and its game still has its key', () => {
    const options = { protocols: [], grace: 0, resume: 0, idle: 1_000_000 };
    const restored = (lobby: Lobby): Lobby => {
      const other = new Lobby(options);
      other.restore(JSON.parse(JSON.stringify(lobby.snapshot())));
      return other;
    };
    const invitation = 'A'.repeat(43);
    const client = { protocol: 'nu6', listener: 'plain', address: 'home' };
    const ask = (lobby: Lobby, player: number, command: Command) =>
      lobby.step({ kind: 'command', player, command, client }, 0).answer?.kind;
    let lobby = new Lobby(options);
    for (const [player, name] of ['alice', 'bob', 'carol'].entries()) ask(lobby, player, { kind: 'enter', name });
    const parameters = goParameters(9);
    ask(lobby, 0, { kind: 'seek', parameters, options: { private: true }, invitation });
    lobby = restored(lobby);
    assert.equal(ask(lobby, 1, { kind: 'accept-invitation', invitation }), 'seated');
    lobby = restored(lobby);
    assert.equal(ask(lobby, 2, { kind: 'watch', game: 1 }), 'refused');
    assert.equal(lobby.invitation(invitation), 1);
    assert.equal(ask(lobby, 2, { kind: 'watch', game: 1, key: invitation }), 'watching');
    lobby = restored(lobby);
    assert.equal(ask(lobby, 2, { kind: 'watch', game: 1 }), 'watching', 'it watches already');
  });
});

describe('a private seek', () => {
  test('is paired only with its named opponent, and its game is in no list', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (carol observes)
      alice seeks go 9 for bob privately
        = waiting
      carol lists go 9
        = names: nobody
      bob lists go 9
        = names: alice
      bob takes alice go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
        carol: directory: alice (nu6) playing; bob (nu6) playing
      carol watches 1
        = refused: no-game
      carol tells game 1 hello
        = refused: no-game
      alice leaves
        = done
        bob: ended: white wins, left, 0 to 0
        carol: directory: alice is gone; bob (nu6)
    `));

  test('without a named opponent is never paired', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 0 s go 9)
      (bob enters)
      (bob seeks go 9 for a person)
      (alice enters)
      alice seeks go 9 for a person privately
        = waiting
    `));

  test('is paired with a computer player if it asks for one', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 0 s go 9)
      (alice enters)
      alice seeks go 9 for a computer privately
        = seated
        alice: black against gnugo, go 9, komi 0, black to move
        gnugo: white against alice, go 9, komi 0, black to move
    `));

  test('cannot be rated', () =>
    dialogue(`
      (alice enters)
      alice seeks go 9 for bob privately rated
        = refused: cannot-be-rated
    `));
});

describe('a rated game against a computer', () => {
  test('has no take-backs', () =>
    dialogue(`
      (gnugo enters)
      (gnugo offers games after 0 s go 9)
      (alice enters)
      alice seeks go 9 for a computer rated with take-backs
        = waiting
    `));
});
