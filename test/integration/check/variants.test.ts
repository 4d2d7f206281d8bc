import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import { checkOwnServer } from '../../support/check/check-own-server.ts';
import { gomokursActions } from '../../support/check/line-conversions.ts';
import {
  type Alteration,
  alterMessages,
  type LineConversion,
  replaceServerText,
  TEXT_LINES,
} from '../../support/check/message-alteration.ts';

/** The notes of a check of our own server, altered. Asserts that it breaks no clause. */
async function notes(
  listener: string,
  alteration: Alteration,
  settings: ProtocolSettings = {},
  conversion: LineConversion = TEXT_LINES,
): Promise<string[]> {
  const checked = await checkOwnServer(
    listener.split('?')[0] ?? '',
    listener,
    alterMessages(alteration, conversion),
    settings,
  );
  const broken = checked.filter(({ verdict }) => verdict.kind === 'broken');
  assert.equal(JSON.stringify(broken, null, 1), '[]');
  return [...new Set(checked.flatMap(({ verdict }) => (verdict.kind === 'kept' ? verdict.notes : [])))].sort();
}

describe('the check accepts variants of a message', () => {
  test('lines that end with CR LF', async () => {
    assert.deepEqual(await notes('nu6', { serverLine: (line) => [`${line}\r`] }), ['lines end with CR LF']);
    assert.deepEqual(await notes('daigo?komi=0', { serverLine: (line) => [`${line}\r`] }), ['lines end with CR LF']);
  });

  test('spaces at the end of a line', async () => {
    assert.deepEqual(await notes('nedap', { serverLine: (line) => [`${line} `] }), ['spaces around a line']);
  });

  test('nu6: no prefix before GAMEOVER, points with decimals, fields separated by an escaped tilde', async () => {
    assert.deepEqual(await notes('nu6', replaceServerText(/^CORE.GAMEOVER/, 'GAMEOVER')), [
      'GAMEOVER without CORE. before it',
    ]);
    assert.deepEqual(await notes('nu6', replaceServerText(/~(\d+)~(\d+)(?=$|~)/, '~$1.0~$2.0')), [
      'points with decimals',
    ]);
    assert.deepEqual(await notes('nu6', { serverLine: (line) => [line.replaceAll('~', '\\~')] }), [
      'fields split by \\~',
    ]);
  });

  test('nu6: territory, komi', async () => {
    assert.deepEqual(
      await notes('nu6', {
        serverLine: (line) => [line.replace('BLACK~81~0', 'BLACK~80~0').replace('BLACK~3~1', 'BLACK~1~0')],
      }),
      ['points are territory'],
    );
    assert.deepEqual(
      await notes('nu6', {
        serverLine: (line) => [
          line
            .replace('BLACK~81~0', 'BLACK~81~6.5')
            .replace('BLACK~3~1', 'WHITE~3~7.5')
            .replace('DRAW~0~0', 'WHITE~0~6.5'),
        ],
      }),
      ['white has a komi'],
    );
  });

  test('nu6: ENTERED is also sent to the new client itself', async () => {
    const greeted: Alteration = {
      serverLine: (line, { lastLine }) => {
        const [, name] = /^CORE.HELLO~(\w+)~CHAT$/.exec(lastLine) ?? [];
        return line === 'CORE.HELLO' && name !== undefined
          ? [`CHAT.ENTERED~${name}`, line, `CHAT.ENTERED~${name}`]
          : [line];
      },
    };
    assert.deepEqual(await notes('nu6', greeted), []);
  });

  test('nu6: a move outside a game is answered by PATIENCE', async () => {
    const impatient = replaceServerText(/^CORE.ERROR~PROTOCOL~CORE.(?:MOVE~3|PASS)$/, 'CORE.ERROR~PATIENCE');
    assert.deepEqual(await notes('nu6', impatient), ['who plays no game is not on turn']);
  });

  test('nedap: a move out of turn is answered by INVALID, or by nothing', async () => {
    const isOutOfTurn = (line: string, last: string): boolean => /^WARNING/.test(line) && /^(?:MOVE|PASS)/.test(last);
    const kicked: Alteration = {
      serverLine(line, { lastLine, others }) {
        if (!isOutOfTurn(line, lastLine)) return [line];
        for (const other of others) other.send('END 81.0 0.0');
        return ['INVALID it is not your turn', 'END 81.0 0.0'];
      },
    };
    assert.deepEqual(await notes('nedap', kicked), []);
    assert.deepEqual(
      await notes('nedap', { serverLine: (line, { lastLine }) => (isOutOfTurn(line, lastLine) ? [] : [line]) }),
      [],
    );
  });

  test('nedap: scores without decimals or of -1, chat with its sender', async () => {
    assert.deepEqual(await notes('nedap', replaceServerText(/^END (\d+).0 (\d+).0$/, 'END $1 $2')), [
      'scores without decimals',
    ]);
    assert.deepEqual(await notes('nedap', replaceServerText(/^END 0.0 81.0$/, 'END -1 -1')), [
      'scores without decimals',
    ]);
    const named: Alteration = {
      serverLine: (line, { others }) => [line.replace(/^CHAT /, `CHAT ${others[0]?.sent[0]?.split(' ')[1]}: `)],
    };
    assert.deepEqual(await notes('nedap', named), ['chat with its sender']);
  });

  test('nedap: a server that knows only the later dialect', async () => {
    const later: Alteration = {
      clientLine: (line, { sent }) => [/^GO/.test(line) && !sent[0]?.startsWith('PLAYER') ? 'KNIT' : line],
    };
    assert.deepEqual(await notes('nedap', later), ['the later dialect']);
  });

  test('gomokurs: no RESULT in version 0.2.0', async () => {
    const silent: Alteration = { serverLine: (line) => (line.startsWith('RESULT') ? [] : [line]) };
    assert.deepEqual(await notes('gomokurs', silent, { version: '0.2.0' }, gomokursActions('0.2.0')), []);
  });

  test('remastered: the mode in capitals', async () => {
    assert.deepEqual(await notes('remastered?size=9&seats=1&case=upper', {}), ['the mode in capitals']);
  });

  test('remastered: stones removed in another order', async () => {
    const reversed: Alteration = {
      serverLine: (line) => [line.replace(/^remove (\d+ \d+) (\d+ \d+)$/, 'remove $2 $1')],
    };
    assert.deepEqual(await notes('remastered?size=9&seats=1', reversed), []);
  });
});
