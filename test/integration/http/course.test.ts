import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import Papa from 'papaparse';
import { TcpClient } from '../../e2e/serve/tcp-client.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { startTestServer } from '../../support/http/http-fixture.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'tengen-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

function courseFile(t: TestContext, text: string): string {
  const path = join(folder(t), 'class.csv');
  writeFileSync(path, text);
  return path;
}

async function sendHello(port: number, name: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  peer.send(`CORE.HELLO~${name}`);
  return peer;
}

async function assertRefused(port: number, name: string): Promise<void> {
  const peer = await sendHello(port, name);
  assert.equal(await peer.line(), 'CORE.ERROR~NAMETAKEN');
  peer.socket.destroy();
}

describe('a course', () => {
  test('of 60 students at one address has names with passwords to print, and all 60 can play at once', async (t) => {
    const names = Array.from({ length: 60 }, (_, index) => `student${index}`);
    const file = courseFile(
      t,
      `name,group\n${names.map((name, index) => `${name},${index % 2 === 0 ? 'A' : 'B'}`).join('\n')}\n`,
    );
    // Limits in a configuration file apply to 127.0.0.1, too.
    const limits = join(folder(t), 'tengen.toml');
    writeFileSync(limits, '[limits]\nper-address = 1000\nnew-per-second = 100\n');
    const { url, port } = await startTestServer(t, { course: file }, undefined, limits);
    const printed = file.replace('.csv', '-passwords.csv');
    assert.equal(statSync(printed).mode & 0o777, 0o600);
    const { data } = Papa.parse<{ name: string; password: string; group: string }>(readFileSync(printed, 'utf8'), {
      header: true,
      skipEmptyLines: true,
    });
    assert.deepEqual(
      data.map(({ name }) => name),
      names,
    );
    assert.equal(new Set(data.map(({ password }) => password)).size, 60);
    const clients = await Promise.all(
      data.map(async ({ name, password }) => {
        const owner = new FakeBrowser(url);
        assert.equal((await owner.signIn(name, password)).status, 200, name);
        assert.equal((await owner.request('POST', '/api/opening')).status, 201, name);
        const client = await sendHello(port, name);
        assert.equal(await client.line(), 'CORE.HELLO', name);
        client.send('CORE.NEWGAME~9');
        return { name, client };
      }),
    );
    const games = await Promise.all(
      clients.map(async ({ name, client }) => {
        const [, color, , rival = ''] = (await client.line()).split('~');
        if (color === 'BLACK') client.send('CORE.MOVE~40');
        assert.equal(await client.line(), 'CORE.MOVE~40', name);
        return color === 'BLACK' ? [name, rival] : [];
      }),
    );
    assert.deepEqual(games.flat().toSorted(), names.toSorted());
  });

  test('of 60 students at one address can sign in while a classmate sends wrong passwords all the time', async (t) => {
    const names = Array.from({ length: 60 }, (_, index) => `student${index}`);
    const { url } = await startTestServer(t, {
      course: courseFile(t, `name,password\n${names.map((name) => `${name},first password\n`).join('')}`),
    });
    const students = names.map((name) => ({ name, browser: new FakeBrowser(url) }));
    const [victim] = students;
    assert(victim !== undefined);
    const assertSignsIn = async ({ name, browser }: typeof victim, password: string): Promise<void> =>
      assert.equal((await browser.signIn(name, password)).status, 200, name);
    await assertSignsIn(victim, 'first password');

    let isOver = false;
    const statusCounts = new Map<number, number>();
    const classmate = (async () => {
      for (let count = 0; !isOver; count++) {
        const { status } = await new FakeBrowser(url).signIn(count % 2 === 0 ? victim.name : `nobody${count}`, 'wrong');
        statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
      }
    })();
    try {
      const change = { current: 'first password', password: 'my own password' };
      await Promise.all(students.map((student) => assertSignsIn(student, 'first password')));
      await Promise.all(
        students.map(async ({ name, browser }) =>
          assert.equal((await browser.request('PUT', '/api/password', change)).status, 200, name),
        ),
      );
      await Promise.all(students.map(({ browser }) => browser.request('DELETE', '/api/session')));
      await Promise.all(students.map((student) => assertSignsIn(student, 'my own password')));
      await eventually('the classmate is refused', () => statusCounts.has(429));
      // Now the classmate has reached every limit.
      for (const student of students) await assertSignsIn(student, 'my own password');
      assert.equal((await victim.browser.request('POST', '/api/opening')).status, 201);
    } finally {
      isOver = true;
      await classmate;
    }
    assert.deepEqual([...statusCounts.keys()].toSorted(), [403, 429]);
  });

  test('can sign in for the first time after a classmate at the same address has sent wrong passwords for every name', async (t) => {
    const names = Array.from({ length: 60 }, (_, index) => `student${index}`);
    const file = courseFile(t, `name\n${names.join('\n')}\n`);
    const { url } = await startTestServer(t, { course: file });
    const { data } = Papa.parse<{ name: string; password: string }>(
      readFileSync(file.replace('.csv', '-passwords.csv'), 'utf8'),
      { header: true, skipEmptyLines: true },
    );
    for (let count = 0; count < 11; count++)
      await Promise.all(names.map((name) => new FakeBrowser(url).signIn(name, 'wrong')));
    const students = data.map(({ name, password }) => ({ name, password, browser: new FakeBrowser(url) }));
    for (const { name, password, browser } of students)
      assert.equal((await browser.signIn(name, password)).status, 200, name);
  });

  test('can be loaded again: a changed password stays, and new names are added', async (t) => {
    const file = courseFile(t, 'name,password\nalice,first password\n');
    const database = join(folder(t), 'archive.db');
    const first = await startTestServer(t, { course: file, database });
    const alice = new FakeBrowser(first.url);
    await alice.signIn('alice', 'first password');
    assert.equal(
      (await alice.request('PUT', '/api/password', { current: 'first password', password: 'my own password' })).status,
      200,
    );
    await first.stop();
    writeFileSync(file, 'name,password\nalice,first password\nbob,another password\n');
    const second = await startTestServer(t, { course: file, database });
    const again = new FakeBrowser(second.url);
    assert.equal((await again.signIn('alice', 'first password')).status, 403);
    assert.equal((await again.signIn('alice', 'my own password')).status, 200);
    assert.equal((await new FakeBrowser(second.url).signIn('bob', 'another password')).status, 200);
  });

  test('has groups that only administrators can read', async (t) => {
    const file = courseFile(t, 'name,password,group\nteacher,my password,\nalice,first password,A\n');
    const { url } = await startTestServer(t, { course: file, admin: ['teacher'] });
    const [teacher, alice] = [new FakeBrowser(url), new FakeBrowser(url)];
    await teacher.signIn('teacher', 'my password');
    await alice.signIn('alice', 'first password');
    assert.equal((await alice.request('GET', '/api/administration/accounts')).status, 403);
    const { body } = await teacher.request('GET', '/api/administration/accounts');
    const { accounts } = body as { accounts: { name: string; group?: string }[] };
    assert.deepEqual(
      accounts.map(({ name, group }) => [name, group]),
      [
        ['alice', 'A'],
        ['teacher', undefined],
      ],
    );
    const table = await fetch(`${url}/api/administration/accounts.csv`, { headers: { Cookie: teacher.cookie ?? '' } });
    assert.match(await table.text(), /^name,group,created\r\nalice,A,\d{4}-/);
    assert.equal((await alice.request('GET', '/api/administration/accounts.csv')).status, 403);
  });
});

