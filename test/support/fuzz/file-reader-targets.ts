import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readImport } from '../../../src/archive/import/sgf-import.ts';
import { makeJson, parseJson } from '../../../src/rules/records/json-record-codec.ts';
import { makeSgf } from '../../../src/rules/records/sgf-record-codec.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { parseListenUrl } from '../../../src/server/config/listener-config.ts';
import { SERVERS } from '../protocols/loaded-protocols.ts';
import { parseSgf } from '../rules/parse-sgf.ts';
import { isOneLine, readerTarget, textOf } from './reader-target.ts';

const SGF_PIECES = [
  ...[
    '(',
    ')',
    ';',
    '(;',
    'B[',
    'W[',
    'AB[',
    'AW[',
    'AE[',
    'SZ[',
    'GM[',
    'KM[',
    'RE[',
    'PB[',
    'PW[',
    'DT[',
    'AP[',
    'C[',
  ],
  ...[
    ']',
    '[',
    ':',
    'aa',
    'tt',
    'ss',
    'aa:cc',
    'ZZ',
    'aA',
    '\\',
    '\\]',
    '\n',
    '\r\n',
    ' ',
    '1',
    '4',
    '5',
    '19',
    '52',
    '9:5',
  ],
  ...['0', '6.5', 'B+R', 'W+3.5', 'Draw', 'Void', '?', 'B+', 'Black', ']B[aa];W[bb', 'RU['],
];
const SGF_SEEDS = [
  '(;FF[4]GM[1]CA[UTF-8]AP[a:1]SZ[5]KM[6.5]PB[x]PW[y\\]z]DT[2024-01-01]RE[B+3.5]AB[aa:bb];B[cc];W[])\n',
  '(;GM[4]SZ[15]RU[renju];B[hh](;W[gg];B[ff])(;W[ii]))',
  '(;GM[1]SZ[19:9];B[tt])(;SZ[3];W[aa];B[bb])',
];

export const sgf = readerTarget({
  name: 'sgf reader',
  mustSee: ['games', 'problem'],
  seeds: SGF_SEEDS,
  pieces: SGF_PIECES,
  run(bytes, report) {
    const text = textOf(bytes);
    const read = parseSgf(text);
    report(read.ok ? 'games' : 'problem');
    const imported = readImport(bytes);
    const problems = imported.ok ? imported.value.problems : [imported.problem];
    for (const problem of [...problems, ...(read.ok ? [] : [read.problem])]) assert(isOneLine(problem), problem);
    if (!read.ok) return;
    const made = makeSgf(read.value);
    assert(made.ok, made.ok ? '' : made.problem);
    const again = parseSgf(made.value);
    assert(again.ok, `made as ${made.value}`);
    assert.equal(makeSgf(again.value).ok, true);
    for (const [index, record] of again.value.entries()) {
      assert.deepEqual(record.moves, read.value[index]?.moves);
      assert.deepEqual(sorted(record.setup), sorted(read.value[index]?.setup));
    }
    const third = makeSgf(again.value);
    if (third.ok && third.value !== made.value) assert.fail(`made as ${made.value}, and then as ${third.value}`);
  },
});

const sorted = (setup: readonly object[] = []): string[] => setup.map((stone) => JSON.stringify(stone)).sort();

export const json = readerTarget({
  name: 'record reader',
  mustSee: ['record', 'problem'],
  seeds: [
    '{"format":"tengen-game","version":1,"game":"go","size":{"width":5,"height":5},"komi":6.5,"black":"a","setup":[{"color":"black","at":[0,1]}],"moves":[{"color":"black","at":[2,2]},{"color":"white","at":"pass"}],"result":{"kind":"draw"}}',
  ],
  pieces: ['{', '}', '[', ']', ',', '"at":', '[0,1]', '"pass"', '"color":"black"', '"size":', '1e400', '-0', '"komi":'],
  run(bytes, report) {
    const read = parseJson(textOf(bytes));
    report(read.ok ? 'record' : 'problem');
    if (!read.ok) {
      assert(isOneLine(read.problem), read.problem);
      return;
    }
    const again = parseJson(makeJson(read.value));
    assert(again.ok, 'not read again');
    assert.equal(makeJson(again.value), makeJson(read.value));
  },
});

let folder: string | undefined;

function configFile(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'tengen-fuzz-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return join(folder, 'config.toml');
}

export const config = readerTarget({
  name: 'config reader',
  mustSee: ['config', 'problem', 'listener', 'no listener'],
  seeds: [
    'port = 1920\nlisten = ["nu6://127.0.0.1:0", "daigo://[::1]:1?size=5"]\ngrace = 5\n[plain.daigo]\nsize = 9\n[bots]\na = "b c"\n',
    'remastered://0.0.0.0:7009?size=9&mode=local',
  ],
  pieces: [
    ...[
      'port',
      ' = ',
      '1',
      '-1',
      '"',
      '[',
      ']',
      '\n',
      '[plain.',
      'daigo',
      'nu6',
      '://',
      '127.0.0.1',
      ':',
      '?',
      '&',
      '=',
      '%00',
    ],
    ...[
      'size',
      'listen = ',
      '[bots]\n',
      'a = "b"\n',
      '"""',
      '#',
      '[[',
      '{',
      '}',
      '1e9',
      'inf',
      '1979-05-27',
      'true',
      '\\u0000',
    ],
  ],
  run(bytes, report) {
    const path = configFile();
    writeFileSync(path, bytes);
    const read = readConfig({}, path, SERVERS);
    report(read.ok ? 'config' : 'problem');
    if (!read.ok) assert(isOneLine(read.problem), read.problem);
    const url = parseListenUrl(textOf(bytes), SERVERS);
    report(url.ok ? 'listener' : 'no listener');
    if (!url.ok) assert(isOneLine(url.problem), url.problem);
  },
});
