import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DialogueAdapter } from './dialogue-adapter.ts';
import { parseScripts } from './parse-clauses.ts';

const adapter: DialogueAdapter = {
  read: () => ({ kind: 'more' }),
  write: () => new Uint8Array(0),
  colors: { black: 'b', white: 'w' },
  automaticAnswer: () => undefined,
  tolerate: () => undefined,
  opponentIn: () => undefined,
  moveStatements: (color, turn) =>
    turn === 'pass' ? `${color}: PASS` : `${color}: ${turn.x} ${turn.y} takes ${turn.captured.length}`,
  farewell: [],
};

const TEXT = `
  scene ann
    ann: HELLO
    server --> ann: HI
      or: HO
  scene <who> says <word>
    <who>: <word>
  scene both
    given ann
    bob says HELLO
  section Greetings
  clause a greeting is answered
    given both
    # black begins
    given turns 1,2 3,4x5,6x7,8
    white turns pass
    server --> bob: HI
    [later]   or: HELLO <variant>
    [early]   or: HO
  [early] clause that no variant but another has
    ann: HELLO
  section Partings
  clause so is a goodbye
    ann: BYE
`;

describe('parseScripts', () => {
  const clauses = parseScripts(TEXT, adapter, { variant: 'later' }).flat();

  test('reads clauses with their sections', () => {
    assert.deepEqual(
      clauses.map(({ section, title }) => `${section}: ${title}`),
      ['Greetings: a greeting is answered', 'Partings: so is a goodbye'],
    );
  });

  test('expands scenes and moves, and marks them as given', () => {
    assert.deepEqual(
      clauses[0]?.dialogue.map(({ isGiven, text }) => `${isGiven ? 'given ' : ''}${text}`),
      [
        'given ann: HELLO',
        'given server --> ann: HI\n  or: HO',
        'given bob: HELLO',
        'given black: 1 2 takes 0',
        'given white: 3 4 takes 2',
        'white: PASS',
        'server --> bob: HI\n  or: HELLO later',
      ],
    );
  });

  test('reads scripts', () => {
    const scripts = parseScripts('script a\nclause b\nann: X\nscript c\nclause d\nann: Y\nclause e\nann: Z', adapter);
    assert.deepEqual(
      scripts.map((clauses) => clauses.map(({ title }) => title)),
      [['b'], ['d', 'e']],
    );
  });

  test('reads clauses that test clients', () => {
    const text = 'section A\nclause b\nclient: HELLO\nserver --> client: HI';
    const [[clause] = []] = parseScripts(text, adapter, { side: 'server' });
    assert.deepEqual(
      clause?.dialogue.map(({ kind }) => kind),
      ['expect', 'send'],
    );
  });

  test('throws on clauses that cannot be read', () => {
    assert.throws(() => parseScripts('ann: HELLO', adapter), /before every heading/);
    assert.throws(() => parseScripts('clause a\nturns here', adapter), /no turn: here/);
    assert.throws(() => parseScripts('clause a\ngiven nothing known', adapter), /unknown statement/);
  });
});