describe('a name of a course', () => {
  test('that was reserved before the course no longer admits the addresses of earlier sign-ins', async (t) => {
    const database = join(folder(t), 'archive.db');
    const before = await startTestServer(t, { database });
    assert.equal((await new FakeBrowser(before.url).reserve('alice')).status, 201);
    const own = await sendHello(before.port, 'alice');
    assert.equal(await own.line(), 'CORE.HELLO');
    await before.stop();
    const { port } = await startTestServer(t, { database, course: courseFile(t, 'name\nalice\n') });
    await assertRefused(port, 'alice');
  });

  test('with a reserved seat from before a restart needs an opening', async (t) => {
    const options = { data: join(folder(t), 'tengen.db'), durability: 'os', resume: 600 };
    const before = await startTestServer(t, options);
    for (const name of ['alice', 'bob']) {
      const player = await TcpClient.connect(before.port, name === 'bob' ? '127.0.0.3' : '127.0.0.2');
      player.send(`CORE.HELLO~${name}`, 'CORE.NEWGAME~9');
      assert.equal(await player.line(), 'CORE.HELLO');
      if (name === 'bob') assert.match(await player.line(), /^CORE\.MATCH/);
    }
    await before.stop();
    const { url, port } = await startTestServer(t, {
      ...options,
      course: courseFile(t, 'name,password\nalice,first password\n'),
    });
    const reconnect = async (): Promise<string> => {
      const client = await TcpClient.connect(port, '127.0.0.2');
      client.send('CORE.HELLO~alice');
      return client.line();
    };
    assert.equal(await reconnect(), 'CORE.ERROR~NAMETAKEN');
    const alice = new FakeBrowser(url);
    await alice.signIn('alice', 'first password');
    // The request comes through a proxy, so the opening has no address.
    const forwarded = { 'X-Forwarded-For': '127.0.0.2' };
    assert.equal((await alice.request('POST', '/api/opening', undefined, forwarded)).status, 201);
    assert.equal(await reconnect(), 'CORE.HELLO');
  });

  const signInAlice = async (t: TestContext, options: Record<string, unknown> = {}) => {
    const file = courseFile(t, 'name,password\nalice,first password\n');
    const { url, port } = await startTestServer(t, { course: file, ...options });
    const alice = new FakeBrowser(url);
    await alice.signIn('alice', 'first password');
    const open = async (): Promise<void> => assert.equal((await alice.request('POST', '/api/opening')).status, 201);
    return { alice, open, port };
  };

  test('is refused to a classmate at the same address, before and after the owner has used the opening', async (t) => {
    const { open, port } = await signInAlice(t);
    await assertRefused(port, 'alice');
    await open();
    const own = await sendHello(port, 'Alice');
    assert.equal(await own.line(), 'CORE.HELLO');
    own.socket.destroy();
    await own.readToEnd();
    await assertRefused(port, 'alice');
  });

  for (const [protocol, hello, refusal] of [
    ['nu6', 'CORE.HELLO~alice', 'CORE.ERROR~NAMETAKEN'],
    ['nedap', 'GO alice 9', 'WARNING that name is taken'],
    ['the later dialect of nedap', 'PLAYER alice\nGO 9', 'WARNING that name is taken'],
    ['daigo', 'HELO alice', 'ERROR 8'],
  ] as const)
    test(`can be used by one client over ${protocol}, within a minute`, async (t) => {
      const { open, port } = await signInAlice(t);
      const enter = async (): Promise<{ peer: TcpClient; answer: string }> => {
        const peer = await TcpClient.connect(port);
        peer.send(hello);
        return { peer, answer: await peer.line() };
      };
      assert.equal((await enter()).answer, refusal);
      await open();
      const { peer: own, answer } = await enter();
      assert.notEqual(answer, refusal);
      assert.equal((await enter()).answer, refusal, 'while the owner uses it');
      own.socket.destroy();
      await own.readToEnd();
      assert.equal((await enter()).answer, refusal, 'after the owner has disconnected');
    });

  test('with a reserved seat is refused to a classmate, and given to the owner after another opening', async (t) => {
    const { open, port } = await signInAlice(t, { grace: 600 });
    await open();
    const own = await sendHello(port, 'alice');
    assert.equal(await own.line(), 'CORE.HELLO');
    own.send('CORE.NEWGAME~9');
    const bob = await sendHello(port, 'bob');
    assert.equal(await bob.line(), 'CORE.HELLO');
    bob.send('CORE.NEWGAME~9');
    assert.match(await own.line(), /^CORE\.MATCH/);
    own.socket.destroy();
    await own.readToEnd();
    await assertRefused(port, 'alice');
    await open();
    const returned = await sendHello(port, 'alice');
    assert.equal(await returned.line(), 'CORE.HELLO');
    returned.send('CORE.NEWGAME~9');
    assert.match(await returned.line(), /^CORE\.MATCH/);
  });

  test('shows its owner which client uses it, and the owner can disconnect this client', async (t) => {
    const { alice, open, port } = await signInAlice(t);
    assert.deepEqual((await alice.request('GET', '/api/connection')).body, {});
    assert.equal((await alice.request('DELETE', '/api/connection')).status, 404);
    await open();
    // A classmate uses the opening before its owner does.
    const classmate = await sendHello(port, 'alice');
    assert.equal(await classmate.line(), 'CORE.HELLO');
    const { body } = await alice.request('GET', '/api/connection');
    assert.deepEqual(body, { connection: { protocol: 'nu6', address: '127.0.0.1', playing: false } });
    const again = await alice.request('POST', '/api/opening');
    const error = 'a client uses the name now, over nu6 from 127.0.0.1: disconnect it first';
    assert.deepEqual([again.status, again.body], [409, { error }]);
    assert.equal((await alice.request('DELETE', '/api/connection')).status, 204);
    await classmate.readToEnd();
    await assertRefused(port, 'alice');
  });

  test('cannot be opened while a client uses it, and the answer says which', async (t) => {
    const { alice, open } = await signInAlice(t);
    const { secret } = (await alice.request('POST', '/api/tokens', { label: 'my program' })).body;
    const entered = await alice.requestWithToken(secret, 'POST', '/api/messages', { kind: 'enter', name: 'alice' });
    assert.equal(entered.body.kind, 'done');
    const { status, body } = await alice.request('POST', '/api/opening');
    assert.equal(status, 409);
    assert.match(body.error, /^a client uses the name now, over web from 127\.0\.0\.1: /);
    assert.equal((await alice.request('DELETE', '/api/connection')).status, 204);
    await open();
  });

  test('can be opened ten times in a minute', async (t) => {
    const { alice, open } = await signInAlice(t);
    for (let count = 0; count < 10; count++) await open();
    const { status, headers } = await alice.request('POST', '/api/opening');
    assert.equal(status, 429);
    assert.ok(Number(headers.get('Retry-After')) > 0);
  });

  test('can be opened only by its owner, with cookie or token', async (t) => {
    const { alice, port } = await signInAlice(t);
    const stranger = new FakeBrowser(alice.url);
    for (const [method, path] of [
      ['POST', '/api/opening'],
      ['GET', '/api/connection'],
      ['DELETE', '/api/connection'],
    ] as const)
      assert.equal((await stranger.request(method, path)).status, 401);
    const { body } = await alice.request('POST', '/api/tokens', { label: 'my client' });
    const { secret } = body as { secret: string };
    assert.equal((await alice.requestWithToken(secret, 'POST', '/api/opening')).status, 201);
    const own = await sendHello(port, 'alice');
    assert.equal(await own.line(), 'CORE.HELLO');
  });
});

