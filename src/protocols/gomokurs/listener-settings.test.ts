import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import type { ProtocolSettings } from '../protocol-settings.ts';
import { readSettings } from '../read-settings.ts';
import { listenerOf, listenerSettings } from './listener-settings.ts';

const gomokurs = serverNamed('gomokurs');

function readListener(settings: ProtocolSettings) {
  const read = readSettings('gomokurs', listenerSettings, settings);
  return read.ok ? { ok: true, value: listenerOf(read.value) } : read;
}

describe('listener settings', () => {
  it('have the documented defaults', () => {
    assert.deepEqual(readListener({}), {
      ok: true,
      value: {
        parameters: {
          game: 'gomoku',
          size: 20,
          rule: 'freestyle',
          time: { kind: 'per-move', move: 30_000, match: 180_000 },
        },
        about: false,
        info: false,
      },
    });
  });

  it('are all read', () => {
    const read = readListener({ size: '15', rule: 'renju', turn: '5', match: '600', about: '1', info: '1' });
    assert.deepEqual(read, {
      ok: true,
      value: {
        parameters: {
          game: 'gomoku',
          size: 15,
          rule: 'renju',
          time: { kind: 'per-move', move: 5_000, match: 600_000 },
        },
        about: true,
        info: true,
      },
    });
  });

  it('accept every rule, and the smallest and largest values', () => {
    for (const rule of ['freestyle', 'standard', 'renju', 'caro']) assert.ok(readListener({ rule }).ok);
    for (const size of ['5', '255']) assert.ok(readListener({ size }).ok);
    for (const time of ['1', '2147483']) assert.ok(readListener({ turn: time, match: time }).ok);
  });

  it('are refused in one line with the allowed values', () => {
    const CASES: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ komi: '7' }, /"komi".*size, rule, turn, match, about, info/],
      [{ toString: 'x' }, /"toString"/],
      [{ rule: 'swap2' }, /rule .*freestyle, standard, renju, caro.*"swap2"/],
      [{ rule: 'Renju' }, /rule/],
      [{ turn: '0' }, /turn .*1/],
      [{ match: '2147484' }, /match/],
      [{ about: 'yes' }, /about .*0 to 1.*"yes"/],
      [{ info: '2' }, /info/],
      ...['4', '256', '1e1', '-0', ' 7', '٣', '0x10', '007', '+9', '19.0', ''].map(
        (size) => [{ size }, /size .*5 to 255/] as const,
      ),
    ];
    for (const [settings, expected] of CASES) {
      const read = gomokurs.configure(settings);
      assert.ok(!read.ok, JSON.stringify(settings));
      assert.match(read.problem, expected);
      assert.doesNotMatch(read.problem, /\n/);
    }
  });
});

describe('the protocol description', () => {
  it('is detected by PROTOCOL VERSION in either numbering', () => {
    assert.deepEqual(gomokurs.detection, {
      bytes: [
        [0x0a, 0x00],
        [0x0c, 0x00],
      ],
    });
  });

  it('writes any name, except control characters', () => {
    assert.equal(gomokurs.carryName('Ada ~ 天元'), 'Ada ~ 天元');
    assert.equal(gomokurs.carryName('a\nb\u0085'), 'a-b-');
  });
});
