import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AccountFixture,
  ELSEWHERE,
  HOME,
  LOCAL,
  refusalOf,
  unwrap,
} from '../../test/support/accounts/account-fixture.ts';
import { databaseKinds } from '../../test/support/database/test-databases.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

for (const kind of await databaseKinds()) {
  describe(`accounts in ${kind.name}`, { skip: kind.skip }, () => {
    it('give a name only to the first owner, in any case and composition of the name', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const { account } = unwrap(await fixture.reserveName('Zoë'));
      assert.deepEqual(account, { name: 'Zoë', administrator: false });
      for (const spelling of ['Zoë', 'zoë', 'ZOË', 'Zoe\u0308']) {
        assert.equal(refusalOf(await fixture.reserveName(spelling)), 'reserved', spelling);
        assert.ok(fixture.accounts.isReserved(spelling));
        assert.ok(unwrap(await fixture.accounts.signIn(spelling, 'correct horse', HOME)));
      }
      assert.ok(!fixture.accounts.isReserved('Zoe'));
    });

    it('trim white space around a name, and compare names without kinds of white space and letter widths', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const { account } = unwrap(await fixture.reserveName('\u2003Van  Dijk \u2800'));
      assert.equal(account.name, 'Van  Dijk');
      for (const spelling of ['van dijk', ' VAN DIJK', 'van\u00a0\u3164dijk', 'ｖａｎ dijk']) {
        assert.equal(refusalOf(await fixture.reserveName(spelling)), 'reserved', spelling);
        assert.ok(unwrap(await fixture.accounts.signIn(spelling, 'correct horse', HOME)));
      }
    });

    it('refuse a name that looks like a reserved or banned name, also after a restart', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      await fixture.createAccount('alice');
      await fixture.bans.add({ name: 'troll', hours: 1 });
      for (const lookAlike of ['\u0430lice', 'aIice', 'a1ice', 'tr\u043ell', 'tr0ll']) {
        assert.equal(refusalOf(await fixture.reserveName(lookAlike)), 'not-available', lookAlike);
      }
      await fixture.restart();
      assert.equal(refusalOf(await fixture.reserveName('\u0430lice')), 'not-available');
      assert.equal(refusalOf(await fixture.reserveName('tr\u043ell')), 'not-available');
      await fixture.clock.advance(HOUR);
      assert.ok(unwrap(await fixture.reserveName('tr\u043ell')));
    });

    it('sign in a client over its protocol, and reserve an unknown name only if the client requests it', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const signIn = (password: string, options: object = {}, name = 'ray') =>
        fixture.accounts.authenticate({ name, password, ifUnknown: 'reserve', ...options }, HOME);
      assert.equal(unwrap(await signIn('abc123', { ifUnknown: 'ignore' })), undefined);
      assert.ok(!fixture.accounts.isReserved('ray'));
      assert.equal(refusalOf(await signIn('RAY')), 'weak');
      assert.equal(unwrap(await signIn('abc123')), 'ray');
      assert.equal(unwrap(await signIn('abc123', {}, 'RAY')), 'ray');
      assert.equal(refusalOf(await signIn('abc124')), 'wrong');
      await fixture.restart();
      assert.equal(refusalOf(await signIn('abc123', { ifUnknown: 'ignore' })), 'short');
      assert.equal(refusalOf(await signIn('abc124', { ifUnknown: 'ignore' })), 'wrong');
      await fixture.bans.add({ name: 'ray', hours: 1 });
      assert.equal(refusalOf(await signIn('abc124')), 'wrong');
      assert.equal(refusalOf(await signIn('abc123')), 'banned');
    });

    it('accept a password of at most 16 characters that was set over a protocol only over this protocol', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const signIn = (password: string, newPassword?: string) =>
        fixture.accounts.authenticate(
          { name: 'ray', password, ifUnknown: 'reserve', ...(newPassword === undefined ? {} : { newPassword }) },
          HOME,
        );
      assert.ok(unwrap(await signIn('exactly-16-chars')));
      assert.equal(refusalOf(await fixture.accounts.signIn('ray', 'exactly-16-chars', HOME)), 'short');
      assert.equal(refusalOf(await fixture.accounts.signIn('ray', 'another-16-chars', HOME)), 'wrong');
      assert.equal(refusalOf(await signIn('another-16-chars', 'this-has-17-chars')), 'wrong');
      assert.equal(refusalOf(await signIn('exactly-16-chars', 'RAY')), 'weak');
      assert.ok(unwrap(await signIn('exactly-16-chars', 'this-has-17-chars')));
      assert.equal(refusalOf(await signIn('exactly-16-chars')), 'wrong');
      assert.ok(unwrap(await signIn('this-has-17-chars')));
      const elsewhere = { name: 'ray', password: 'this-has-17-chars', ifUnknown: 'ignore' } as const;
      assert.equal(unwrap(await fixture.accounts.authenticate(elsewhere, HOME)), 'ray');
      assert.ok(unwrap(await fixture.accounts.signIn('ray', 'this-has-17-chars', HOME)));
      // A password that was set on the page is valid everywhere, for any length.
      await fixture.reserveName('zoe', 'eight-or');
      assert.ok(unwrap(await fixture.accounts.signIn('zoe', 'eight-or', HOME)));
    });

    it('store the new password if a client reserves a name with an old and a new password', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const signIn = (password: string, options: object = {}) =>
        fixture.accounts.authenticate({ name: 'kim', password, ifUnknown: 'reserve', ...options }, HOME);
      assert.ok(unwrap(await signIn('old-word', { newPassword: 'new-word' })));
      assert.equal(refusalOf(await signIn('old-word')), 'wrong');
      assert.ok(unwrap(await signIn('new-word')));
    });

    it('limit registrations and wrong passwords over protocols in the same way as on the page', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace(), { registrationsPerHour: 1 });
      const signIn = (name: string, password: string) =>
        fixture.accounts.authenticate({ name, password, ifUnknown: 'reserve' }, HOME);
      assert.ok(unwrap(await signIn('ray', 'abc123')));
      assert.equal(refusalOf(await signIn('zoe', 'abc123')), 'too-often');
      for (let attempt = 0; attempt < 10; attempt++) assert.equal(refusalOf(await signIn('ray', 'wrong')), 'wrong');
      assert.equal(refusalOf(await signIn('ray', 'wrong')), 'too-often');
      assert.equal(refusalOf(await fixture.accounts.signIn('ray', 'abc123', HOME)), 'too-often');
    });

    it('give a name to only one of two clients that reserve it at the same time', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const both = await Promise.all([
        fixture.reserveName('alice', 'password 1'),
        fixture.reserveName('ALICE', 'password 2'),
      ]);
      assert.deepEqual(both.map(refusalOf).toSorted(), ['reserved', undefined]);
      const winner = both[0].ok ? 'password 1' : 'password 2';
      assert.ok((await fixture.accounts.signIn('alice', winner, HOME)).ok);
    });

    it('refuse a sign-in with a wrong password or a name without an account', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      await fixture.createAccount('alice', 'correct horse');
      for (const [name, password] of [
        ['alice', 'correct horse '],
        ['alice', 'Correct horse'],
        ['alice', ''],
        ['bob', 'correct horse'],
        ["alice' --", 'correct horse'],
        ['%', 'correct horse'],
      ] as const) {
        assert.equal(refusalOf(await fixture.accounts.signIn(name, password, ELSEWHERE)), 'wrong', name + password);
      }
    });

    it('recognise a secret after a restart, although only its digest is stored', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const secret = await fixture.createAccount('alice');
      const { secret: token } = unwrap(await fixture.accounts.createToken('alice', 'bot'));
      await fixture.restart();
      assert.equal(await fixture.nameOf(secret), 'alice');
      assert.equal(await fixture.nameOf(token, 'token'), 'alice');
      const stored = JSON.stringify([
        await fixture.database.selectFrom('account').selectAll().execute(),
        await fixture.database.selectFrom('signIn').selectAll().execute(),
        await fixture.database.selectFrom('token').selectAll().execute(),
      ]);
      for (const hidden of [secret, token, token.slice('tengen_'.length), 'correct horse']) {
        assert.ok(!stored.includes(hidden));
      }
    });

    it('do not accept a cookie as a token, a token as a cookie, or a digest as either', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const secret = await fixture.createAccount('alice');
      const { secret: token } = unwrap(await fixture.accounts.createToken('alice', 'bot'));
      const [signIn] = await fixture.database.selectFrom('signIn').select('digest').execute();
      assert.equal(await fixture.nameOf(secret, 'token'), undefined);
      assert.equal(await fixture.nameOf(token, 'cookie'), undefined);
      assert.equal(await fixture.nameOf(signIn?.digest ?? ''), undefined);
      assert.equal(await fixture.nameOf(''), undefined);
    });

    it('end a sign-in after 30 days without use, and prolong a sign-in that is used', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const secret = await fixture.createAccount('alice');
      for (let week = 1; week <= 5; week++) {
        await fixture.clock.advance(7 * DAY);
        assert.equal(await fixture.nameOf(secret), 'alice', `week ${week}`);
      }
      await fixture.clock.advance(30 * DAY);
      assert.equal(await fixture.nameOf(secret), undefined);
    });

    it('keep only the last 50 sign-ins', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const first = await fixture.createAccount('alice');
      const secrets: string[] = [];
      for (let count = 1; count <= 50; count++) {
        await fixture.clock.advance(MINUTE);
        secrets.push(unwrap(await fixture.accounts.signIn('alice', 'correct horse', HOME)).secret);
      }
      assert.equal(await fixture.nameOf(first), undefined);
      assert.equal(await fixture.nameOf(secrets[0] ?? ''), 'alice');
      assert.equal(await fixture.nameOf(secrets[49] ?? ''), 'alice');
    });

    it('sign out only one browser', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const first = await fixture.createAccount('alice');
      const { secret: second } = unwrap(await fixture.accounts.signIn('alice', 'correct horse', HOME));
      assert.notEqual(first, second);
      await fixture.accounts.signOut(first);
      assert.deepEqual([await fixture.nameOf(first), await fixture.nameOf(second)], [undefined, 'alice']);
      assert.deepEqual(fixture.revoked, ['alice']);
    });

    it('end all other sign-ins when the password is changed', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const before = await fixture.createAccount('alice');
      unwrap(await fixture.accounts.signIn('alice', 'correct horse', ELSEWHERE));
      const change = { current: 'correct horse', password: 'battery staple' };
      assert.equal(
        refusalOf(await fixture.accounts.changePassword('alice', { ...change, current: 'x' }, HOME)),
        'wrong',
      );
      const { secret } = unwrap(await fixture.accounts.changePassword('alice', change, HOME));
      assert.deepEqual([await fixture.nameOf(before), await fixture.nameOf(secret)], [undefined, 'alice']);
      assert.equal(refusalOf(await fixture.accounts.signIn('alice', 'correct horse', HOME)), 'wrong');
      assert.ok((await fixture.accounts.signIn('alice', 'battery staple', HOME)).ok);
      assert.ok(fixture.mayBear('alice', HOME));
      assert.ok(!fixture.mayBear('alice', ELSEWHERE), 'only the address where the password was changed is admitted');
    });

    it('end sign-ins whose old password was checked during the change of the password', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      await fixture.createAccount('alice');
      const change = { current: 'correct horse', password: 'battery staple' };
      const [changed, ...others] = await Promise.all([
        fixture.accounts.changePassword('alice', change, HOME),
        ...Array.from({ length: 6 }, () => fixture.accounts.signIn('alice', 'correct horse', HOME)),
      ]);
      const { secret } = unwrap(changed);
      for (const each of others) if (each.ok) assert.equal(await fixture.nameOf(each.value.secret), undefined);
      assert.equal(await fixture.nameOf(secret), 'alice');
    });

    it('free the name and end all sign-ins, tokens and admissions when an account is deleted', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const secret = await fixture.createAccount('alice');
      const { secret: token } = unwrap(await fixture.accounts.createToken('alice', 'bot'));
      assert.equal(refusalOf(await fixture.accounts.remove('alice', 'wrong', HOME)), 'wrong');
      unwrap(await fixture.accounts.remove('alice', 'correct horse', HOME));
      assert.deepEqual([await fixture.nameOf(secret), await fixture.nameOf(token, 'token')], [undefined, undefined]);
      assert.ok(fixture.mayBear('alice', ELSEWHERE));
      const next = await fixture.createAccount('alice', 'another one', ELSEWHERE);
      assert.equal(await fixture.nameOf(next, 'cookie', ELSEWHERE), 'alice');
      assert.ok(!fixture.mayBear('alice', HOME), 'the addresses of the former owner are not admitted');
      assert.deepEqual([await fixture.nameOf(secret), await fixture.nameOf(token, 'token')], [undefined, undefined]);
    });

    it('create, list and revoke tokens, and return the secret of a token only once', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      await fixture.createAccount('alice');
      await fixture.createAccount('bob');
      const created = unwrap(await fixture.accounts.createToken('alice', 'my bot'));
      assert.match(created.secret, /^tengen_[\w-]{43}$/);
      const at = fixture.clock.now();
      await fixture.clock.advance(HOUR);
      assert.equal(await fixture.nameOf(created.secret, 'token'), 'alice');
      const [listed] = await fixture.accounts.tokens('ALICE');
      assert.deepEqual(listed, { id: created.id, label: 'my bot', created: at, used: at + HOUR });
      assert.deepEqual(await fixture.accounts.tokens('bob'), []);
      assert.equal(await fixture.accounts.revokeToken('bob', created.id), false, 'the token of another account');
      assert.equal(await fixture.nameOf(created.secret, 'token'), 'alice');
      assert.equal(await fixture.accounts.revokeToken('alice', created.id), true);
      assert.equal(await fixture.nameOf(created.secret, 'token'), undefined);
      for (let count = 1; count <= 20; count++) unwrap(await fixture.accounts.createToken('alice', `${count}`));
      assert.equal(refusalOf(await fixture.accounts.createToken('alice', 'one more')), 'too-many');
    });

    it('end all sign-ins, tokens and admissions when an administrator resets the password', async (test) => {
      const fixture = await AccountFixture.open(test, await kind.newPlace());
      const secret = await fixture.createAccount('alice');
      const { secret: token } = unwrap(await fixture.accounts.createToken('alice', 'bot'));
      assert.equal(await fixture.accounts.resetPassword('nobody'), undefined);
      const password = await fixture.accounts.resetPassword('Alice');
      assert.match(password ?? '', /^[a-z2-9]{16}$/);
      assert.deepEqual([await fixture.nameOf(secret), await fixture.nameOf(token, 'token')], [undefined, undefined]);
      assert.ok(!fixture.mayBear('alice', HOME));
      assert.ok((await fixture.accounts.signIn('alice', password ?? '', HOME)).ok);
      assert.deepEqual(fixture.revoked, ['alice']);
    });

    describe('admit to a reserved name', () => {
      it('only clients from an address where the owner has signed in within the last 12 hours', async (test) => {
        const fixture = await AccountFixture.open(test, await kind.newPlace());
        await fixture.createAccount('alice');
        assert.deepEqual([fixture.mayBear('Alice', HOME), fixture.mayBear('alice', ELSEWHERE)], [true, false]);
        await fixture.clock.advance(12 * HOUR - 1);
        assert.ok(fixture.mayBear('alice', HOME));
        await fixture.clock.advance(1);
        assert.ok(!fixture.mayBear('alice', HOME));
        unwrap(await fixture.accounts.signIn('alice', 'correct horse', ELSEWHERE));
        assert.deepEqual([fixture.mayBear('alice', HOME), fixture.mayBear('alice', ELSEWHERE)], [false, true]);
      });

      it('the same addresses after a restart', async (test) => {
        const fixture = await AccountFixture.open(test, await kind.newPlace());
        await fixture.createAccount('alice');
        await fixture.clock.advance(11 * HOUR);
        await fixture.restart();
        assert.deepEqual([fixture.mayBear('alice', HOME), fixture.mayBear('alice', ELSEWHERE)], [true, false]);
        await fixture.clock.advance(HOUR);
        assert.ok(!fixture.mayBear('alice', HOME));
        await fixture.restart();
        assert.ok(!fixture.mayBear('alice', HOME));
      });

      it('an address for 12 more hours when a sign-in is used from it, but not when a token is used', async (test) => {
        const fixture = await AccountFixture.open(test, await kind.newPlace());
        const secret = await fixture.createAccount('alice');
        const { secret: token } = unwrap(await fixture.accounts.createToken('alice', 'bot'));
        await fixture.clock.advance(11 * HOUR);
        await fixture.nameOf(token, 'token', ELSEWHERE);
        assert.ok(!fixture.mayBear('alice', ELSEWHERE));
        await fixture.nameOf(secret);
        await fixture.clock.advance(11 * HOUR);
        await fixture.restart();
        assert.ok(fixture.mayBear('alice', HOME));
        assert.ok(!fixture.mayBear('alice', ELSEWHERE));
      });

      it('no address after a sign-in through a proxy that forwards several clients', async (test) => {
        const fixture = await AccountFixture.open(test, await kind.newPlace());
        const proxy = { address: '192.0.2.80', isForwarded: true };
        const secret = await fixture.createAccount('alice', 'correct horse', proxy);
        unwrap(await fixture.accounts.signIn('alice', 'correct horse', proxy));
        assert.equal(await fixture.nameOf(secret, 'cookie', proxy), 'alice');
        assert.ok(!fixture.mayBear('alice', proxy));
        fixture.addresses.set('bob', proxy.address);
        assert.equal(refusalOf(await fixture.reserveName('bob', 'correct horse', proxy)), 'in-use');
      });

      it('no address after the use of a sign-in that has ended', async (test) => {
        const fixture = await AccountFixture.open(test, await kind.newPlace());
        const secret = await fixture.createAccount('alice');
        await fixture.accounts.resetPassword('alice');
        assert.equal(await fixture.nameOf(secret, 'cookie', ELSEWHERE), undefined);
        assert.ok(!fixture.mayBear('alice', ELSEWHERE));
      });
    });
  });
}

