import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SERVERS } from '../../../test/support/protocols/loaded.ts';
import { parseListenUrl } from './listen-url.ts';

/** What a URL comes to, without what cannot be compared. */
function read(text: string) {
  const url = parseListenUrl(text, SERVERS);
  assert.ok(url.ok, url.ok ? '' : url.problem);
  const { protocol, host, port, name } = url.value;
  return { protocol: protocol.name, host, port, name };
}

describe('a listener', () => {
  test('has a protocol, a host and a port', () => {
    const name = 'nu6://127.0.0.1:1920';
    assert.deepEqual(read(name), { protocol: 'nu6', host: '127.0.0.1', port: 1920, name });
  });

  test('of IPv6 has its host without the brackets', () => {
    assert.deepEqual(read('daigo://[::1]:1920'), {
      protocol: 'daigo',
      host: '::1',
      port: 1920,
      name: 'daigo://[::1]:1920',
    });
  });

  // Its guests come back to it by that (DESIGN section 3), and settings may be mended between two starts.
  test('has one name whatever its settings', () => {
    assert.equal(read('daigo://0.0.0.0:1920?size=13&komi=6.5').name, 'daigo://0.0.0.0:1920');
    assert.equal(read('daigo://0.0.0.0:1920/').name, 'daigo://0.0.0.0:1920');
  });

  test('on any port that is free is named as it was written', () => {
    const name = 'remastered://127.0.0.1:0?size=9&mode=local';
    assert.deepEqual(read(name), { protocol: 'remastered', host: '127.0.0.1', port: 0, name });
  });

  for (const name of ['remastered', 'nu6', 'daigo', 'nedap', 'gomokurs']) {
    test(`may speak ${name}`, () => assert.equal(read(`${name}://127.0.0.1:7009`).protocol, name));
  }
});

const WRONG: readonly (readonly [string, RegExp])[] = [
  ['', /is no URL/],
  ['nu6', /is no URL/],
  ['127.0.0.1:1919', /is no URL/],
  ['morse://127.0.0.1:0', /no protocol "morse"; there are .*remastered/],
  ['nu6://127.0.0.1', /the port is missing/],
  ['nu6://127.0.0.1:65536', /is no URL/],
  ['nu6://127.0.0.1:0/lobby', /only a host, a port and settings/],
  ['nu6://anne@127.0.0.1:0', /only a host, a port and settings/],
  ['nu6://:secret@127.0.0.1:0', /only a host, a port and settings/],
  ['nu6://127.0.0.1:0#top', /only a host, a port and settings/],
  ['daigo://127.0.0.1:0?size=9&size=13', /a setting is given twice/],
  ['daigo://127.0.0.1:0?size=1', /size/],
  ['daigo://127.0.0.1:0?Size=9', /"Size"/],
  ['nu6://127.0.0.1:0?a\nb=1', /"ab"/],
];

describe('no listener', () => {
  for (const [text, expected] of WRONG) {
    test(JSON.stringify(text), () => {
      const url = parseListenUrl(text, SERVERS);
      assert.ok(!url.ok);
      assert.match(url.problem, expected);
      assert.doesNotMatch(url.problem, /\n/);
    });
  }
});
