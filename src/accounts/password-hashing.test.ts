import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PasswordHashing } from './password-hashing.ts';

const HOME = { key: 'home', isKnown: false };
const CHEAP = { logN: 4, r: 1, p: 1 };

describe('a password', () => {
  it('is hashed by scrypt at the cost that the documentation says, and with a salt of its own', async () => {
    const passwords = new PasswordHashing();
    const [one, two] = await Promise.all([
      passwords.hash('correct horse', HOME),
      passwords.hash('correct horse', HOME),
    ]);
    assert.match(one ?? '', /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(one, two);
    assert.equal(await passwords.matches('correct horse', one, HOME), true);
    assert.equal(await passwords.matches('correct horsf', one, HOME), false);
  });

  it('is the same however it is composed, and not however it is cased', async () => {
    const passwords = new PasswordHashing(CHEAP);
    const stored = await passwords.hash('caf\u00e9 天元', HOME);
    assert.equal(await passwords.matches('cafe\u0301 天元', stored, HOME), true);
    assert.equal(await passwords.matches('Café 天元', stored, HOME), false);
  });

  it('is checked at the cost of its own hash, which may be of another day', async () => {
    const stored = await new PasswordHashing(CHEAP).hash('correct horse', HOME);
    const today = new PasswordHashing({ logN: 5, r: 2, p: 1 });
    assert.ok(stored !== undefined);
    assert.equal(await today.matches('correct horse', stored, HOME), true);
    assert.ok(today.isOutdated(stored));
    assert.ok(!today.isOutdated((await today.hash('correct horse', HOME)) ?? ''));
  });

  it('of nobody is never right', async () => {
    assert.equal(await new PasswordHashing(CHEAP).matches('', undefined, HOME), false);
  });

  it('waits for its turn, and is sent away where too many wait', async () => {
    const passwords = new PasswordHashing(CHEAP, 2);
    const stored = await passwords.hash('correct horse', HOME);
    const all = Array.from({ length: 140 }, () => passwords.matches('correct horse', stored, HOME));
    const said = await Promise.all(all);
    assert.equal(said.filter((each) => each === true).length, 130);
    assert.equal(said.filter((each) => each === undefined).length, 10);
    assert.equal(await passwords.matches('correct horse', stored, HOME), true);
  });
});
