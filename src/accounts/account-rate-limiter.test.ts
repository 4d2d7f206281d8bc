import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AccountFixture,
  ELSEWHERE,
  HOME,
  refusalOf,
  sourceAt,
  unwrap,
} from '../../test/support/accounts/account-fixture.ts';
import { newSqlitePath } from '../../test/support/database/test-databases.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('guessing', () => {
  it('for one name from one address is stopped after 10 wrong passwords, except one attempt per minute', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.createAccount('alice');
    await fixture.createAccount('bob');
    const guess = (name: string, password: string) => fixture.accounts.signIn(name, password, ELSEWHERE);
    for (let count = 0; count < 10; count++) assert.equal(refusalOf(await guess('alice', 'wrong')), 'wrong');
    for (let count = 0; count < 100; count++)
      assert.deepEqual(await guess('alice', 'wrong'), { ok: false, problem: { why: 'too-often', after: 60 } });
    assert.ok((await guess('bob', 'correct horse')).ok, 'other names sign in from this address');
    assert.ok(
      (await fixture.accounts.signIn('alice', 'correct horse', HOME)).ok,
      'alice signs in from another address',
    );
    await fixture.clock.advance(MINUTE);
    assert.ok((await guess('alice', 'correct horse')).ok);
  });

  it('from the address of the owner does not stop a browser in which the owner has signed in', async (test) => {
    const fixture = await AccountFixture.open(test, newSqlitePath());
    await fixture.createAccount('alice');
    const { browser, secret } = unwrap(await fixture.accounts.signIn('alice', 'correct horse', ELSEWHERE));
    await fixture.accounts.signOut(secret);
    await fixture.restart();
    const guess = (password: string, mark?: string) =>
      fixture.accounts.signIn('alice', password, { ...ELSEWHERE, browser: mark });
    for (let count = 0; count < 10; count++) assert.equal(refusalOf(await guess('wrong')), 'wrong');
    const { browser: otherMark } = unwrap(await fixture.reserveName('mallory'));
    const forgedMark = browser.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const mark of [undefined, '', 'x', otherMark, forgedMark])
      assert.equal(refusalOf(await guess('correct horse', mark)), 'too-often', mark);
    assert.ok((await guess('correct horse', browser)).ok);
    for (let count = 0; count < 10; count++) assert.equal(refusalOf(await guess('wrong', browser)), 'wrong');
    assert.equal(refusalOf(await guess('correct horse', browser)), 'too-often', 'attempts with a mark are limited too');
    const { secret: otherSecret } = unwrap(await fixture.accounts.signIn('alice', 'correct horse', HOME));
    const change = { current: 'correct horse', password: 'battery staple' };
    unwrap(await fixture.accounts.changePassword((await fixture.nameOf(otherSecret)) ?? '', change, HOME));
    await fixture.clock.advance(MINUTE);
    assert.equal(refusalOf(await guess('wrong')), 'wrong');
    assert.equal(
      refusalOf(await guess('battery staple', browser)),
      'too-often',
      'a mark is invalid after a change of the password',
    );
  });

  it('from the address of the owner does not stop a change of the password', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.createAccount('alice');
    for (let count = 0; count < 11; count++) await fixture.accounts.signIn('alice', 'wrong', HOME);
    const change = (current: string) =>
      fixture.accounts.changePassword('alice', { current, password: 'battery staple' }, HOME);
    unwrap(await change('correct horse'));
    for (let count = 0; count < 10; count++) assert.equal(refusalOf(await change('wrong')), 'wrong');
    assert.equal(refusalOf(await change('battery staple')), 'too-often');
    assert.equal(refusalOf(await fixture.accounts.remove('alice', 'battery staple', HOME)), 'too-often');
  });

  it('from many addresses is stopped after 100 wrong passwords, except where the owner has signed in', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.createAccount('alice');
    const guess = (address: string, password = 'wrong') =>
      fixture.accounts.signIn('alice', password, sourceAt(address));
    for (let count = 0; count < 100; count++)
      assert.equal(refusalOf(await guess(`203.0.113.${Math.floor(count / 5)}`)), 'wrong');
    assert.equal(refusalOf(await guess('203.0.113.99', 'correct horse')), 'too-often');
    assert.ok((await guess(HOME.address, 'correct horse')).ok);
    await fixture.clock.advance(MINUTE);
    assert.ok((await guess('203.0.113.99', 'correct horse')).ok);
  });

  it('for many names from one IPv6 network is stopped after as many attempts as `wrongPasswords` allows', async (test) => {
    const fixture = await AccountFixture.open(test, ':memory:', { wrongPasswords: 40 });
    for (const name of ['alice', 'bob', 'carol', 'dave', 'erin']) await fixture.createAccount(name);
    const guess = (name: string, address: string) => fixture.accounts.signIn(name, 'wrong', sourceAt(address));
    for (const name of ['alice', 'bob', 'carol', 'dave'])
      for (let count = 0; count < 10; count++)
        assert.equal(refusalOf(await guess(name, `2001:db8:0:7::${count.toString(16)}`)), 'wrong');
    assert.equal(refusalOf(await guess('erin', '2001:db8:0:7:ffff::1')), 'too-often');
    assert.equal(refusalOf(await guess('erin', '2001:db8:0:8::1')), 'wrong');
    assert.equal(refusalOf(await guess('erin', HOME.address)), 'wrong');
  });

  it('for many names does not stop an owner at a network where the owner has signed in within 90 days', async (test) => {
    const fixture = await AccountFixture.open(test, newSqlitePath(), { wrongPasswords: 10 });
    const signIn = (name: string) => fixture.accounts.signIn(name, 'correct horse', sourceAt('2001:db8:0:7::1'));
    for (const name of ['alice', 'bob', 'carol']) await fixture.createAccount(name);
    unwrap(await signIn('alice'));
    await fixture.clock.advance(90 * DAY);
    await fixture.restart();
    const guess = () => fixture.accounts.signIn('bob', 'wrong', sourceAt('2001:db8:0:7::2'));
    for (let count = 0; count < 11; count++) await guess();
    assert.equal(refusalOf(await signIn('carol')), 'too-often');
    unwrap(await signIn('alice'));
    assert.ok(!fixture.mayBear('bob', sourceAt('2001:db8:0:7::1')));
    await fixture.clock.advance(91 * DAY);
    for (let count = 0; count < 11; count++) await guess();
    assert.equal(refusalOf(await signIn('alice')), 'too-often');
  });

  it('for an account with a generated password is not limited', async (test) => {
    const fixture = await AccountFixture.open(test, ':memory:', { wrongPasswords: 10 });
    for (const name of ['alice', 'bob'])
      await fixture.accounts.enrol(name, () => ({ text: `password of ${name}`, isGenerated: true }), undefined);
    for (let count = 0; count < 300; count++)
      assert.equal(refusalOf(await fixture.accounts.signIn(count % 2 ? 'alice' : 'bob', 'wrong', ELSEWHERE)), 'wrong');
    unwrap(await fixture.accounts.signIn('alice', 'password of alice', ELSEWHERE));
    const change = { current: 'password of alice', password: 'battery staple' };
    unwrap(await fixture.accounts.changePassword('alice', change, ELSEWHERE));
    for (let count = 0; count < 10; count++)
      assert.equal(refusalOf(await fixture.accounts.signIn('alice', 'wrong', ELSEWHERE)), 'wrong');
    assert.equal(refusalOf(await fixture.accounts.signIn('alice', 'wrong', ELSEWHERE)), 'too-often');
  });

  it('for many names at once fills the queue of its address, but does not delay an owner there', async (test) => {
    // A hash takes much longer than a request for it, so that requests wait.
    const fixture = await AccountFixture.open(test, ':memory:', {}, { logN: 12, r: 8, p: 1 });
    const names = Array.from({ length: 30 }, (_, index) => `name ${index}`);
    for (const [index, name] of names.entries())
      await fixture.createAccount(name, 'correct horse', sourceAt(`203.0.113.${index}`));
    const flood = names.flatMap((name) =>
      Array.from({ length: 10 }, () => fixture.accounts.signIn(name, 'wrong', ELSEWHERE)),
    );
    const change = { current: 'correct horse', password: 'battery staple' };
    unwrap(await fixture.accounts.changePassword('name 0', change, ELSEWHERE));
    const refusals = (await Promise.all(flood)).map(refusalOf);
    assert.ok(refusals.includes('busy') && refusals.includes('wrong'));
  });

  it('for names without an account has a limit of its own', async (test) => {
    const fixture = await AccountFixture.open(test, ':memory:', { wrongPasswords: 10 });
    await fixture.createAccount('alice');
    const guess = (name: string) => fixture.accounts.signIn(name, 'correct horse', ELSEWHERE);
    for (let count = 0; count < 50; count++) assert.equal(refusalOf(await guess(`name ${count}`)), 'wrong');
    assert.equal(refusalOf(await guess('name 50')), 'too-often');
    assert.ok((await guess('alice')).ok);
  });

  it('is counted correctly for concurrent attempts, and right passwords do not count', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.createAccount('alice');
    const guess = (password: string) => fixture.accounts.signIn('alice', password, ELSEWHERE);
    for (let count = 0; count < 30; count++) unwrap(await guess('correct horse'));
    const results = await Promise.all(Array.from({ length: 30 }, () => guess('wrong')));
    assert.deepEqual(
      [results.filter((each) => refusalOf(each) === 'wrong').length, results.map(refusalOf).includes(undefined)],
      [10, false],
    );
  });
});

