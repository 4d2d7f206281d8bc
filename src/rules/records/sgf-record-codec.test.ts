import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSgf } from '../../../test/support/rules/parse-sgf.ts';
import { type Point, pointAt, square } from '../point.ts';
import type { GameRecord, RecordMove, RecordResult, SetupStone } from './game-record.ts';
import { makeSgf, parseSgfFile } from './sgf-record-codec.ts';

const size = square(19);
const at = (x: number, y: number, board = size): Point => pointAt(board, x, y)!;
const black = (x: number, y: number): RecordMove => ({ kind: 'play', color: 'black', point: at(x, y) });
const white = (x: number, y: number): RecordMove => ({ kind: 'play', color: 'white', point: at(x, y) });

const made = (record: GameRecord | GameRecord[]): string => {
  const sgf = makeSgf(record);
  assert.ok(sgf.ok, sgf.ok ? '' : sgf.problem);
  return sgf.value;
};
const read = (text: string): GameRecord[] => {
  const records = parseSgf(text);
  assert.ok(records.ok, records.ok ? '' : records.problem);
  return records.value;
};
/** The only game of the text. */
const one = (text: string): GameRecord => {
  const records = read(text);
  assert.equal(records.length, 1);
  return records[0]!;
};
const wrong = (text: string): string => {
  const records = parseSgf(text);
  return records.ok ? 'accepted' : records.problem;
};

const GO: GameRecord = {
  game: 'go',
  size,
  rules: 'Chinese',
  komi: 7.5,
  black: 'Alice',
  white: 'Bob',
  date: '2026-02-28',
  place: 'Enschede',
  application: { name: 'tengen', version: '0.1.0' },
  result: { kind: 'won', winner: 'white', by: 'score', margin: 3.5 },
  setup: [
    { color: 'black', point: at(3, 3) },
    { color: 'white', point: at(15, 3) },
  ],
  moves: [black(16, 15), white(0, 18), { kind: 'pass', color: 'black' }, { kind: 'pass', color: 'white' }],
};
const GO_TEXT = `(;FF[4]GM[1]CA[UTF-8]AP[tengen:0.1.0]SZ[19]KM[7.5]RU[Chinese]PB[Alice]PW[Bob]DT[2026-02-28]PC[Enschede]RE[W+3.5]AB[dd]AW[pd]
;B[qp];W[as];B[];W[])
`;

test('a game of Go is written and parsed', () => {
  assert.equal(made(GO), GO_TEXT);
  assert.deepEqual(one(GO_TEXT), GO);
});

test('Gomoku is GM[4], and its points have the same form as those of Go', () => {
  const board = square(15);
  const points = [at(7, 7, board), at(0, 14, board), at(14, 0, board)];
  const moves = points.map(
    (point, index): RecordMove => ({ kind: 'play', color: index === 1 ? 'white' : 'black', point }),
  );
  const record: GameRecord = { game: 'gomoku', size: board, rules: 'renju', setup: [], moves };
  const text = '(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]\n;B[hh];W[ao];B[oa])\n';
  assert.equal(made(record), text);
  assert.deepEqual(one(text), record);
});

test('points have capital letters from the 27th line on', () => {
  const board = square(52);
  const point = (x: number, y: number): SetupStone => ({ color: 'black', point: at(x, y, board) });
  const setup = [point(0, 25), point(26, 27), point(51, 51)];
  const text = '(;FF[4]GM[1]CA[UTF-8]SZ[52]AB[az][AB][ZZ])\n';
  assert.equal(made({ game: 'go', size: board, setup, moves: [] }), text);
  assert.deepEqual(one(text).setup, setup);
});

test('a rectangular board has both its sizes', () => {
  const board = { width: 5, height: 3 };
  const record: GameRecord = {
    game: 'go',
    size: board,
    setup: [],
    moves: [{ kind: 'play', color: 'black', point: at(4, 2, board) }],
  };
  assert.equal(made(record), '(;FF[4]GM[1]CA[UTF-8]SZ[5:3]\n;B[ec])\n');
  assert.deepEqual(one('(;SZ[5:3];B[ec])'), record);
  assert.deepEqual(one('(;SZ[9:9])').size, square(9));
});

