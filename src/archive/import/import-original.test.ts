import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { makeSgf, parseSgfGame } from '../../rules/records/sgf-record-codec.ts';
import type { ImportedOriginal } from '../game-to-archive.ts';
import { type ParsedSgfGame, readImport } from './sgf-import.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function games(bytes: Uint8Array, charset?: string): readonly ParsedSgfGame[] {
  const read = readImport(bytes, charset);
  assert.ok(read.ok, read.ok ? '' : read.problem);
  assert.deepEqual(read.value.problems, []);
  return read.value.games;
}

const only = (bytes: Uint8Array, charset?: string): ParsedSgfGame => {
  const [game, ...others] = games(bytes, charset);
  assert.ok(game !== undefined && others.length === 0);
  return game;
};

const bytesOf = ({ gzip }: ImportedOriginal): Uint8Array =>
  new Uint8Array(gunzipSync(Buffer.from(gzip ?? '', 'base64')));

/** A file like GNU Go's regression games: FF[3], handicap stones, evaluations as comments, letters and marks. */
const GNU_GO = `(;GM[1]FF[3]
RU[Japanese]SZ[19]HA[3]
KM[5.5]
PW[GNU Go 2.5.6]
PB[Player (human)]
GN[GNU Go 2.5.6 Random Seed 957904384 level 10]
DT[2000-05-09]
AP[GNU Go:2.5.6]AB[dd][dp][pd]PL[W]
;W[qp]C[gnugo: W plays R4, value 34.10]LB[qp:1][pq:A]
;B[op];W[oq]CR[oq](;B[pq]SQ[pp])(;B[nq]C[or here])
)
`;

describe('the original of an imported game', () => {
  test('is the text of the file, with notes about the parts that the record does not contain', () => {
    const { record, original } = only(utf8(GNU_GO));
    assert.deepEqual(bytesOf(original), utf8(GNU_GO));
    assert.deepEqual([original.bytes, original.charset], [GNU_GO.length, 'utf-8']);
    assert.deepEqual(original.notes, [
      'only in the original text: 1 variation, PL, C, LB, CR, SQ',
      'RU is stored, and the moves are checked by the most permissive rules: simple ko, suicide allowed',
    ]);
    assert.deepEqual([record.setup.length, record.handicap, record.moves.length], [3, 3, 4]);
    assert.equal(record.details?.title, 'GNU Go 2.5.6 Random Seed 957904384 level 10');
  });

  test('texts of several games together are the file, byte for byte', () => {
    const file = `Subject: games\n\n(;SZ[9]C[one];B[aa])\n\n(;SZ[9];B[bb](;W[cc])(;W[dd])) and\r\n(;SZ[9];B[ee])\n`;
    const pieces = games(utf8(file)).map(({ original }) => new TextDecoder().decode(bytesOf(original)));
    assert.equal(pieces.length, 3);
    assert.equal(pieces.join(''), file);
    assert.ok(pieces[1]?.startsWith('(;SZ[9];B[bb]'));
  });

  test('is in the encoding that CA names for each game', () => {
    const gbk = Buffer.concat([
      Buffer.from('(;SZ[9]CA[GB2312]PB['),
      Buffer.from('ccecd4aa', 'hex'),
      Buffer.from('];B[aa])'),
    ]);
    const latin = Buffer.concat([Buffer.from('(;SZ[9]PB['), Buffer.from('e9', 'hex'), Buffer.from('];B[aa])')]);
    const read = games(Buffer.concat([gbk, latin, utf8('(;SZ[9]PB[天元];B[aa])')]));
    assert.deepEqual(
      read.map(({ black, original }) => [black, original.charset]),
      [
        ['天元', 'gbk'],
        ['é', 'windows-1252'],
        ['天元', 'utf-8'],
      ],
    );
    assert.deepEqual(Buffer.from(bytesOf(read[0]!.original)), gbk);
    assert.deepEqual(read[1]?.original.notes, ['the text has no CA and is not UTF-8: it is read as windows-1252']);
    // Text from a browser is in UTF-8, also if it was copied from a file in another encoding.
    assert.equal(only(utf8('(;SZ[9]CA[GB2312]PB[天元];B[aa])'), 'utf-8').black, '天元');
  });

  test('in UTF-16 is stored in UTF-8', () => {
    const text = '(;SZ[9]PB[天元];B[aa])';
    const game = only(Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(text, 'utf16le')]));
    assert.equal(game.black, '天元');
    assert.equal(new TextDecoder().decode(bytesOf(game.original)), text);
    assert.deepEqual(game.original.notes, ['the file is in UTF-16 and stored in UTF-8']);
  });

  test('is not stored if it is too long, which is noted', () => {
    const game = only(utf8(`(;SZ[9];B[aa];C[${'x'.repeat(1024 * 1024)}])`));
    assert.equal(game.original.gzip, undefined);
    assert.match(
      game.original.notes[0] ?? '',
      /^the original text has 1048594 bytes, more than the maximum of 1048576$/,
    );
  });

  test('has a note if the moves have another result than RE', () => {
    const row = ';B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]';
    const game = only(utf8(`(;GM[4]SZ[15]RE[W+Resign]${row})`));
    assert.deepEqual(game.original.notes, ['RE[W+Resign] contradicts the moves: black has a row and wins']);
  });

  test('may have characters that a database cannot store', () => {
    const game = only(utf8('(;SZ[9]EV[a\0b]C[\\\\u0000];B[aa])'));
    assert.deepEqual(game.record.details, { event: 'a\ufffdb', comment: '\\u0000' });
  });
});