test('with --guard-names every reserved name needs an opening', async (t) => {
  for (const guarded of [false, true]) {
    const { url, port } = await startTestServer(t, { 'guard-names': guarded });
    const carol = new FakeBrowser(url);
    assert.equal((await carol.reserve('carol')).status, 201);
    if (guarded) await assertRefused(port, 'carol');
    else assert.equal(await (await sendHello(port, 'carol')).line(), 'CORE.HELLO');
  }
});

test('the number of accounts that an address may create in an hour can be configured', async (t) => {
  const file = join(folder(t), 'tengen.toml');
  writeFileSync(file, '[limits]\nregistrations-per-hour = 60\n');
  const { url } = await startTestServer(t, {}, undefined, file);
  const statuses: number[] = [];
  for (let index = 0; index < 61; index++) statuses.push((await new FakeBrowser(url).reserve(`name-${index}`)).status);
  assert.deepEqual([...new Set(statuses.slice(0, 60)), statuses[60]], [201, 429]);
});

test('the number of wrong passwords from an address where the owner has never signed in can be configured', async (t) => {
  const file = join(folder(t), 'tengen.toml');
  writeFileSync(file, '[limits]\nwrong-passwords = 3\n');
  const students = courseFile(t, 'name,password\nalice,first password\nbob,first password\n');
  const { url } = await startTestServer(t, { course: students }, undefined, file);
  const statuses: number[] = [];
  for (const name of ['alice', 'bob', 'alice', 'bob']) statuses.push((await new FakeBrowser(url).signIn(name)).status);
  assert.deepEqual(statuses, [403, 403, 403, 429]);
});
