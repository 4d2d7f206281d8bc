import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openDatabase } from '../../../src/database/database.ts';
import { DatabaseUnusable } from '../../../src/database/database-errors.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { CertificateUnusable } from '../../../src/server/listeners/certificate-files.ts';
import { TlsTerminator } from '../../../src/server/listeners/tls-terminator.ts';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';
import { SERVERS } from '../../support/protocols/loaded-protocols.ts';
import { certificate } from '../../support/server/test-certificate.ts';
import { refusal, Tengen, temporaryFolder } from './server-process.ts';

test('at level trace, the log has account changes and no secret', async (t) => {
  const tengen = new Tengen('serve', '--port', '0', '--durability', 'none', '--log-level', 'trace');
  t.after(() => tengen.end('SIGKILL'));
  const [port = 0] = await tengen.ports();
  const url = `http://127.0.0.1:${port}`;
  const secrets: string[] = [];
  /** Marks a text as a secret that the log must not contain. */
  const secret = (text: string): string => {
    secrets.push(text);
    return text;
  };

  const [first, second, wrong] = [secret('first horse'), secret('second horse'), secret('wrong horse')];
  const owner = new FakeBrowser(url);
  const cookie = (): string => secret(owner.cookie?.split('=')[1] ?? assert.fail('no cookie'));
  assert.equal((await owner.reserve('alice', first)).status, 201);
  cookie();
  assert.equal((await owner.signIn('alice', wrong)).status, 403);
  assert.equal((await owner.signIn('alice', first)).status, 200);
  cookie();
  assert.equal((await owner.request('PUT', '/api/password', { current: first, password: second })).status, 200);
  cookie();
  assert.equal((await owner.request('POST', '/api/accounts', { name: 'bob', password: wrong, more: 1 })).status, 400);
  const token = secret((await owner.request('POST', '/api/tokens', { label: 'a bot' })).body.secret);
  assert.equal((await new FakeBrowser(url).requestWithToken(token, 'GET', '/api/session')).body.account.name, 'alice');
  assert.equal(
    (await new FakeBrowser(url).requestWithToken(secret('tengen_nobody'), 'GET', '/api/session')).status,
    401,
  );
  await fetch(`${url}/api/lobby?token=${token}`);

  const tab = await WebSocketClient.open(port);
  const key = secret(tab.opened.key);
  tab.socket.terminate();
  assert.equal((await WebSocketClient.open(port, key)).opened.resumed, true);

  assert.equal(await tengen.end('SIGTERM'), 0);
  for (const text of ['account.created', '/api/tokens', 'alice']) assert(tengen.stderr.includes(text), text);
  for (const each of secrets) {
    assert(each.length > 8);
    assert(!tengen.stderr.includes(each) && !tengen.stdout.includes(each), `${each} is in the log`);
  }
});

describe('the message about a failed start has no secret', () => {
  test('a database that does not answer', async () => {
    const database = 'postgres://user:hush-hush@127.0.0.1:1/games';
    const line = await refusal('serve', '--port', '0', '--durability', 'none', '--database', database);
    assert.match(line, /postgres:\/\/user@127\.0\.0\.1:1\/games/);
    assert.doesNotMatch(line, /hush/);
  });

  for (const database of [
    'postgres://user@127.0.0.1:1/games?password=hush-hush',
    'postgres://user:hush-hush@nowhere.invalid/games?application_name=x',
    'postgres://user:hush-hush@[127.0.0.1/games',
    'postgres://user:hush-hush@127.0.0.1:port/games',
    'postgres://user:hush@hush@127.0.0.1:1/games',
  ]) {
    test(database, async () => {
      await assert.rejects(openDatabase(database), (error) => {
        assert(error instanceof DatabaseUnusable);
        assert.doesNotMatch(error.message, /hush/);
        return true;
      });
    });
  }

  test('an option', () => {
    const read = readConfig({ database: 'mysql://user:hush-hush@127.0.0.1/games' }, undefined, SERVERS);
    assert(!read.ok && !read.problem.includes('hush'));
  });

  test('a config file', (t) => {
    const path = temporaryFolder(t)('tengen.toml');
    for (const text of [
      'database = "postgres://user:hush-hush@127.0.0.1',
      'database = ["hush-hush"]',
      'databse = "hush-hush"',
    ]) {
      writeFileSync(path, text);
      const read = readConfig({}, path, SERVERS);
      assert(!read.ok && !read.problem.includes('hush'));
    }
  });

  test('a file that is not a key', (t) => {
    const key = temporaryFolder(t)('key.pem');
    writeFileSync(key, '-----BEGIN PRIVATE KEY-----\nhush-hush\n-----END PRIVATE KEY-----\n');
    assert.throws(
      () => new TlsTerminator({ cert: certificate('first').cert, key }),
      (error) => error instanceof CertificateUnusable && !error.message.includes('hush'),
    );
  });
});
