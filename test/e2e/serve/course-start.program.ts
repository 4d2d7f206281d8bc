import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { FakeBrowser } from '../../support/http/fake-browser.ts';
import { refusal, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

const OPTIONS = ['--port', '0', '--durability', 'none'];

describe('a start with a course file that cannot be used', () => {
  for (const [problem, bytes, message] of [
    ['is not UTF-8', Buffer.from('name\nZo\u00eb\n', 'latin1'), 'not UTF-8; save it as "CSV UTF-8"'],
    ['has two names that look alike', 'name\nIan\nbob\nlan\n', 'line 4: the name "lan" cannot be reserved: '],
    ['has a name that is kept for guests', 'name\nian\n\nguest-7\n', 'line 4: the name "guest-7" cannot be reserved: '],
    ['has the name of a computer player', 'name\ntengen-3\n', 'line 2: the name "tengen-3" cannot be reserved: '],
    ['has a name twice', 'name\nian\nIan\n', 'line 3: Ian is already on line 2'],
  ] as const)
    test(`that ${problem} ends with one line that names the file and the line`, async (t) => {
      const file = temporaryFolder(t)('class.csv');
      writeFileSync(file, bytes);
      const line = await refusal('serve', ...OPTIONS, '--course', file);
      assert.ok(line.startsWith(`tengen: ${file}: ${message}`), line);
    });
});

test('a course in TOML is enrolled; the error for a name that cannot be reserved has the number of the student', async (t) => {
  const file = temporaryFolder(t)('class.toml');
  const student = (name: string): string => `[[student]]\nname = "${name}"\npassword = "first password"\n`;
  writeFileSync(file, student('alice') + student('guest-7'));
  const line = await refusal('serve', ...OPTIONS, '--course', file);
  assert.ok(line.startsWith(`tengen: ${file}: student 2: the name "guest-7" cannot be reserved: `), line);
  writeFileSync(file, student('alice'));
  const tengen = new Tengen('serve', ...OPTIONS, '--course', file);
  t.after(() => tengen.end('SIGKILL'));
  const [port] = await tengen.ports();
  const { status } = await new FakeBrowser(`http://127.0.0.1:${port}`).signIn('alice', 'first password');
  assert.equal(status, 200);
});

test('SIGHUP reserves the names that were added to the course, and does not close an opening', {
  skip: process.platform === 'win32',
}, async (t) => {
  const file = temporaryFolder(t)('class.csv');
  writeFileSync(file, 'name,password\nalice,first password\n');
  const tengen = new Tengen('serve', ...OPTIONS, '--course', file);
  t.after(() => tengen.end('SIGKILL'));
  const [port] = await tengen.ports();
  const reload = async (text: string, logText: string): Promise<string> => {
    tengen.stderr = '';
    appendFileSync(file, text);
    tengen.child.kill('SIGHUP');
    return await tengen.waitForLog(logText);
  };
  const url = `http://127.0.0.1:${port}`;
  const alice = new FakeBrowser(url);
  assert.equal((await alice.signIn('alice', 'first password')).status, 200);
  assert.equal((await alice.request('POST', '/api/opening')).status, 201);
  const added = await reload('bob,another password\n', 'course.enrolled');
  assert.deepEqual([JSON.parse(added).created, JSON.parse(added).known], [1, 1]);
  assert.equal((await new FakeBrowser(url).signIn('bob', 'another password')).status, 200);
  const client = await TcpClient.connect(port ?? 0);
  client.send('HELO alice');
  assert.equal(await client.line(), 'OK');
  const alike = await reload('carol,another password\na1ice,another password\n', 'course.rejected');
  assert.match(JSON.parse(alike).error, /line 5: the name "a1ice" cannot be reserved: it looks like/);
  await tengen.waitForLog('config.reloaded');
  assert.equal((await new FakeBrowser(url).signIn('carol', 'another password')).status, 200);
  const rejected = await reload('Bob,another password\n', 'config.rejected');
  assert.ok(JSON.parse(rejected).error.endsWith('line 6: Bob is already on line 3'), rejected);
});

test('a name that some protocols cannot write is reserved, and the log has one line about it', async (t) => {
  const file = temporaryFolder(t)('class.csv');
  writeFileSync(file, 'name,password\nalice,first password\nStudent1,first password\nvan-dijk,first password\n');
  const tengen = new Tengen('serve', ...OPTIONS, '--course', file);
  t.after(() => tengen.end('SIGKILL'));
  await tengen.ports();
  const { names, such } = JSON.parse(await tengen.waitForLog('course.unwritable'));
  assert.deepEqual([names, such], [1, ['van-dijk']]);
});