describe('a name cannot be reserved', () => {
  it('while a client at another address uses it; the client that uses it can reserve it', async (test) => {
    const fixture = await AccountFixture.open(test);
    fixture.addresses.set('bob', ELSEWHERE.address);
    assert.equal(refusalOf(await fixture.reserveName('Bob')), 'in-use');
    fixture.addresses.set('bob', HOME.address);
    assert.ok((await fixture.reserveName('Bob')).ok);
  });

  for (const name of [
    'guest-1',
    'Guest-007',
    'tengen',
    'TENGEN',
    'tengen2',
    'ali\u200bce',
    '\u2066alice',
    'a\u00adb',
  ]) {
    it(`if it is not available: ${JSON.stringify(name)}`, async (test) => {
      assert.equal(refusalOf(await (await AccountFixture.open(test)).reserveName(name)), 'not-available');
    });
  }

  it('if the password is the name', async (test) => {
    assert.equal(refusalOf(await (await AccountFixture.open(test)).reserveName('Alexandra', 'alexandra')), 'weak');
  });

  it("if it is an administrator's, except on the server's own machine", async (test) => {
    const fixture = await AccountFixture.open(test);
    assert.equal(refusalOf(await fixture.reserveName('root')), 'not-here');
    assert.equal(
      refusalOf(await fixture.reserveName('root', 'correct horse', { ...LOCAL, isForwarded: true })),
      'not-here',
    );
    const { account } = unwrap(await fixture.reserveName('root', 'correct horse', LOCAL));
    assert.deepEqual(account, { name: 'root', administrator: true });
  });
});

