import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';

describe('a reserved name', () => {
  test('is for its owner only, in every protocol', () =>
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

  test('is refused to the owner of another reserved name', () =>
    dialogue(`
      somebody in charge reserves alice
      somebody in charge reserves bob
      bob enters as alice owning bob
        = refused: name-taken, reserved
    `));

  test('is available for some time from an address from which its owner has signed in', () =>
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

  test('is refused as a new name, unless a number may be appended', () =>
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

  test('is refused with additional white space or invisible characters', () =>
    dialogue(`
      somebody in charge reserves "van dijk"
      mallory enters as " van dijk"
        = refused: name-taken, reserved
      mallory enters as "van\u2003\u2800dijk\u2800"
        = refused: name-taken, reserved
      mallory enters as "van di\u200bjk" speaking web
        = refused: name-taken, reserved
    `));

  test('is refused with letters that look alike, except to its owner and from an admitted address', () =>
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

  test('protects only reserved names from names that look alike', () =>
    dialogue(`
      (alice enters)
      mallory enters as \u0430lice
        = entered as \u0430lice
    `));

  test('is for its owner even if it looks like another reserved name', () =>
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

  test('is never an alias', () =>
    dialogue(`
      somebody in charge reserves alice
      (carol enters as Al-ice)
      (dave enters speaking nedap)
      dave asks who is here
        = names: alice2, dave
    `));

  test('stays with the player who has it when it is reserved. Until then its owner is refused', () =>
    dialogue(`
      (carol enters as alice)
      somebody in charge reserves alice
      alice enters owning alice
        = refused: name-taken
      (carol leaves)
      alice enters owning alice
        = entered as alice
    `));

  test('that was reserved during a game is still available to the player of the reserved seat', () =>
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

  test('of a reserved seat is for its owner from any address, and for no other player of the same address', () =>
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

  test('of a reserved seat is available from an admitted address', () =>
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

  test('of a silent connection is taken over by its owner only', () =>
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

  test('is free after its reservation is removed', () =>
    dialogue(`
      somebody in charge reserves alice
      somebody in charge unreserves ALICE
      carol enters as alice
        = entered as alice
    `));

  test('that was opened is available to the next player, once, and from the given address', () =>
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

  test('that was opened is available for one minute, but a name that looks like it is not', () =>
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