test('boards of more than 52 lines cannot be written as SGF', () => {
  const large: GameRecord = { game: 'go', size: square(53), setup: [], moves: [] };
  assert.deepEqual(makeSgf([GO, large]), { ok: false, problem: 'game 2 is 53x53, and the maximum of SGF is 52 lines' });
  assert.equal(makeSgf({ ...large, size: { width: 3, height: 53 } }).ok, false);
});

test('a result as free text survives writing and parsing, including brackets', () => {
  const text = 'W+Time [over]';
  const result: RecordResult = { kind: 'won', winner: 'white', by: 'time', text };
  assert.match(made({ ...GO, result }), /RE\[W\+Time \[over\\\]\]/);
  assert.deepEqual(one(made({ ...GO, result })).result, result);
});

test('brackets and backslashes are escaped, and colons in composed values; white space becomes a space', () => {
  const record: GameRecord = {
    ...GO,
    black: 'a]b\\c:d',
    white: 'two\nlines\tand\r\nmore',
    application: { name: 'a:b\\', version: '1:2]' },
  };
  const text = made(record);
  assert.ok(text.includes('PB[a\\]b\\\\c:d]PW[two lines and  more]'), text);
  assert.ok(text.includes('AP[a\\:b\\\\:1\\:2\\]]'), text);
  assert.deepEqual(one(text), { ...record, white: 'two lines and  more' });
});

test('an escaped line break is removed, and every other kind of line break becomes a space', () => {
  assert.equal(one('(;PB[Honinbo\\\nShusaku])').black, 'HoninboShusaku');
  assert.equal(one('(;PB[Honinbo\\\r\nShusaku])').black, 'HoninboShusaku');
  assert.equal(one('(;PB[Honinbo\nShusaku])').black, 'Honinbo Shusaku');
  assert.equal(one('(;PB[Honinbo\n\rShusaku])').black, 'Honinbo Shusaku');
  assert.equal(one('(;PB[Honinbo\\\\\nShusaku])').black, 'Honinbo\\ Shusaku');
  assert.equal(one('(;PB[\\a\\:\\(\\;])').black, 'a:(;');
  assert.equal(one('(;PB[本因坊 秀策])').black, '本因坊 秀策');
});

test('a collection is read game by game, and text around the games is skipped', () => {
  const text = `Hello (this is no game)\n(;SZ[9]PB[one];B[aa])\r\n\r\n some words ] [\n(;SZ[13]PB[two])trailing`;
  assert.deepEqual(
    read(text).map(({ size: { width }, black }) => [width, black]),
    [
      [9, 'one'],
      [13, 'two'],
    ],
  );
  assert.deepEqual(read(made([GO, { ...GO, black: 'Carol' }])), [GO, { ...GO, black: 'Carol' }]);
});

test('the main line is read, and variations are not', () => {
  const text = '(;SZ[9];B[aa](;W[bb](;B[cc];W[dd])(;B[ee]))(;W[ff];B[gg]))';
  const written = made(one(text));
  assert.equal(written.split('\n')[1], ';B[aa];W[bb];B[cc];W[dd])');
});

test('set-up stones, also as rectangles and removed again, come before the first move', () => {
  const record = one('(;SZ[9]AB[aa:cb]AW[ii];AE[ba:bb]AB[ia]PL[W];W[ee])');
  const board = square(9);
  const point = (x: number, y: number) => at(x, y, board);
  const points = (color: string) => record.setup.filter((stone) => stone.color === color).map((stone) => stone.point);
  assert.deepEqual(
    points('black').sort((a, b) => a - b),
    [point(0, 0), point(2, 0), point(8, 0), point(0, 1), point(2, 1)],
  );
  assert.deepEqual(points('white'), [point(8, 8)]);
  assert.deepEqual(record.moves, [{ kind: 'play', color: 'white', point: point(4, 4) }]);
});

