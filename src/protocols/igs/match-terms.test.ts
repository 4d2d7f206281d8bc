import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { TimeControl } from '../../rules/time/time-control.ts';
import { commandMessages } from './client-messages.ts';
import { acceptingCommand, parametersOf, termsOf } from './match-terms.ts';

/** The terms of a command as it is written. */
function terms(line: string) {
  const read = commandMessages.read(line);
  assert(read.ok && (read.value.kind === 'match' || read.value.kind === 'nmatch'), line);
  return termsOf(read.value);
}

const seekOf = (time: TimeControl | undefined, handicap?: number) => ({
  host: 'ann',
  protocol: 'web',
  parameters: parametersOf(
    { size: 19, handicap: handicap ?? 0, ...(time === undefined ? {} : { time }) },
    undefined,
    7.5,
  ),
  options: {},
  since: 0,
  color: 'black' as const,
});

describe('the terms of a request', () => {
  test('match: minutes, and 25 stones in each period; 0 0 is no clock', () => {
    assert.deepEqual(terms('match bob B 19 10 5'), {
      ok: true,
      value: {
        size: 19,
        handicap: 0,
        color: 'black',
        time: { kind: 'canadian', main: 600_000, period: 300_000, stones: 25 },
      },
    });
    assert.deepEqual(terms('match bob w 9 0 0'), {
      ok: true,
      value: { size: 9, handicap: 0, color: 'white', time: { kind: 'none' } },
    });
    assert.deepEqual(terms('match bob w 9 5 0'), {
      ok: true,
      value: { size: 9, handicap: 0, color: 'white', time: { kind: 'absolute', main: 300_000 } },
    });
  });

  test('nmatch: handicap, seconds, stones, and a colour that the server draws', () => {
    assert.deepEqual(terms('nmatch bob N 3 19 60 600 25 0 0 0'), {
      ok: true,
      value: {
        size: 19,
        handicap: 3,
        color: undefined,
        time: { kind: 'canadian', main: 60_000, period: 600_000, stones: 25 },
      },
    });
  });

  for (const line of [
    'match a B 1 0 0',
    'match a B 26 0 0',
    'nmatch a B 1 19 0 0 0',
    'nmatch a B 2 6 0 0 0',
    'nmatch a B 0 9 60 30 101',
    'nmatch a B 0 9 60 0 0 3',
  ])
    test(`rejects ${line}`, () => assert.equal(terms(line).ok, false));

  test('a seek is accepted by a request with the same terms and the other colour', () => {
    const time = fc.oneof(
      fc.constant<TimeControl>({ kind: 'none' }),
      fc.record({
        kind: fc.constant('absolute' as const),
        main: fc.integer({ min: 1, max: 9_000 }).map((s) => s * 1000),
      }),
      fc.record({
        kind: fc.constant('canadian' as const),
        main: fc.integer({ min: 0, max: 9_000 }).map((s) => s * 1000),
        period: fc.integer({ min: 1, max: 900 }).map((s) => s * 1000),
        stones: fc.integer({ min: 1, max: 100 }),
      }),
    );
    fc.assert(
      fc.property(time, fc.constantFrom(0, 2, 9), (control, handicap) => {
        const command = acceptingCommand(seekOf(control, handicap)) ?? assert.fail('it can be expressed');
        const value = { size: 19, handicap, color: 'white', time: control };
        assert.deepEqual(terms(command), { ok: true, value: { ...value, time: { ...control } } });
      }),
    );
  });

  test('a seek with another kind of clock cannot be expressed', () => {
    assert.equal(acceptingCommand(seekOf({ kind: 'fischer', main: 60_000, increment: 1000 })), undefined);
    assert.equal(acceptingCommand(seekOf({ kind: 'byo-yomi', main: 0, period: 30_000, periods: 3 })), undefined);
    assert.equal(acceptingCommand(seekOf({ kind: 'absolute', main: 1500 })), undefined);
  });

  test('a seek whose handicap stones black places cannot be expressed', () => {
    const seek = seekOf({ kind: 'none' }, 2);
    assert.notEqual(acceptingCommand(seek), undefined);
    const parameters = { ...seek.parameters, placement: 'free' } as const;
    assert.equal(acceptingCommand({ ...seek, parameters }), undefined);
  });
});
