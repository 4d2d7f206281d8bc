import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('a name', () => {
  test('belongs to one player, in all protocols and from all addresses, in upper and lower case', () =>
    dialogue(`
      alice enters speaking nu6
        = entered as alice
      second enters as ALICE speaking daigo
        = refused: name-taken
      third enters as Alice speaking nedap from afar
        = refused: name-taken
    `));

  test('is taken even if another form of it encodes the accents differently', () =>
    dialogue(`
      rené enters as Ren\u00e9
        = entered as Ren\u00e9
      other enters as rene\u0301
        = refused: name-taken
    `));

  test('is taken even if another form of it has invisible characters', () =>
    dialogue(`
      alice enters
        = entered as alice
      second enters as ali\u200bce
        = refused: name-taken
      third enters as \u202ealice\u2060
        = refused: name-taken
      fourth enters as guest-\u200b7
        = refused: name-taken
    `));

  test('loses white space at its ends, and white space inside it compares as one space', () =>
    dialogue(`
      alice enters as " Al  ice\u2800"
        = entered as Al  ice
      second enters as "al\u2003ice"
        = refused: name-taken
      third enters as "\u3164AL ICE" speaking web from afar
        = refused: name-taken
      third enters as alice
        = entered as alice
      third renames to "\u00a0bob "
        = done
      third asks who is here
        = names: Al  ice, bob
    `));

  test('is taken even if another form of it has another width or style', () =>
    dialogue(`
      alice enters
        = entered as alice
      second enters as ａｌｉｃｅ
        = refused: name-taken
      third enters as 𝓪𝓵𝓲𝓬𝓮
        = refused: name-taken
    `));

  test('is refused if it has no visible character', () =>
    dialogue(`
      one enters as "\u2800 \u3164"
        = refused: name-taken
      one enters as \u0301\u200b
        = refused: name-taken
    `));

  test('is free after its owner has left or was disconnected', () =>
    dialogue(`
      (alice enters)
      alice leaves
        = done
      second enters as alice
        = entered as alice
      second is lost
      third enters as Alice
        = entered as Alice
    `));

  test('can be chosen again after a refusal', () =>
    dialogue(`
      (alice enters)
      bob enters as alice
        = refused: name-taken
      bob enters
        = entered as bob
    `));
});

describe('the name of a guest', () => {
  test('is guest-1, guest-2, …', () =>
    dialogue(`
      one enters nameless
        = entered as guest-1
      two enters nameless
        = entered as guest-2
    `));

  test('is refused to other players, in upper and lower case', () =>
    dialogue(`
      one enters as guest-1
        = refused: name-taken
      one enters as GUEST-77
        = refused: name-taken
      one enters as guest-0
        = refused: name-taken
      one enters as guest-x
        = entered as guest-x
      two enters as guest-
        = entered as guest-
      three enters as guest1
        = entered as guest1
      three renames to guest-5
        = refused: name-taken
      three renames to Guest-5 numbered
        = refused: name-taken
      three renames to " guest-5"
        = refused: name-taken
      three renames to ｇｕｅｓｔ-５
        = refused: name-taken
    `));

  test('is not the alias of a present player', () =>
    dialogue(`
      "guest 1" enters
        = entered as guest 1
      dora enters speaking daigo
        = entered as dora
      dora asks who is here
        = names: guest-1, dora
      anyone enters nameless
        = entered as guest-2
    `));
});