describe('one address', () => {
  it('can sign in to one name 100 times in 15 minutes, and then still to other names', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.createAccount('alice');
    await fixture.createAccount('bob');
    const signIn = (name: string) => fixture.accounts.signIn(name, 'correct horse', HOME);
    for (let count = 0; count < 100; count++) unwrap(await signIn('alice'));
    assert.equal(refusalOf(await signIn('alice')), 'too-often');
    assert.ok((await signIn('bob')).ok);
    await fixture.clock.advance(15 * MINUTE);
    assert.ok((await signIn('alice')).ok);
  });

  it('can reserve 10 names per hour', async (test) => {
    const fixture = await AccountFixture.open(test);
    for (let count = 0; count < 10; count++) unwrap(await fixture.reserveName(`name ${count}`));
    assert.equal(refusalOf(await fixture.reserveName('name 10')), 'too-often');
    assert.ok((await fixture.reserveName('name 10', 'correct horse', ELSEWHERE)).ok);
  });
});

it('a name that needs openings has known addresses for the limits, but admits no client from them', async (test) => {
  const fixture = await AccountFixture.open(test);
  await fixture.accounts.enrol('alice', () => ({ text: 'correct horse', isGenerated: false }), undefined);
  unwrap(await fixture.accounts.signIn('alice', 'correct horse', HOME));
  assert.ok(!fixture.mayBear('alice', HOME));
  for (let count = 0; count < 110; count++)
    await fixture.accounts.signIn('alice', 'wrong', sourceAt(`203.0.113.${count}`));
  assert.equal(refusalOf(await fixture.accounts.signIn('alice', 'correct horse', ELSEWHERE)), 'too-often');
  assert.ok((await fixture.accounts.signIn('alice', 'correct horse', HOME)).ok);
});
