import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SERVERS } from '../../test/support/protocols/loaded-protocols.ts';
import { detectProtocol } from './detect-protocol.ts';

/** The result of the detection: a protocol's name, or `http`, `tls`, `more`, `unknown`. */
function detected(said: string | readonly number[]): string {
  const found = detectProtocol(SERVERS, typeof said === 'string' ? Buffer.from(said, 'latin1') : Uint8Array.from(said));
  return found.kind === 'protocol'
    ? `${found.protocol.name}${found.skip === 0 ? '' : ` after ${found.skip}`}`
    : found.kind;
}

const assertAll = (said: readonly (string | readonly number[])[], expected: string): void => {
  for (const each of said) assert.equal(detected(each), expected, JSON.stringify(each));
};

describe('the first bytes on the plain port', () => {
  test('go, in lower case, is remastered', () => assertAll(['go 0.1.0\n', 'go\n', 'go \n', 'go\r\n'], 'remastered'));

  test('CORE. or CHAT. is nu6', () => assertAll(['CORE.HELLO~alice', 'CHAT.', 'CORE.', 'CORE.x'], 'nu6'));

  test('GO, PLAYER or CANCEL is nedap', () =>
    assertAll(['GO alice 9\n', 'PLAYER alice\n', 'CANCEL\n', 'CANCEL\r\n', 'GO '], 'nedap'));

  test('each of DAIGO’s request words is daigo', () => {
    assertAll(['HELO alice\n', 'CREATE\n', 'LIST\n', 'JOIN bob\n', 'PLAY\n'], 'daigo');
    assertAll(['STONE 1 1\n', 'PASS\n', 'FORFEIT\n', 'PASS\r\n'], 'daigo');
  });

  test('0A 00 and 0C 00 are gomokurs', () =>
    assertAll(
      [
        [0x0a, 0],
        [0x0c, 0],
        [0x0a, 0, 0, 0, 5],
      ],
      'gomokurs',
    ));

  test('an HTTP method is HTTP', () => {
    assertAll(
      ['GET / HTTP/1.1\r\n', 'HEAD / HTTP/1.1\r\n', 'POST /x HTTP/1.0\r\n', 'PUT ', 'DELETE ', 'OPTIONS * '],
      'http',
    );
    assertAll(['PATCH ', 'CONNECT host:443 ', 'TRACE / '], 'http');
  });

  test('16 03 is TLS', () =>
    assertAll(
      [
        [0x16, 0x03],
        [0x16, 0x03, 0x01, 0x02],
      ],
      'tls',
    ));
});

describe('the first word', () => {
  test('counts when a space, CR or LF follows it', () => {
    assertAll(['g', 'go', 'GO', 'PLAY', 'PLAYE', 'PLAYER', 'HELO', 'CANCEL', 'GE', 'GET', 'C', 'CORE'], 'more');
    assertAll(['GO\t', 'HELO\t', 'PLAY\u0000', 'go,'], 'unknown');
  });

  test('must match completely: PLAY is not PLAYER, and GO is not GOAL', () => {
    assert.equal(detected('PLAY\n'), 'daigo');
    assert.equal(detected('PLAYER \n'), 'nedap');
    assertAll(['PLAYERS \n', 'GOAL \n', 'gone \n', 'HELOO \n', 'GETS / \n', 'PAS \n'], 'unknown');
  });

  test('is case-sensitive', () =>
    assertAll(['Go alice 9\n', 'helo alice\n', 'core.hello\n', 'get / \n', 'gO '], 'unknown'));

  test('is found after spaces, CRs and LFs, which are skipped', () => {
    assert.equal(detected('  go 0.1.0\n'), 'remastered after 2');
    assert.equal(detected('\r\n\r\n CORE.HELLO'), 'nu6 after 5');
    assert.equal(detected('\nHELO x\n'), 'daigo after 1');
    assert.equal(detected('\n\nGET / '), 'http');
    assertAll(['', ' ', '\r\n', ' \n \r '], 'more');
    assertAll(['\tgo 0.1.0\n', '\u00ef\u00bb\u00bfHELO x\n'], 'unknown');
  });

  test('is unknown as soon as it cannot become a known word', () =>
    assertAll(['X', 'HELLO', 'GX', 'CORE,', '\u00ff', '{'], 'unknown'));
});

describe('the byte 0A', () => {
  test('alone may begin a binary or a text protocol', () => assertAll([[0x0a], [0x0c], [0x16]], 'more'));

  test('is an empty line unless 00 follows', () => {
    assert.equal(detected('\ngo 0.1.0\n'), 'remastered after 1');
    assert.equal(detected([0x0a, 0x0a]), 'more');
  });

  test('followed by 00 is gomokurs only as the very first two bytes', () =>
    assertAll(
      [
        [0x0a, 0x0a, 0x00],
        [0x20, 0x0a, 0x00],
        [0x20, 0x0c, 0x00],
        [0x0c, 0x01],
        [0x16, 0x04],
        [0x0a, 0x01],
      ],
      'unknown',
    ));
});

describe('the limit of 256 bytes', () => {
  test('suffices to detect the protocol', () => {
    assert.equal(detected(' '.repeat(255)), 'more');
    assert.equal(detected(' '.repeat(256)), 'unknown');
    assert.equal(detected('\n'.repeat(256)), 'unknown');
    assert.equal(detected(`${' '.repeat(251)}HELO`), 'more');
  });

  test('must contain the whole word and the character after it', () => {
    assert.equal(detected(`${' '.repeat(251)}HELO x\n`), 'daigo after 251');
    assert.equal(detected(`${' '.repeat(252)}HELO x\n`), 'unknown');
    assert.equal(detected(`${' '.repeat(251)}CORE.HELLO`), 'nu6 after 251');
    assert.equal(detected(`${' '.repeat(252)}CORE.HELLO`), 'unknown');
  });
});

test('detects the same protocol byte by byte', () => {
  for (const said of ['go 0.1.0\n', '\r\nPLAYER x\n', 'PLAY\n', '\nCORE.HELLO~x\n', 'GET / ', 'XYZ\n']) {
    let length = 0;
    while (detected(said.slice(0, length)) === 'more') length++;
    assert.equal(detected(said.slice(0, length)), detected(said), JSON.stringify(said));
  }
});
