import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { makeCsv, parseCsv } from './csv.ts';

/** Beginnings of cells that a spreadsheet may read as formulas. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const cellsOf = (text: string): readonly (readonly string[])[] => {
  const parsed = parseCsv(text);
  assert(parsed.ok);
  return parsed.value.map(({ cells }) => cells);
};

describe('CSV', () => {
  test('may begin with Excel’s line for the delimiter, and have rows of empty cells', () => {
    const parsed = parseCsv('sep=;\r\nname;group\r\n;\r\na,b;"";\r\n');
    assert.deepEqual(parsed, {
      ok: true,
      value: [
        { cells: ['name', 'group'], line: 2 },
        { cells: ['a,b', '', ''], line: 4 },
      ],
    });
  });

  test('quotes a cell that a spreadsheet may read as a formula, and puts an apostrophe in front', () => {
    for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=HYPERLINK("http://x","y")'])
      assert.equal(makeCsv([[cell, 'x']]), `"'${cell.replaceAll('"', '""')}",x\r\n`);
  });

  test('does not change numbers and harmless cells', () => {
    assert.equal(makeCsv([['a-b', -12.5, 3, true, undefined, '1=1']]), 'a-b,-12.5,3,true,,1=1\r\n');
  });

  test('reads every text as it was written, and no text cell begins a formula', () => {
    const start = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\n', '"', "'", ',', ';', '\ufeff');
    const cell = fc.tuple(start, fc.string({ unit: 'grapheme' })).map((parts) => parts.join(''));
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(row, (cells) => {
        // The other cells determine the delimiter, and make sure that the row is not empty.
        const [, back = []] = cellsOf(
          makeCsv([
            ['a', 'b'],
            ['x', ...cells],
          ]),
        );
        assert.deepEqual(back, ['x', ...cells.map((each) => (FORMULA.test(each) ? `'${each}` : each))]);
        assert(!back.some((each) => FORMULA.test(each)));
      }),
    );
  });

  test('rows have their line number, also after a cell with several lines; empty rows are left out', () => {
    const parsed = parseCsv('a,b\r\n"x\ny",2\r\n\r\n,\r\nz,4\r\n');
    assert(parsed.ok);
    assert.deepEqual(parsed.value, [
      { cells: ['a', 'b'], line: 1 },
      { cells: ['x\ny', '2'], line: 2 },
      { cells: ['z', '4'], line: 6 },
    ]);
  });

  test('reads semicolons of a European spreadsheet, and a byte order mark', () => {
    assert.deepEqual(cellsOf('\ufeffa;b\nx, y;z\n'), [
      ['a', 'b'],
      ['x, y', 'z'],
    ]);
  });

  test('reports an unclosed quote with its line', () => {
    const parsed = parseCsv('a,b\n1,2\n"x,3\n');
    assert(!parsed.ok);
    assert.match(parsed.problem, /^line 3: quoted field unterminated/);
  });
});
