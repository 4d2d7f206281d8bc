import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { refusal, serve, Tengen, temporaryFolder } from './server-process.ts';
import { TcpClient } from './tcp-client.ts';

describe('starting', { concurrency: 2 }, () => {
  test('prints one line per listener, the plain port first, with the real ports', async (t) => {
    const file = temporaryFolder(t);
    const tengen = serve(
      t,
      '--data',
      file('a.db'),
      '--listen',
      'nu6://127.0.0.1:0',
      '--listen',
      'daigo://[::1]:0?size=5',
    );
    const ports = await tengen.ports(3);
    assert.match(
      tengen.stdout,
      /^listening on 127\.0\.0\.1:\d+\nlistening on 127\.0\.0\.1:\d+\nlistening on \[::1\]:\d+\n$/,
    );
    const peer = await TcpClient.connect(ports[1] ?? 0);
    // On a listener of one protocol, a message of another protocol is an invalid message.
    peer.send('HELO alice');
    assert.equal(await peer.line(), 'CORE.ERROR~PROTOCOL~HELO alice');
  });

  test('refuses a port that is in use', async (t) => {
    const file = temporaryFolder(t);
    const [port] = await serve(t, '--data', file('a.db')).ports();
    const line = await refusal('serve', '--port', String(port), '--data', file('b.db'));
    assert.match(line, new RegExp(`127\\.0\\.0\\.1:${port}: the port is already in use`));
  });

  test('refuses a database that another server has open', async (t) => {
    const file = temporaryFolder(t);
    await serve(t, '--data', file('a.db')).ports();
    await refusal('serve', '--port', '0', '--data', file('a.db'));
  });

  test('refuses a file that is no database, a path that does not exist, and a database of a newer version', async (t) => {
    const file = temporaryFolder(t);
    writeFileSync(file('text.db'), 'This is no database, although its name ends in db. '.repeat(100));
    await refusal('serve', '--port', '0', '--data', file('text.db'));
    await refusal('serve', '--port', '0', '--data', file('none/a.db'));
    await refusal('serve', '--port', '0', '--data', file('.'));
    const newer = new DatabaseSync(file('newer.db'));
    newer.exec('PRAGMA user_version = 1000000; CREATE TABLE t (x)');
    newer.close();
    assert.match(await refusal('serve', '--port', '0', '--data', file('newer.db')), /newer/);
  });

  test('refuses invalid options, URLs and config files', async (t) => {
    const file = temporaryFolder(t);
    const memory = ['serve', '--port', '0', '--durability', 'none'];
    await refusal();
    await refusal('serve', '--bogus');
    await refusal('serve', '--hose', '127.0.0.1');
    await refusal('serve', '--port', '007');
    await refusal('serve', 'extra');
    await refusal('bogus');
    await refusal('serve', '--port', '65536');
    await refusal('serve', '--port', '1e3');
    await refusal('serve', '--durability', 'stone');
    await refusal('serve', '--grace', '-1');
    await refusal('serve', '--log-level', 'loud');
    await refusal(...memory, '--listen', 'nu6');
    await refusal(...memory, '--listen', 'chess://127.0.0.1:0');
    await refusal(...memory, '--listen', 'nu6://127.0.0.1');
    await refusal(...memory, '--listen', 'daigo://127.0.0.1:0?size=1');
    await refusal(...memory, '--listen', 'daigo://127.0.0.1:0?colour=red');
    await refusal(...memory, '--listen', 'daigo://127.0.0.1:0?size=9&size=13');
    await refusal(...memory, '--config', file('none.toml'));
    writeFileSync(file('wrong.toml'), 'port = 0\nbogus = 1\n');
    await refusal(...memory, '--config', file('wrong.toml'));
    writeFileSync(file('broken.toml'), 'port = 0\nx y\n');
    assert.match(await refusal(...memory, '--config', file('broken.toml')), /line 2/);
    writeFileSync(file('plain.toml'), '[plain.remastered]\nsize = 8\n');
    await refusal(...memory, '--config', file('plain.toml'));
  });

  test('an option of the command line replaces that of the config file', async (t) => {
    const file = temporaryFolder(t);
    writeFileSync(
      file('tengen.toml'),
      'port = 1\ndurability = "none"\nlisten = ["nu6://127.0.0.1:0"]\n[plain.remastered]\nsize = 9\nmode = "local"\n',
    );
    const [port] = await serve(t, '--config', file('tengen.toml')).ports(2);
    const peer = await TcpClient.connect(port ?? 0);
    peer.send('go 0.1.0');
    assert.deepEqual(await peer.lines(3), ['ok 0.1.0', 'mode local', `stones ${'X'.repeat(81)}`]);
  });

  test('--help exits with 0', async () => {
    const tengen = new Tengen('serve', '--help');
    assert.equal(await tengen.ended(), 0);
    assert.match(tengen.stdout, /--durability/);
    assert.equal(tengen.stderr, '');
  });
});