test('older files are read: no FF, GM, CA or SZ, long property names, tt for a pass', () => {
  const record = one('(;GaMe[1]VieW[]PlayerBlack[Go Seigen]PlayerWhite[Kitani]KoMi[];Black[pd];White[tt])');
  assert.equal(record.game, 'go');
  assert.deepEqual(record.size, size);
  assert.equal(record.black, 'Go Seigen');
  assert.equal(record.komi, undefined);
  assert.deepEqual(record.moves, [black(15, 3), { kind: 'pass', color: 'white' }]);
});

test('game information is written and parsed', () => {
  const record: GameRecord = {
    ...GO,
    handicap: 2,
    details: {
      title: 'The ear-reddening game',
      event: 'Castle games',
      round: '3 (final)',
      blackRank: '4d',
      whiteRank: '8d',
      blackTeam: 'Honinbo',
      whiteTeam: 'Inoue',
      timeLimit: '7200',
      overtime: '5x30 byo-yomi',
      opening: 'taisha',
      annotator: 'somebody',
      source: 'a book',
      user: 'me',
      copyright: 'none',
      summary: 'Two lines\nabout the game [1]',
      comment: 'It begins.\n\nSoon \\ late.',
    },
  };
  const text = made(record);
  assert.match(text, /HA\[2\].*GN\[The ear-reddening game\]EV\[Castle games\]RO\[3 \(final\)\]BR\[4d\]WR\[8d\]/);
  assert.match(text, /GC\[Two lines\nabout the game \[1\\\]\]C\[It begins\.\n\nSoon \\\\ late\.\]/);
  assert.deepEqual(one(text), record);
});

test("the mover's clock is written with the move, with the stones or periods of overtime", () => {
  const record = one('(;SZ[19]TM[600]OT[5x30 byo-yomi];B[aa]BL[599.5];W[bb]WL[30]OW[5];B[]BL[0]OB[1];W[])');
  assert.deepEqual(
    record.moves.map(({ clock }) => clock),
    [{ left: 599.5 }, { left: 30, overtime: 5 }, { left: 0, overtime: 1 }, undefined],
  );
  assert.match(made(record), /TM\[600\]OT\[5x30 byo-yomi\]/);
  assert.match(made(record), /;B\[aa\]BL\[599\.5\];W\[bb\]WL\[30\]OW\[5\];B\[\]BL\[0\]OB\[1\];W\[\]\)/);
  assert.deepEqual(one(made(record)), record);
});

test("an engine's analysis is written with the move, and its comment also as C", () => {
  const text =
    '(;SZ[9];B[aa]BL[3]CC[{"winrate":0.4,"comment":"a\\]\\\\nb","moves":[{"move":"C3"}\\]}]C[a\\]\nb];W[bb]CC[{]C[so])';
  const record = one(text);
  assert.deepEqual(
    record.moves.map(({ analysis }) => analysis),
    [{ winrate: 0.4, comment: 'a]\nb', moves: [{ move: 'C3' }] }, undefined],
  );
  assert.deepEqual(one(made(record)), record);
  assert.match(made(record), /;B\[aa\]BL\[3\]CC\[.*\]C\[a\\\]\nb\];W\[bb\]\)/s);
  assert.deepEqual(notesOn(text), ['only in the original text: CC, C']);
});

test('a clock that is negative or no number is not read', () => {
  const clockAfter = (properties: string) => one(`(;SZ[9];B[aa]${properties})`).moves[0]?.clock;
  assert.deepEqual(clockAfter('BL[ 12.3456 ]OB[x]'), { left: 12.346 });
  assert.deepEqual(clockAfter('BL[12]OB[2.5]'), { left: 12 });
  for (const properties of ['BL[-0.25]', 'BL[1:30]', 'BL[]', 'BL[3][4]', 'OB[3]', 'WL[30]'])
    assert.equal(clockAfter(properties), undefined);
  assert.deepEqual(notesOn('(;SZ[9];B[aa]BL[1:30]OB[3]WL[2])'), ['only in the original text: BL, OB, WL']);
});