/** Properties of FF[3] and FF[4] with valid values. */
const text = fc.string({ unit: fc.constantFrom('a', 'ß', '天', ' ', '\\\\', '\\]', '\\:', ':', '(', ';', '\n', '1') });
const point = fc.constantFrom('aa', 'bb', 'cc', 'gg', 'ia');
const named = (names: readonly string[], value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...names), value).map(([name, written]) => `${name}[${written}]`);
const inRoot = fc.oneof(
  named(
    ['GN', 'EV', 'RO', 'PC', 'DT', 'BR', 'WR', 'BT', 'WT', 'OT', 'ON', 'AN', 'SO', 'US', 'CP', 'GC', 'C', 'RU'],
    text,
  ),
  named(['HA', 'TM'], fc.constantFrom('0', '2', '9', '5400', 'none')),
  named(['KM'], fc.constantFrom('0', '6.5', '3.75', '-5', '.5', '7,5')),
  named(['RE'], fc.oneof(text, fc.constantFrom('B+R', 'W+3.5', '0', 'Draw', 'B+Illegal', '?'))),
  named(['ST', 'PL', 'KGSDE', 'OM', 'ID', 'LT'], fc.constantFrom('1', 'B', '')),
  fc.constantFrom('AB[cd][dc]', 'AW[ef:ff]', 'AB[hh]AE[hh]', 'AP[CGoban:3]', 'AP[x]'),
);
const inNode = fc.oneof(
  named(['C', 'N', 'GC', 'XYZ'], text),
  named(['TR', 'MA', 'CR', 'SQ', 'SL', 'TB', 'TW', 'DD', 'VW', 'L', 'M'], point),
  named(['BL', 'WL', 'OB', 'V', 'GB', 'DM', 'HO', 'TE', 'BM', 'KO', 'MN', 'FG'], fc.constantFrom('1', '')),
  named(['LB', 'AR'], fc.constantFrom('aa:bb', 'cc:dd')),
);
const upTo = <Item>(maximum: number, item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: maximum });
/** Moves that are legal with every generated root node. */
const MOVES = ['B[ag]', 'W[bg]', 'B[]', 'W[gb]', 'B[ga]', 'W[tt]'];
const node = upTo(3, inNode).map((properties) => unique(properties).join(''));
const variation = fc.tuple(node, node).map(([one, other]) => `(;${one};B[ee]${other})`);
const game = fc
  .record({
    ff: fc.constantFrom('', 'FF[3]', 'FF[4]CA[UTF-8]', 'GM[1]FF[4]'),
    root: upTo(8, inRoot),
    nodes: fc.array(node, { minLength: 1, maxLength: MOVES.length }),
    variations: upTo(2, variation),
  })
  .map(({ ff, root, nodes, variations }) => {
    const moves = nodes.map((properties, index) => `;${MOVES[index]}${properties}`);
    const last = variations.length === 0 ? moves.pop() : `(${moves.pop()})${variations.join('')}`;
    return `(;${ff}SZ[9]${unique(root).join('')}${moves.join('\n')}${last})`;
  });

