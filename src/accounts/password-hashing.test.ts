import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PasswordHashing } from './password-hashing.ts';

const HOME = { key: 'home', isKnown: false };
const CHEAP = { logN: 4, r: 1, p: 1 };

describe('a password', () => {
  it('is hashed by scrypt with the documented cost and a salt of its own', async () => {
    const passwords = new PasswordHashing();
    const [first, second] = await Promise.all([
      passwords.hash('correct horse', HOME),
      passwords.hash('correct horse', HOME),
    ]);
    assert.match(first ?? '', /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(first, second);
    assert.equal(await passwords.matches('correct horse', first, HOME), true);
    assert.equal(await passwords.matches('correct horsf', first, HOME), false);
  });

  it('matches in any Unicode composition, but not in another case', async () => {
    const passwords = new PasswordHashing(CHEAP);
    const stored = await passwords.hash('caf\u00e9 天元', HOME);
    assert.equal(await passwords.matches('cafe\u0301 天元', stored, HOME), true);
    assert.equal(await passwords.matches('Café 天元', stored, HOME), false);
  });

  it('is checked with the cost of its stored hash, which may be outdated', async () => {
    const stored = await new PasswordHashing(CHEAP).hash('correct horse', HOME);
    const current = new PasswordHashing({ logN: 5, r: 2, p: 1 });
    assert.ok(stored !== undefined);
    assert.equal(await current.matches('correct horse', stored, HOME), true);
    assert.ok(current.isOutdated(stored));
    assert.ok(!current.isOutdated((await current.hash('correct horse', HOME)) ?? ''));
  });

  it('never matches without a stored hash', async () => {
    assert.equal(await new PasswordHashing(CHEAP).matches('', undefined, HOME), false);
  });

  it('waits for its turn, and is not checked if too many requests wait', async () => {
    const passwords = new PasswordHashing(CHEAP, 2);
    const stored = await passwords.hash('correct horse', HOME);
    const checks = Array.from({ length: 140 }, () => passwords.matches('correct horse', stored, HOME));
    const results = await Promise.all(checks);
    assert.equal(results.filter((each) => each === true).length, 130);
    assert.equal(results.filter((each) => each === undefined).length, 10);
    assert.equal(await passwords.matches('correct horse', stored, HOME), true);
  });
});