/** The notes of the only game in a text. */
function notesOn(text: string): readonly string[] {
  const games = parseSgfFile(new TextEncoder().encode(text), 1);
  assert.ok(games.ok, games.ok ? '' : games.problem);
  const read = games.value[0]?.read ?? assert.fail();
  assert.ok(read.ok, read.ok ? '' : read.problem);
  return read.value.notes;
}

test('properties that a record cannot have are noted', () => {
  for (const [text, expected] of [
    ['(;FF[4]GM[1]CA[UTF-8]SZ[9]AP[a:1]KM[6.5]RU[AGA]GN[x]C[hello];B[aa];W[])', []],
    ['(;SZ[9]KM[]PB[ ]RE[];B[aa])', []],
    ['(;SZ[9];B[aa]C[a];W[bb]C[b]BL[3];B[cc])', ['only in the original text: C in 2 nodes, BL']],
    ['(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))', ['only in the original text: 3 variations']],
    ['(;SZ[9];B[aa](;W[bb])(;W[dd]))', ['only in the original text: 1 variation']],
    ['(;SZ[9]ST[2]PL[W]AB[cc]LB[cc:A][dd:B]TR[cc];W[aa]KO[])', ['only in the original text: ST, PL, LB, TR, KO']],
    ['(;SZ[9]XYZ[private]OM[3];B[aa])', ['only in the original text: XYZ, OM']],
    ['(;SZ[9]PB[one][two]EV[a];B[aa]EV[b])', ['only in the original text: PB, EV']],
    ['(;SZ[9]HA[two];B[aa])', ['only in the original text: HA']],
    [`(;SZ[9]EV[${'x'.repeat(1_001)}];B[aa])`, ['only in the original text: EV']],
    [`(;SZ[9]C[${'x'.repeat(10_001)}];B[aa])`, ['only in the original text: C']],
    ['(;SZ[9]KM[6,5];B[aa])', ['KM[6,5] is read as 6.5']],
    ['(;ff[4]sz[9];b[aa];w[bb])', ['names in lower case are read as upper case: ff, sz, b, w']],
  ] as const)
    assert.deepEqual(notesOn(text), expected, text);
  const many = Array.from(
    { length: 26 * 26 },
    (_, index) => `X${String.fromCharCode(65 + (index % 26))}${String.fromCharCode(65 + Math.floor(index / 26))}[]`,
  );
  assert.match(notesOn(`(;SZ[9];B[aa]${many.join('')})`)[0] ?? '', /, 636 other properties$/);
});

test('names in lower case and a decimal comma are read', () => {
  const record = one('(;gm[1]sz[9]km[6,5]pb[Alice];b[aa];w[bb])');
  assert.deepEqual([record.size.width, record.komi, record.black, record.moves.length], [9, 6.5, 'Alice', 2]);
});

test('each game of a file has its bytes, and a malformed game does not affect the others', () => {
  const pieces = [
    'mail header\n(;SZ[9]PB[one];B[aa])\n\n',
    '(;SZ[9];7)\n',
    '(;GM[1]SZ[9];B[bb]\n',
    '(;GM[1]SZ[9];B[cc])\n',
  ];
  const bytes = new TextEncoder().encode(pieces.join(''));
  const games = parseSgfFile(bytes, 9);
  assert.ok(games.ok);
  assert.deepEqual(
    games.value.map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end))),
    pieces,
  );
  assert.deepEqual(
    games.value.map(({ read }) => (read.ok ? 'read' : read.problem)),
    [
      'read',
      'game 2, line 4: "7" is out of place, or a value does not end',
      'game 3: the next game begins before this one ends',
      'read',
    ],
  );
});

test('tt is a point on boards that have this point', () => {
  const board = square(21);
  assert.deepEqual(one('(;SZ[21];B[tt])').moves, [{ kind: 'play', color: 'black', point: at(19, 19, board) }]);
  assert.equal(wrong('(;SZ[20:19];B[tu])'), 'game 1, node 2, line 1: [tu] is not a point on a board of 20x19');
  assert.deepEqual(one('(;SZ[9];B[tt])').moves, [{ kind: 'pass', color: 'black' }]);
});

