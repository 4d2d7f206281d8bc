import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { oneOf, readSettings, wholeNumber } from './read-settings.ts';

const schema = z.object({ size: wholeNumber(5, 19).default(9), mode: oneOf(['open', 'closed']).exactOptional() });

test('reads settings, and uses defaults for absent ones', () => {
  assert.deepEqual(readSettings('go', schema, {}), { ok: true, value: { size: 9 } });
  assert.deepEqual(readSettings('go', schema, { size: '13', mode: 'open' }), {
    ok: true,
    value: { size: 13, mode: 'open' },
  });
});

for (const size of ['4', '20', '-9', '', '09', '9.0', '9x', '1e1', ' 9', '٩', '9'.repeat(400)]) {
  test(`no size: ${JSON.stringify(size)}`, () => {
    const problem = `go: size is a whole number from 5 to 19, not ${JSON.stringify(size)}`;
    assert.deepEqual(readSettings('go', schema, { size }), { ok: false, problem });
  });
}

test('names all wrong settings in one line', () => {
  const problem = 'go: size is a whole number from 5 to 19, not "a\\nb"; mode is one of open, closed, not "x"';
  assert.deepEqual(readSettings('go', schema, { size: 'a\nb', mode: 'x' }), { ok: false, problem });
});

test('rejects an unknown setting, whatever its name is', () => {
  for (const key of ['komi', 'toString', '__proto__', 'Size']) {
    const settings = Object.fromEntries([[key, '7']]);
    const problem = `go has no setting "${key}"; it has size, mode`;
    assert.deepEqual(readSettings('go', schema, settings), { ok: false, problem });
  }
});
