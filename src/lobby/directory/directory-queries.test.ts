import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('queries', () => {
  test('a player is found by name or alias, and the answer has the alias for the reader', () =>
    dialogue(`
      (ned enters speaking nedap)
      (Al-ice enters)
      ned looks up Al-ice
        = player alice (nu6)
      Al-ice looks up ALICE
        = player Al-ice (nu6)
      ned looks up carol
        = refused: no-such-player
    `));

  test('the moves of games are counted, but not of games that the reader cannot see', () =>
    dialogue(`
      (alice and bob sit down to go 3)
      (carol enters)
      (alice plays a1)
      carol counts moves of 1
        = moves: game 1 1
      carol counts moves of 2
        = moves: none
    `));

  test('the directory has the aliases for the reader, also in changes', () =>
    dialogue(`
      (ned enters speaking nedap)
      (Al-ice enters)
      (Al-ice seeks go 9)
      ned observes
        = directory: ned (nedap); alice (nu6); alice wants go 9
      Al-ice leaves
        = done
        ned: directory: alice is gone; alice waits no more
    `));
});

describe('a seek for one opponent', () => {
  test('with the demand to be seen is refused unless the opponent observes the directory or has a fitting seek', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (bob observes)
      alice seeks go 9 for dave who must see it
        = refused: no-such-player
      alice seeks go 9 for carol who must see it
        = refused: no-such-seek
      alice seeks go 9 for bob who must see it
        = waiting
        bob: directory: alice wants go 9 with bob
      (erin enters)
      (erin offers games after 5 s go 19)
      alice seeks go 9 for erin who must see it
        = refused: no-such-seek
      (carol seeks go 9)
      alice seeks go 9 for carol who must see it
        = seated
        carol: black against alice, go 9, komi 0, black to move
        alice: white against carol, go 9, komi 0, black to move
        bob: directory: carol (nu6) in game 1; alice (nu6) in game 1; carol waits no more; alice waits no more; game 1 go 9, carol (nu6) and alice (nu6)
    `));

  test('can be declined only by this opponent, and only if its host can be notified', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice observes)
      (alice seeks go 9 for bob)
      carol declines the seek of alice
        = refused: no-such-seek
      alice declines the seek of alice
        = refused: no-such-seek
      bob declines the seek of alice
        = done
        alice: directory: alice waits no more
      bob declines the seek of alice
        = refused: no-such-seek
      (carol seeks go 9 for bob)
      bob declines the seek of carol
        = refused: no-such-seek
      (wim enters speaking web)
      (wim seeks go 9 for bob)
      bob declines the seek of wim
        = done
        wim: directory: wim waits no more
      (alice seeks go 9)
      bob declines the seek of alice
        = refused: no-such-seek
    `));
});
