import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import type { ProtocolSettings } from '../protocol-settings.ts';

const daigo = serverNamed('daigo');

/** The seek that a listener with these settings makes for its clients. */
function parameters(settings: ProtocolSettings) {
  const open = daigo.configure(settings);
  assert.ok(open.ok);
  const session = open.value(0);
  session.receive(Buffer.from('HELO a\nCREATE\n'), 0);
  session.answer({ kind: 'entered', name: 'a', held: false }, 0);
  const [asked] = session.proceed(0).ask;
  assert.ok(asked?.kind === 'seek' && asked.parameters.game === 'go');
  return asked.parameters;
}

describe('listener settings', () => {
  test('by default 9 lines and a fixed komi of 7', () => {
    const ruleset = { ko: 'positional', suicide: 'forbidden' };
    assert.deepEqual(parameters({}), { game: 'go', size: 9, ruleset, komi: 7, fixedKomi: true });
  });
  for (const size of ['2', '19', '131'])
    test(`size ${size}`, () => assert.equal(parameters({ size, komi: '0' }).size, Number(size)));
  test('on two lines the komi is at most the number of points', () => assert.equal(parameters({ size: '2' }).komi, 4));
  for (const komi of ['0', '6.5', '0.5', '7.25', '81'])
    test(`komi ${komi}`, () => assert.equal(parameters({ komi }).komi, Number(komi)));

  const wrong: readonly [ProtocolSettings, RegExp][] = [
    ...['1', '132', '-9', '0', '', '9.0', '09', '9x9', '1e1', '٩'].map((size): [ProtocolSettings, RegExp] => [
      { size },
      /size/,
    ]),
    ...['', '-1', '-0', '7.', '.5', '07', '1e1', '6,5', '6.125', '82', 'NaN'].map(
      (komi): [ProtocolSettings, RegExp] => [{ komi }, /komi/],
    ),
    [{ rule: 'renju' }, /"rule"/],
    [{ Size: '9' }, /"Size"/],
    [{ 'a\nb': '9' }, /"a\\nb"/],
  ];
  test('reports one problem for one mistake', () => {
    for (const settings of [
      { size: '1' },
      { komi: 'x' },
      { komi: '1e3' },
      { size: '2', komi: '5' },
    ] as readonly ProtocolSettings[]) {
      const open = daigo.configure(settings);
      assert.ok(!open.ok);
      assert.doesNotMatch(open.problem, /;/);
    }
  });
  for (const [settings, says] of wrong) {
    test(`not ${JSON.stringify(settings)}`, () => {
      const open = daigo.configure(settings);
      assert.ok(!open.ok);
      assert.match(open.problem, says);
      assert.doesNotMatch(open.problem, /\n/);
    });
  }
});