describe('an alias', () => {
  test('replaces a name that the protocol cannot write: nedap has lower-case letters and digits', () =>
    dialogue(`
      (ned enters speaking nedap)
      (Ali-ce.7 enters)
      ned asks who is here
        = names: ned, alice7
    `));

  test('is cut to the longest name of the protocol', () =>
    dialogue(`
      (ned enters speaking nedap)
      (dora enters speaking daigo)
      (abcdefghijklmnopqrstuvwxyzabcdefghij enters)
      ned asks who is here
        = names: ned, dora, abcdefghijklmnopqrst
      dora asks who is here
        = names: ned, dora, abcdefghijklmnopqrstuvwxyzabcdef
    `));

  test('is "player" if no character is left, with a number if it is taken', () =>
    dialogue(`
      (ned enters speaking nedap)
      (天元 enters)
      (碁 enters)
      (☗ enters)
      ned asks who is here
        = names: ned, player, player2, player3
    `));

  test('of one protocol means the same player in other protocols', () =>
    dialogue(`
      (ned enters speaking nedap)
      ("Al Ice" enters)
      ned asks who is here
        = names: ned, alice
      ("Al Ice" seeks go 9)
      (dora enters speaking daigo)
      dora takes alice go 9
        = seated
        Al Ice: black against dora, go 9, komi 0, black to move
        dora: white against Al-Ice, go 9, komi 0, black to move
    `));

  test('is shortened so that its number fits', () =>
    dialogue(`
      (ned enters speaking nedap)
      (abcdefghijklmnopqrst enters)
      (abcdefghijklmnopqrstu enters)
      (abcdefghijklmnopqrstv enters)
      ned asks who is here
        = names: ned, abcdefghijklmnopqrst, abcdefghijklmnopqrs2, abcdefghijklmnopqrs3
    `));

  test('stays within the longest name when its number gets longer', () => {
    const others = Array.from({ length: 9 }, (_, at) => `abcdefghijklmnopqrst${'uvwxyzabc'[at]}${at}`);
    dialogue(`
      (ned enters speaking nedap)
      (abcdefghijklmnopqrst enters)
      ${others.map((name) => `(${name} enters)`).join('\n      ')}
      ned asks who is here
        = names: ned, abcdefghijklmnopqrst, ${[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `abcdefghijklmnopqrs${n}`).join(', ')}, abcdefghijklmnopqr10
    `);
  });

  test('is never the real name of another player', () =>
    dialogue(`
      (ned enters speaking nedap)
      (alice enters)
      (Al-ice enters)
      ned asks who is here
        = names: ned, alice, alice2
      (ned seeks go 9 for alice2)
      alice seeks go 9
        = waiting
      Al-ice seeks go 9
        = seated
        ned: black against alice2, go 9, komi 0, black to move
        Al-ice: white against ned, go 9, komi 0, black to move
    `));

  test('stays with its player, and is refused as a name to others', () =>
    dialogue(`
      (ned enters speaking nedap)
      (Al-ice enters)
      ned asks who is here
        = names: ned, alice
      alice enters
        = refused: name-taken
      (A.lice enters)
      ned asks who is here
        = names: ned, alice, alice2
      Al-ice leaves
        = done
      ned asks who is here
        = names: ned, alice2
    `));

  test('may differ between protocols, and each alias finds the player', () =>
    dialogue(`
      (ned enters speaking nedap)
      (dora enters speaking daigo)
      (hear enters as "Al Ice" chatting)
      ned asks who is here
        = names: ned, dora, alice
      dora asks who is here
        = names: ned, dora, Al-Ice
      ned tells alice hello
        = done
        hear: ned to you: hello
      ned tells Al-Ice hello
        = done
        hear: ned to you: hello
      dora tells "al ice" hello
        = done
        hear: dora to you: hello
    `));

  test('works in every command with a name, even before it was ever shown', () =>
    dialogue(`
      (Al-ice enters chatting)
      (ned enters speaking nedap)
      ned tells alice hello
        = done
        Al-ice: ned to you: hello
      (ned seeks go 9 for alice)
      Al-ice takes ned go 9
        = seated
        ned: black against alice, go 9, komi 0, black to move
        Al-ice: white against ned, go 9, komi 0, black to move
    `));

  test('is free after its owner has left', () =>
    dialogue(`
      (ned enters speaking nedap)
      (Al-ice enters)
      (ned asks who is here)
      Al-ice leaves
        = done
      alice enters
        = entered as alice
    `));

  test('is not needed for a name that differs only in case', () =>
    dialogue(`
      (ned enters speaking nedap)
      (ALICE enters)
      ned asks who is here
        = names: ned, alice
    `));
});

describe('a new name', () => {
  test('frees the old one', () =>
    dialogue(`
      (alice enters)
      alice renames to carol
        = done
      bob enters as alice
        = entered as alice
      dave enters as carol
        = refused: name-taken
    `));

  test('is refused if it is in use', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      bob renames to Alice
        = refused: name-taken
    `));

  test('that is the old name changes nothing', () =>
    dialogue(`
      (carol enters chatting)
      (alice enters)
      alice renames to Alice
        = done
      alice asks who is here
        = names: carol, alice
    `));

  test('gets a number if the client asks for that', () =>
    dialogue(`
      (alice enters)
      (one enters nameless)
      (two enters nameless)
      one renames to Alice numbered
        = done
      two renames to Alice numbered
        = done
      alice asks who is here
        = names: alice, Alice2, Alice3
    `));

  test('with a number is at most as long as the longest name', () => {
    const longest = 'a'.repeat(64);
    dialogue(`
      (${longest} enters)
      (one enters nameless)
      one renames to ${longest} numbered
        = done
      one asks who is here
        = names: ${longest}, ${longest.slice(0, 63)}2
    `);
  });

  test('with a number is never the name of a guest', () =>
    dialogue(`
      (one enters nameless)
      (two enters nameless)
      one renames to guest- numbered
        = done
      two renames to guest- numbered
        = refused: name-taken
    `));

  test('is sent to clients with chat as a departure and an arrival', () =>
    dialogue(`
      (carol enters chatting)
      (alice enters)
      alice renames to anna
        = done
        carol: left alice
        carol: entered anna
    `));

  test('of a player in a game is an event of the game', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      bob renames to rob
        kept game 1 event 1: white is rob
        = done
      (the server restarts)
      bob enters
        = entered as bob
      other enters as rob
        = entered as rob, a seat is held
    `,
      { log: true },
    ));

  test('of a waiting player keeps the seek', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (alice seeks go 9)
      (alice renames to anna)
      bob takes anna go 9
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against anna, go 9, komi 0, black to move
    `));
});
