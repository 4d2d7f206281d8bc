import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SERVERS } from '../../../test/support/protocols/loaded-protocols.ts';
import { version } from '../package-version.ts';
import { parseListenUrl } from './listener-config.ts';

/** The parts of a listen URL that can be compared. */
function read(text: string) {
  const url = parseListenUrl(text, SERVERS);
  assert.ok(url.ok, url.ok ? '' : url.problem);
  const { protocol, host, port, name } = url.value;
  return { protocol: protocol.name, host, port, name };
}

describe('a listener', () => {
  test('has a protocol, a host and a port', () => {
    const expected = { protocol: 'nu6', host: '127.0.0.1', port: 1920, name: 'nu6' };
    assert.deepEqual(read('nu6://127.0.0.1:1920'), expected);
  });

  test('with an IPv6 address has its host without the brackets', () => {
    assert.deepEqual(read('daigo://[::1]:1920'), {
      protocol: 'daigo',
      host: '::1',
      port: 1920,
      name: 'daigo',
    });
  });

  // docs/protocols/gtp.md: `version` is answered by the version of the engine, which is the server.
  test('opens sessions that know the version of the server', () => {
    const url = parseListenUrl('gtp://127.0.0.1:1920', SERVERS);
    assert.ok(url.ok);
    const { send } = url.value.open(0).receive(Buffer.from('version\n'), 0);
    assert.equal(Buffer.concat(send).toString(), `= ${version}\n\n`);
    assert.match(version, /^\d+\.\d+\.\d+/);
  });

  // Guests who reconnect to another node are found by the name (DESIGN section 7). Host and port may differ there.
  test('is named by its protocol and settings, not by host and port', () => {
    assert.equal(read('daigo://0.0.0.0:1920?size=13&komi=6.5').name, 'daigo?komi=6.5&size=13');
    assert.equal(read('daigo://[::1]:0/?komi=6.5&size=13').name, 'daigo?komi=6.5&size=13');
    assert.equal(read('daigo://0.0.0.0:1920/').name, 'daigo');
  });

  test('may have a name of its own, which is no setting of its protocol', () => {
    assert.equal(read('daigo://0.0.0.0:1920?size=13&listener=left').name, 'daigo?listener=left');
    assert.equal(read('nu6://0.0.0.0:1920?listener=left').name, 'nu6?listener=left');
  });

  for (const name of ['remastered', 'nu6', 'daigo', 'nedap', 'gomokurs']) {
    test(`may have the protocol ${name}`, () => assert.equal(read(`${name}://127.0.0.1:7009`).protocol, name));
  }
});

const WRONG: readonly (readonly [string, RegExp])[] = [
  ['', /is not a URL/],
  ['nu6', /is not a URL/],
  ['127.0.0.1:1919', /is not a URL/],
  ['morse://127.0.0.1:0', /unknown protocol "morse"; known protocols are .*remastered/],
  ['nu6://127.0.0.1', /the port is missing/],
  ['nu6://127.0.0.1:65536', /is not a URL/],
  ['nu6://127.0.0.1:0/lobby', /only a host, a port and settings/],
  ['nu6://anne@127.0.0.1:0', /only a host, a port and settings/],
  ['nu6://:secret@127.0.0.1:0', /only a host, a port and settings/],
  ['nu6://127.0.0.1:0#top', /only a host, a port and settings/],
  ['daigo://127.0.0.1:0?size=9&size=13', /a setting is given twice/],
  ['daigo://127.0.0.1:0?size=1', /size/],
  ['daigo://127.0.0.1:0?Size=9', /"Size"/],
  ['nu6://127.0.0.1:0?a\nb=1', /"ab"/],
  ['nu6://127.0.0.1:0?listener=', /listener must be 1 to 32 letters/],
  ['nu6://127.0.0.1:0?listener=a%20b', /listener must be 1 to 32 letters/],
];

describe('an invalid listen URL', () => {
  for (const [text, expected] of WRONG) {
    test(JSON.stringify(text), () => {
      const url = parseListenUrl(text, SERVERS);
      assert.ok(!url.ok);
      assert.match(url.problem, expected);
      assert.doesNotMatch(url.problem, /\n/);
    });
  }
});
