import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Settings } from '../../../src/protocols/protocol-settings.ts';
import { type Alteration, altering, type LineConversion, saying, TEXT } from '../../support/check/faulty-server.ts';
import { actions } from '../../support/check/line-conversions.ts';
import { examine } from '../../support/check/own-server.ts';

/** The notes of a check of our own server, altered. Asserts that it breaks no clause. */
async function notes(
  listener: string,
  alteration: Alteration,
  settings: Settings = {},
  conversion: LineConversion = TEXT,
): Promise<string[]> {
  const checked = await examine(listener.split('?')[0] ?? '', listener, altering(alteration, conversion), settings);
  const broken = checked.filter(({ verdict }) => verdict.kind === 'broken');
  assert.equal(JSON.stringify(broken, null, 1), '[]');
  return [...new Set(checked.flatMap(({ verdict }) => (verdict.kind === 'kept' ? verdict.notes : [])))].sort();
}

describe('the check accepts variants of a message', () => {
  test('lines that end with CR LF', async () => {
    assert.deepEqual(await notes('nu6', { told: (line) => [`${line}\r`] }), ['lines end with CR LF']);
    assert.deepEqual(await notes('daigo?komi=0', { told: (line) => [`${line}\r`] }), ['lines end with CR LF']);
  });

  test('spaces at the end of a line', async () => {
    assert.deepEqual(await notes('nedap', { told: (line) => [`${line} `] }), ['spaces around a line']);
  });

  test('nu6: no prefix before GAMEOVER, points with decimals, fields separated by an escaped tilde', async () => {
    assert.deepEqual(await notes('nu6', saying(/^CORE.GAMEOVER/, 'GAMEOVER')), ['GAMEOVER without CORE. before it']);
    assert.deepEqual(await notes('nu6', saying(/~(\d+)~(\d+)(?=$|~)/, '~$1.0~$2.0')), ['points with decimals']);
    assert.deepEqual(await notes('nu6', { told: (line) => [line.replaceAll('~', '\\~')] }), ['fields split by \\~']);
  });

  test('nu6: territory, komi', async () => {
    assert.deepEqual(
      await notes('nu6', {
        told: (line) => [line.replace('BLACK~81~0', 'BLACK~80~0').replace('BLACK~3~1', 'BLACK~1~0')],
      }),
      ['points are territory'],
    );
    assert.deepEqual(
      await notes('nu6', {
        told: (line) => [
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
      told: (line, { last }) => {
        const [, name] = /^CORE.HELLO~(\w+)~CHAT$/.exec(last) ?? [];
        return line === 'CORE.HELLO' && name !== undefined
          ? [`CHAT.ENTERED~${name}`, line, `CHAT.ENTERED~${name}`]
          : [line];
      },
    };
    assert.deepEqual(await notes('nu6', greeted), []);
  });

  test('nu6: a move outside a game is answered by PATIENCE', async () => {
    const impatient = saying(/^CORE.ERROR~PROTOCOL~CORE.(?:MOVE~3|PASS)$/, 'CORE.ERROR~PATIENCE');
    assert.deepEqual(await notes('nu6', impatient), ['who plays no game is not on turn']);
  });

  test('nedap: a move out of turn is answered by INVALID, or by nothing', async () => {
    const isOutOfTurn = (line: string, last: string): boolean => /^WARNING/.test(line) && /^(?:MOVE|PASS)/.test(last);
    const kicked: Alteration = {
      told(line, { last, others }) {
        if (!isOutOfTurn(line, last)) return [line];
        for (const other of others) other.tell('END 81.0 0.0');
        return ['INVALID it is not your turn', 'END 81.0 0.0'];
      },
    };
    assert.deepEqual(await notes('nedap', kicked), []);
    assert.deepEqual(await notes('nedap', { told: (line, { last }) => (isOutOfTurn(line, last) ? [] : [line]) }), []);
  });

  test('nedap: scores without decimals or of -1, chat with its sender', async () => {
    assert.deepEqual(await notes('nedap', saying(/^END (\d+).0 (\d+).0$/, 'END $1 $2')), ['scores without decimals']);
    assert.deepEqual(await notes('nedap', saying(/^END 0.0 81.0$/, 'END -1 -1')), ['scores without decimals']);
    const named: Alteration = {
      told: (line, { others }) => [line.replace(/^CHAT /, `CHAT ${others[0]?.said[0]?.split(' ')[1]}: `)],
    };
    assert.deepEqual(await notes('nedap', named), ['chat with its sender']);
  });

  test('nedap: a server that knows only the later dialect', async () => {
    const later: Alteration = {
      asked: (line, { said }) => [/^GO/.test(line) && !said[0]?.startsWith('PLAYER') ? 'KNIT' : line],
    };
    assert.deepEqual(await notes('nedap', later), ['the later dialect']);
  });

  test('gomokurs: no RESULT in version 0.2.0', async () => {
    const silent: Alteration = { told: (line) => (line.startsWith('RESULT') ? [] : [line]) };
    assert.deepEqual(await notes('gomokurs', silent, { version: '0.2.0' }, actions('0.2.0')), []);
  });

  test('remastered: the mode in capitals', async () => {
    assert.deepEqual(await notes('remastered?size=9&seats=1&case=upper', {}), ['the mode in capitals']);
  });

  test('remastered: stones removed in another order', async () => {
    const reversed: Alteration = { told: (line) => [line.replace(/^remove (\d+ \d+) (\d+ \d+)$/, 'remove $2 $1')] };
    assert.deepEqual(await notes('remastered?size=9&seats=1', reversed), []);
  });
});
