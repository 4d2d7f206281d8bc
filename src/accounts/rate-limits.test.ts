import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AccountFixture,
  sourceAt,
  ELSEWHERE,
  unwrap,
  HOME,
  refusalOf,
} from '../../test/support/accounts/account-fixture.ts';
import { databaseKinds } from '../../test/support/database/test-databases.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('guessing', () => {
  it('of one name is stopped for one address after ten wrong passwords; one more is allowed each minute', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.createAccount('alice');
    await fixture.createAccount('bob');
    const guess = (name: string, password: string) => fixture.accounts.signIn(name, password, ELSEWHERE);
    for (let count = 0; count < 10; count++) assert.equal(refusalOf(await guess('alice', 'wrong')), 'wrong');
    for (let count = 0; count < 100; count++)
      assert.deepEqual(await guess('alice', 'wrong'), { ok: false, problem: { why: 'too-often', after: 60 } });
    assert.ok((await guess('bob', 'correct horse')).ok, 'others at that address sign in');
    assert.ok((await fixture.accounts.signIn('alice', 'correct horse', HOME)).ok, 'and alice at another');
    await fixture.clock.advance(MINUTE);
    assert.ok((await guess('alice', 'correct horse')).ok);
  });

  it('by others at the address of the owner stops no browser in which the owner has signed in', async (test) => {
    const [sqlite] = await databaseKinds();
    const fixture = await AccountFixture.open(test, await sqlite?.newPlace());
    await fixture.createAccount('alice');
    const { browser, secret } = unwrap(await fixture.accounts.signIn('alice', 'correct horse', ELSEWHERE));
    await fixture.accounts.signOut(secret);
    await fixture.restart();
    const guess = (password: string, mark?: string) =>
      fixture.accounts.signIn('alice', password, { ...ELSEWHERE, browser: mark });
    for (let count = 0; count < 10; count++) assert.equal(refusalOf(await guess('wrong')), 'wrong');
    const { browser: ofMallory } = unwrap(await fixture.reserveName('mallory'));
    const forged = browser.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const mark of [undefined, '', 'x', ofMallory, forged])
      assert.equal(refusalOf(await guess('correct horse', mark)), 'too-often', mark);
    assert.ok((await guess('correct horse', browser)).ok);
    for (let count = 0; count < 10; count++) assert.equal(refusalOf(await guess('wrong', browser)), 'wrong');
    assert.equal(refusalOf(await guess('correct horse', browser)), 'too-often', 'a stolen mark is no way around');
    const { secret: other } = unwrap(await fixture.accounts.signIn('alice', 'correct horse', HOME));
    const change = { current: 'correct horse', password: 'battery staple' };
    unwrap(await fixture.accounts.changePassword((await fixture.nameOf(other)) ?? '', change, HOME));
    await fixture.clock.advance(MINUTE);
    assert.equal(refusalOf(await guess('wrong')), 'wrong');
    assert.equal(
      refusalOf(await guess('battery staple', browser)),
      'too-often',
      'the mark has ended with the password',
    );
  });

  it('by others at the address of the owner stops no change of the password', async (test) => {
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

  it('from many addresses is stopped after a hundred wrong passwords, but not where the owner has signed in', async (test) => {
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

  it('of many names is stopped for one address, or one network of IPv6, after so many as the setting says', async (test) => {
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

  it('of many names stops no owner at an address where the owner has signed in within 90 days', async (test) => {
    const [sqlite] = await databaseKinds();
    const fixture = await AccountFixture.open(test, await sqlite?.newPlace(), { wrongPasswords: 10 });
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

  it('a password that the server has made stops no owner, however often it is done', async (test) => {
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

  it('of many names at once fills the queue of its address, but delays no owner there', async (test) => {
    // A hash takes much longer than to ask for one, so that they wait.
    const fixture = await AccountFixture.open(test, ':memory:', {}, { logN: 12, r: 8, p: 1 });
    const names = Array.from({ length: 30 }, (_, index) => `name ${index}`);
    for (const [index, name] of names.entries())
      await fixture.createAccount(name, 'correct horse', sourceAt(`203.0.113.${index}`));
    const flood = names.flatMap((name) =>
      Array.from({ length: 10 }, () => fixture.accounts.signIn(name, 'wrong', ELSEWHERE)),
    );
    const change = { current: 'correct horse', password: 'battery staple' };
    unwrap(await fixture.accounts.changePassword('name 0', change, ELSEWHERE));
    const said = (await Promise.all(flood)).map(refusalOf);
    assert.ok(said.includes('busy') && said.includes('wrong'));
  });

  it('of names that have no account is stopped apart from those that have one', async (test) => {
    const fixture = await AccountFixture.open(test, ':memory:', { wrongPasswords: 10 });
    await fixture.createAccount('alice');
    const guess = (name: string) => fixture.accounts.signIn(name, 'correct horse', ELSEWHERE);
    for (let count = 0; count < 50; count++) assert.equal(refusalOf(await guess(`name ${count}`)), 'wrong');
    assert.equal(refusalOf(await guess('name 50')), 'too-often');
    assert.ok((await guess('alice')).ok);
  });

  it('is counted at once, however many come at the same time, and what was right does not count', async (test) => {
    const fixture = await AccountFixture.open(test);
    await fixture.createAccount('alice');
    const guess = (password: string) => fixture.accounts.signIn('alice', password, ELSEWHERE);
    for (let count = 0; count < 30; count++) unwrap(await guess('correct horse'));
    const said = await Promise.all(Array.from({ length: 30 }, () => guess('wrong')));
    assert.deepEqual(
      [said.filter((each) => refusalOf(each) === 'wrong').length, said.map(refusalOf).includes(undefined)],
      [10, false],
    );
  });
});

describe('one address', () => {
  it('signs in to one name a hundred times in 15 minutes, and to others all the same', async (test) => {
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

  it('reserves ten names an hour', async (test) => {
    const fixture = await AccountFixture.open(test);
    for (let count = 0; count < 10; count++) unwrap(await fixture.reserveName(`name ${count}`));
    assert.equal(refusalOf(await fixture.reserveName('name 10')), 'too-often');
    assert.ok((await fixture.reserveName('name 10', 'correct horse', ELSEWHERE)).ok);
  });
});

it('a name that needs openings has known addresses, which admit no client', async (test) => {
  const fixture = await AccountFixture.open(test);
  await fixture.accounts.enrol('alice', () => ({ text: 'correct horse', isGenerated: false }), undefined);
  unwrap(await fixture.accounts.signIn('alice', 'correct horse', HOME));
  assert.ok(!fixture.mayBear('alice', HOME));
  for (let count = 0; count < 110; count++)
    await fixture.accounts.signIn('alice', 'wrong', sourceAt(`203.0.113.${count}`));
  assert.equal(refusalOf(await fixture.accounts.signIn('alice', 'correct horse', ELSEWHERE)), 'too-often');
  assert.ok((await fixture.accounts.signIn('alice', 'correct horse', HOME)).ok);
});