/** Removes properties whose name is already in the node. */
function unique(properties: readonly string[]): readonly string[] {
  const names = new Set<string>();
  return properties.filter((property) => {
    const own = property.match(/(?<![A-Z])[A-Z]+(?=\[)/g)?.filter((name) => /^[A-Z]+$/.test(name)) ?? [];
    const name = own[0] ?? '';
    if (names.has(name)) return false;
    names.add(name);
    return true;
  });
}

/** The property names in the notes. */
const namedIn = (notes: readonly string[]): ReadonlySet<string> =>
  new Set(notes.flatMap((note) => note.match(/\b[A-Z]+\b/g) ?? []));

describe('a generated file of FF[3] or FF[4]', () => {
  test('is stored byte for byte', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('', '\n', 'text ) ] '), game), { minLength: 1, maxLength: 3 }),
        (parts) => {
          const file = `${parts.map((part) => part.join('')).join('\n')}\n`;
          const originals = games(utf8(file)).map(({ original }) => bytesOf(original));
          assert.deepEqual(Buffer.concat(originals), Buffer.from(file));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('has its properties in the record and in its SGF, or in the notes', () => {
    fc.assert(
      fc.property(game, (file) => {
        const first = only(utf8(file));
        const made = makeSgf(first.record);
        assert.ok(made.ok);
        // The SGF of the record contains the whole record, and nothing that needs a note.
        assert.deepEqual(parseSgfGame(made.value), { ok: true, value: first.record });
        const again = only(utf8(made.value));
        assert.deepEqual(again.record, first.record);
        assert.deepEqual(
          [again.board, again.black, again.white, again.end],
          [first.board, first.black, first.white, first.end],
        );
        assert.deepEqual(
          again.original.notes.filter((note) => !note.startsWith('RU is stored')),
          [],
        );
        const named = namedIn(first.original.notes);
        for (const name of propertiesOf(file)) {
          const isInSgf = propertiesOf(made.value).has(name) || FORM.has(name);
          assert.ok(isInSgf || named.has(name), `${name} of ${file} is neither in ${made.value} nor in ${[...named]}`);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Properties about the form of the file, and set-up stones. */
const FORM = new Set(['FF', 'GM', 'CA', 'AE', 'AB']);

/** The names of all properties with a meaning, without variations. */
function propertiesOf(sgf: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name, values] of withoutVariations(sgf).matchAll(/([A-Z]+)((?:\[(?:\\.|[^\]\\])*\])+)/gs)) {
    if (/[^[\]\s\\]/.test(values ?? '') || !NEEDS_VALUE.has(name!)) names.add(name!);
  }
  return names;
}

/** Properties without a meaning if the value is empty. All others have one. */
const NEEDS_VALUE = new Set([
  ...['GN', 'EV', 'RO', 'PC', 'DT', 'BR', 'WR', 'BT', 'WT', 'OT', 'ON', 'AN', 'SO', 'US', 'CP', 'GC', 'C', 'RU', 'RE'],
  ...['HA', 'TM', 'KM', 'AP'],
]);

/** The text up to the first closing parenthesis outside of a value. */
function withoutVariations(sgf: string): string {
  let isValue = false;
  for (let at = 0; at < sgf.length; at++) {
    if (sgf[at] === '\\') at++;
    else if (sgf[at] === ']') isValue = false;
    else if (sgf[at] === '[') isValue = true;
    else if (sgf[at] === ')' && !isValue) return sgf.slice(0, at);
  }
  return sgf;
}
