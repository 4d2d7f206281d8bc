import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('a reserved name', () => {
  test('is for its owner, over any protocol, and for nobody else', () =>
    dialogue(`
      somebody in charge reserves Alice
      mallory enters as aLICE
        = refused: name-taken, reserved
      mallory enters as alice speaking nedap
        = refused: name-taken, reserved
      alice enters as alice owning Alice
        = entered as alice
      mallory enters as alice
        = refused: name-taken, reserved
    `));

  test('is not for the owner of another', () =>
    dialogue(`
      somebody in charge reserves alice
      somebody in charge reserves bob
      bob enters as alice owning bob
        = refused: name-taken, reserved
    `));

  test('is for an address from which its owner has signed in, for as long as that counts', () =>
    dialogue(`
      somebody in charge reserves alice
      somebody in charge admits alice from home for 10 s
      (carol enters as alice from home)
      mallory enters as alice from afar
        = refused: name-taken, reserved
      carol leaves
        = done
      9 s pass
      (carol enters as alice from home)
      (carol leaves)
      1 s pass
      carol enters as alice from home
        = refused: name-taken, reserved
    `));

  test('cannot be had by renaming, and a number is appended where that is wished for', () =>
    dialogue(`
      somebody in charge reserves alice
      somebody in charge reserves alice2
      (carol enters)
      carol renames to Alice
        = refused: name-taken, reserved
      carol renames to alice numbered
        = done
      carol asks who is here
        = names: alice3
      (dave enters owning alice)
      dave renames to alice numbered
        = done
      dave asks who is here
        = names: alice3, alice
    `));

  test('is not had by white space around it or in it, nor by what is not seen', () =>
    dialogue(`
      somebody in charge reserves "van dijk"
      mallory enters as " van dijk"
        = refused: name-taken, reserved
      mallory enters as "van\u2003\u2800dijk\u2800"
        = refused: name-taken, reserved
      mallory enters as "van di\u200bjk" speaking web
        = refused: name-taken, reserved
    `));

  test('is not had by letters that look alike, over any protocol, but by its owner and where that is known', () =>
    dialogue(`
      somebody in charge reserves alice
      somebody in charge admits alice from home for 10 s
      mallory enters as \u0430lice from afar
        = refused: name-taken, reserved
      mallory enters as aIice speaking daigo from afar
        = refused: name-taken, reserved
      mallory enters as al1ce speaking nedap from afar
        = entered as al1ce
      mallory renames to a1ice
        = refused: name-taken, reserved
      owner enters as \u0430lice from afar owning alice
        = entered as \u0430lice
      (owner leaves)
      carol enters as \u0430lice from home
        = entered as \u0430lice
    `));

  test('keeps no name apart that merely looks like another in use', () =>
    dialogue(`
      (alice enters)
      mallory enters as \u0430lice
        = entered as \u0430lice
    `));

  test('is had by its owner though it looks like another that is reserved', () =>
    dialogue(`
      somebody in charge reserves alice
      somebody in charge reserves \u0430lice
      alice enters as alice owning alice
        = entered as alice
      mallory enters as \u0430lice owning alice
        = refused: name-taken, reserved
      somebody in charge unreserves \u0430lice
      mallory enters as al\u0456ce
        = refused: name-taken, reserved
      somebody in charge unreserves alice
      mallory enters as al\u0456ce
        = entered as al\u0456ce
    `));

  test('is nobody’s alias', () =>
    dialogue(`
      somebody in charge reserves alice
      (carol enters as Al-ice)
      (dave enters speaking nedap)
      dave asks who is here
        = names: alice2, dave
    `));

  test('stays with who bears it when it is reserved, and its owner finds it taken', () =>
    dialogue(`
      (carol enters as alice)
      somebody in charge reserves alice
      alice enters owning alice
        = refused: name-taken
      (carol leaves)
      alice enters owning alice
        = entered as alice
    `));

  test('is kept with a held seat for who sat there', () =>
    dialogue(
      `
      (alice and bob sit down to go 9)
      alice is lost
      somebody in charge reserves alice
      mallory enters as alice from afar
        = refused: name-taken, reserved
      alice enters
        = entered as alice, a seat is held
    `,
      { grace: 60 },
    ));

  test('is kept with the seat of its owner, who comes back from anywhere, and nobody else from the same address', () =>
    dialogue(
      `
      somebody in charge reserves alice
      (alice enters owning alice)
      (bob enters)
      alice seeks go 9
        = waiting
      (bob seeks go 9)
      alice is lost
      mallory enters as Alice
        = refused: name-taken, reserved
      alice enters from afar owning alice
        = entered as alice, a seat is held
    `,
      { grace: 60 },
    ));

  test('is kept with the seat of its owner for an address that is admitted', () =>
    dialogue(
      `
      somebody in charge reserves alice
      somebody in charge admits alice from home for 10 s
      (zoe enters owning alice)
      (bob enters)
      (zoe seeks go 9)
      (bob seeks go 9)
      (zoe renames to alice)
      zoe is lost
      mallory enters as alice from afar
        = refused: name-taken, reserved
      carol enters as alice
        = entered as alice, a seat is held
    `,
      { grace: 60 },
    ));

  test('is not taken over from a silent connection', () =>
    dialogue(`
      somebody in charge reserves alice
      (alice enters owning alice)
      90 s pass
      mallory enters as alice
        = refused: name-taken, reserved
      somebody in charge admits alice from home for 10 s
      alice enters
        = entered as alice
        alice: replaced
    `));

  test('is free again once it is no longer reserved', () =>
    dialogue(`
      somebody in charge reserves alice
      somebody in charge unreserves ALICE
      carol enters as alice
        = entered as alice
    `));

  test('is open for the next player, once, and from one address if one is named', () =>
    dialogue(`
      somebody in charge reserves alice guarded
      mallory enters as alice from home
        = refused: name-taken, reserved
      somebody in charge opens alice from home for 60 s
      eve enters as alice from afar
        = refused: name-taken, reserved
      (carol enters as alice from home)
      (carol leaves)
      mallory enters as alice from home
        = refused: name-taken, reserved
      somebody in charge opens alice for 60 s
      (eve enters as alice from afar)
    `));

  test('is open for one minute, and not for a name that looks like it', () =>
    dialogue(`
      somebody in charge reserves alice guarded
      somebody in charge opens alice from home for 60 s
      mallory enters as a1ice from home
        = refused: name-taken, reserved
      60 s pass
      mallory enters as alice from home
        = refused: name-taken, reserved
    `));
});