it('a banned name cannot be reserved or sign in, and its sign-ins and tokens are invalid until the ban ends', async (test) => {
  const fixture = await AccountFixture.open(test);
  const secret = await fixture.createAccount('alice');
  const { secret: token } = unwrap(await fixture.accounts.createToken('alice', 'bot'));
  await fixture.bans.add({ name: 'ALICE', hours: 2 });
  await fixture.bans.add({ name: 'bob', hours: 2 });
  assert.equal(refusalOf(await fixture.accounts.signIn('alice', 'correct horse', HOME)), 'banned');
  assert.equal(refusalOf(await fixture.accounts.signIn('alice', 'wrong', HOME)), 'wrong');
  assert.equal(refusalOf(await fixture.reserveName('bob')), 'banned');
  assert.deepEqual([await fixture.nameOf(secret), await fixture.nameOf(token, 'token')], [undefined, undefined]);
  assert.deepEqual([fixture.mayBear('alice', HOME), fixture.mayBear('bob', HOME)], [false, false]);
  await fixture.clock.advance(2 * HOUR);
  assert.deepEqual([await fixture.nameOf(secret), await fixture.nameOf(token, 'token')], ['alice', 'alice']);
  assert.deepEqual([fixture.mayBear('alice', HOME), fixture.mayBear('bob', HOME)], [true, true]);
  assert.ok(!fixture.mayBear('alice', ELSEWHERE));
});