test('problems name the game, the node and the line', () => {
  for (const [text, expected] of [
    ['', 'there is no game: nothing begins with "(;"'],
    ['just words', 'there is no game: nothing begins with "(;"'],
    ['(;SZ[9];B[aa]', 'game 1: the text ends before the end of the game'],
    ['(;SZ[9];B[aa', 'game 1: the text ends before the end of the game'],
    ['(;SZ[9])\n\n(;SZ[9]\n;B[aa]\n;7)', 'game 2, line 5: "7" is out of place, or a value does not end'],
    ['(;[aa])', 'game 1, line 1: a value belongs to no property'],
    ['(;SZ[9])(;GM[2])', 'game 2, node 1, line 1: GM[2] is neither Go nor Gomoku'],
    ['(;GM[4];B[hh])', 'game 1, node 1, line 1: SZ[] is not a size from 1 to 52'],
    ['(;SZ[53])', 'game 1, node 1, line 1: SZ[53] is not a size from 1 to 52'],
    ['(;SZ[0])', 'game 1, node 1, line 1: SZ[0] is not a size from 1 to 52'],
    ['(;SZ[9x9])', 'game 1, node 1, line 1: SZ[9x9] is not a size from 1 to 52'],
    ['(;KM[six])', 'game 1, node 1, line 1: KM[six] is not a number'],
    ['(;SZ[9]\n;B[aa]\n;W[jj])', 'game 1, node 3, line 3: [jj] is not a point on a board of 9x9'],
    ['(;SZ[9];B[a1])', 'game 1, node 2, line 1: [a1] is not a point on a board of 9x9'],
    ['(;SZ[9];B[abc])', 'game 1, node 2, line 1: [abc] is not a point on a board of 9x9'],
    ['(;SZ[9]AB[aa:bb:cc])', 'game 1, node 1, line 1: [aa:bb:cc] is not a point on a board of 9x9'],
    ['(;SZ[9]AB[])', 'game 1, node 1, line 1: [] is not a point on a board of 9x9'],
    ['(;SZ[9];B[aa][bb])', 'game 1, node 2, line 1: more than one move'],
    ['(;SZ[9];B[aa]W[bb])', 'game 1, node 2, line 1: more than one move'],
    ['(;SZ[9];B[aa];AW[bb])', 'game 1, node 3, line 1: stones are set up after the first move'],
  ] as const) {
    assert.equal(wrong(text), expected, text);
  }
  assert.match(wrong(`(;C[${'a'.repeat(3_000_000)}])`), /^game 1: longer than 3000000 characters/);
});

test('a file that sets up the whole board again and again is soon refused', () => {
  const naming = (times: number) => parseSgf(`(;SZ[52]AB${'[aa:ZZ]'.repeat(times)})`);
  assert.ok(naming(16).ok);
  assert.deepEqual(naming(20_000), {
    ok: false,
    problem: 'game 1, node 1, line 1: stones are set up too often',
  });
});

test('the territory of marked games is TB and TW of the last node, also as rectangles; invalid points are not read', () => {
  const territory = { black: [at(0, 0), at(1, 0)], white: [at(18, 18)] };
  const text = GO_TEXT.replace('W[])', 'W[]\nTB[aa][ba]TW[ss])');
  assert.equal(made({ ...GO, territory }), text);
  assert.deepEqual(one(text), { ...GO, territory });
  assert.deepEqual(one(text.replace('[aa][ba]', '[aa:ba]')), { ...GO, territory });
  const notesOf = (sgf: string): unknown => {
    const games = parseSgfFile(new TextEncoder().encode(sgf), 1);
    assert.ok(games.ok && games.value[0]!.read.ok);
    return [games.value[0]!.read.value.record.territory, games.value[0]!.read.value.notes.join()];
  };
  assert.deepEqual(notesOf(text.replace('TW[ss]', 'TW[zz]')), [
    { black: territory.black, white: [] },
    'only in the original text: TW',
  ]);
  assert.deepEqual(notesOf(text.replace(/TB.*\]/, '').replace('B[qp]', 'B[qp]TB[aa]')), [
    undefined,
    'only in the original text: TB',
  ]);
});
