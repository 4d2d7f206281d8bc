import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { type Module, modules } from '../../support/structure/modules.ts';
import { protocolNamesIn } from '../../support/structure/protocol-names.ts';

/** The layers, the lowest first. A file may import files of its own layer and of lower ones. */
const LADDER = [
  'result.ts',
  'clock.ts',
  'lazy-crypto.ts',
  'worker-link.ts',
  'thread-priority.ts',
  'sanitize-text.ts',
  'small-file.ts',
  'toml.ts',
  'csv.ts',
  'rate-limiter.ts',
  'concurrency-limit.ts',
  'rules',
  'lobby',
  'engines',
  'protocols',
  'journal',
  'database',
  'archive',
  'accounts',
  'nodes',
  'server',
  'client',
  'bot',
  'terminal',
  'check',
  'tap',
  'cli',
];
/** Floors that may know nothing of sockets, files, clocks and chance. */
const PURE = new Set(['result.ts', 'sanitize-text.ts', 'rules', 'lobby', 'protocols']);
/** Node cannot import a text file. The conformance clauses are text files. */
const READS_TEXT_FILES = 'src/protocols/conformance/read-clauses.ts';
/** All protocols have the same parts, such as `module.ts`: CONTRIBUTING.md, "Add a protocol". */
const PROTOCOL_FOLDER = new RegExp(`^src/protocols/(?:${PROTOCOLS.map(({ name }) => name).join('|')})/`);
/** Base names that stand for the same thing in several folders, with the reason. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  main: 'where a program begins: the command, and the page',
};
const LONGEST_FILE = 400;
/** One file a language, however much the page has to say. */
const LANGUAGE = /^src\/web\/texts\/(?:en|nl|fr|ja)\.ts$/;
/** All that the page says, in one file a language, however much that is. */
const TEXTS = /^src\/web\/texts\/[a-z]{2}\.ts$/;

const all = modules();
const source = all.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'));
/** The page runs in browsers, and stands beside the ladder. */
const page = source.filter(({ path }) => path.startsWith('src/web/'));
const onLadder = source.filter((each) => !page.includes(each));
const floorOf = (path: string): string => path.split('/')[1] ?? '';
const rank = (path: string): number => LADDER.indexOf(floorOf(path));

describe('the structure of the source', () => {
  test('every file stands on a floor of the ladder', () => {
    assert.deepEqual(
      onLadder.filter(({ path }) => rank(path) === -1).map(({ path }) => path),
      [],
    );
  });

  test('imports never climb', () => {
    const climbing = onLadder.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && rank(file) > rank(path))
        .map(({ file }) => `${path} -> ${file}`),
    );
    assert.deepEqual(climbing, []);
  });

  test('the page imports the rules, the levels, the score estimate, and no more than types of what it says to the server', () => {
    const allowed = (file: string, typeOnly: boolean): boolean =>
      /^src\/(?:web|rules)\/|^src\/result\.ts$|^src\/engines\/(?:level|go\/estimate-score)\.ts$/.test(file) ||
      (typeOnly && file.startsWith('src/protocols/api/'));
    const foreign = page.flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier, file, typeOnly }) =>
          file === undefined ? !/^(?:preact|@preact)\b/.test(specifier) : !allowed(file, typeOnly),
        )
        .map(({ specifier }) => `${path} -> ${specifier}`),
    );
    assert.deepEqual(foreign, []);
  });

  test('nothing of the server imports the page', () => {
    const importing = onLadder.flatMap(({ path, imports }) =>
      imports.filter(({ file }) => file?.startsWith('src/web/')).map(({ file }) => `${path} -> ${file}`),
    );
    assert.deepEqual(importing, []);
  });

  test('a protocol imports no other', () => {
    const folderOf = (path: string | undefined): string | undefined => {
      const folder = path?.match(/^src\/protocols\/[^/]+(?=\/)/)?.[0];
      return all.some((each) => each.path === `${folder}/module.ts`) ? folder : undefined;
    };
    const foreign = source.flatMap(({ path, imports }) => {
      const own = folderOf(path);
      return imports
        .filter(({ file }) => own !== undefined && ![own, undefined].includes(folderOf(file)))
        .map(({ file }) => `${path} -> ${file}`);
    });
    assert.deepEqual(foreign, []);
  });

  test('nothing outside a protocol’s folder and the list has its name', () => {
    const names = new Set(PROTOCOLS.map(({ name }) => name));
    const isOwn = (path: string): boolean =>
      path === 'src/protocols/protocol-list.ts' || [...names].some((name) => path.startsWith(`src/protocols/${name}/`));
    // A protocol may be a language of engine processes, too: then the word alone does not mean the protocol.
    const isEnginesLanguage = (name: string): boolean =>
      all.some(({ path }) => path.startsWith(`src/engines/${name}/`));
    const unshared = new Set([...names].filter((name) => !isEnginesLanguage(name)));
    const shared = [...names].filter(isEnginesLanguage).map((name) => new RegExp(`protocols/${name}/|${name}://`));
    const naming = all
      .filter(({ path }) => /^(?:src|scripts)\//.test(path) && !path.endsWith('.test.ts') && !isOwn(path))
      .flatMap(({ path, text }) => [
        ...protocolNamesIn(text, unshared).map((place) => `${path}:${place}`),
        ...shared.filter((name) => name.test(text)).map((name) => `${path}: ${name}`),
      ]);
    assert.deepEqual(naming, []);
  });

  test('a name is found in strings, templates, paths and identifiers, not in comments and other words', () => {
    const found = (text: string): number => protocolNamesIn(text, new Set(['nu6', 'web'])).length;
    const with1 = [
      "import './nu6/x.ts';",
      'const nu6Client = 1;',
      "x === 'nu6'",
      ['`', '${', 'a}nu6`'].join(''),
      ['`', '${', '`', '${', '1}`}web`'].join(''),
      "'web'",
    ];
    assert.deepEqual(with1.map(found), [1, 1, 1, 1, 1, 1]);
    const without = [
      '// nu6',
      '/* web */',
      "new WebSocket('/x')",
      ['`', '${', 'a /* nu6 */}`'].join(''),
      "'src/web/main.tsx'",
      "'cobweb'",
    ];
    assert.deepEqual(without.map(found), [0, 0, 0, 0, 0, 0]);
  });

  test('the pure floors import no module of Node and read no clock', () => {
    const pure = source.filter(({ path }) => PURE.has(floorOf(path)) && path !== READS_TEXT_FILES);
    const impure = pure.flatMap(({ path, imports, text }) => [
      ...imports
        .filter(({ specifier }) => specifier.startsWith('node:'))
        .map(({ specifier }) => `${path} -> ${specifier}`),
      ...[
        ...text.matchAll(
          /\b(?:Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|setImmediate|performance\.now)\b/g,
        ),
      ].map(([call]) => `${path}: ${call}`),
    ]);
    assert.deepEqual(impure, []);
  });

  test('only the clock and its users at the edge know what time it is', () => {
    const knowing = source.filter(({ text }) => /\bDate\.now\b|\bnew Date\(\)/.test(text)).map(({ path }) => path);
    assert.deepEqual(knowing, ['src/clock.ts']);
  });

  test('imports make no circle', () => {
    assert.deepEqual(circles(source), []);
  });

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    const long = all
      .filter(({ path, text }) => !LANGUAGE.test(path) && text.split('\n').length - 1 > LONGEST_FILE)
      .map(({ path }) => path);
    assert.deepEqual(
      long.filter((path) => !TEXTS.test(path)),
      [],
    );
  });

  test('no two files of different folders share a base name', () => {
    const places = new Map<string, Set<string>>();
    for (const { path } of source) {
      const base = path.replace(/^.*\/|\.tsx?$/g, '');
      places.set(base, (places.get(base) ?? new Set()).add(path.replace(PROTOCOL_FOLDER, 'src/protocols/NAME/')));
    }
    const shared = [...places].filter(([base, paths]) => paths.size > 1 && !(base in SHARED_NAMES));
    assert.deepEqual(
      shared.map(([base, paths]) => `${base}: ${[...paths].join(', ')}`),
      [],
    );
    for (const base of Object.keys(SHARED_NAMES))
      assert((places.get(base)?.size ?? 0) > 1, `${base} is shared no more`);
  });

  test('every source file that ARCHITECTURE.md names exists', () => {
    const text = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');
    const named = [...text.matchAll(/`([a-z-]+\/[a-z/-]+\.tsx?)`/g)].map(([, path = '']) =>
      path.replace(/^(?!src\/)/, 'src/'),
    );
    const paths = new Set(source.map(({ path }) => path));
    assert(named.length > 10);
    assert.deepEqual(
      named.filter((path) => !paths.has(path)),
      [],
    );
  });

  test('everything exported is imported somewhere', () => {
    const used = new Set(
      all.flatMap(({ imports }) => imports.flatMap(({ file, names }) => names.map((name) => `${file} ${name}`))),
    );
    const dead = all.flatMap(({ path, exports }) =>
      exports.filter((name) => !used.has(`${path} ${name}`)).map((name) => `${path}: ${name}`),
    );
    assert.deepEqual(dead, []);
  });

  test('every file is reached', () => {
    const reached = new Set(all.flatMap(({ imports }) => imports.map(({ file }) => file)));
    const roots =
      /\.(?:test|browser|program|slow)\.ts$|^src\/cli\/main\.ts$|^src\/web\/(?:main|board\/board-test-page)\.tsx$|^src\/protocols\/\w+\/library\.ts$|-worker\.ts$|^scripts\/|\.d\.ts$/;
    assert.deepEqual(
      all.filter(({ path }) => !roots.test(path) && !reached.has(path)).map(({ path }) => path),
      [],
    );
  });
});

/** A player has a seat in a game, and a seat of a game has a player: these two types cannot be declared one after the other. */
const PLAYER_AND_GAME = ['src/lobby/games/game.ts', 'src/lobby/players/player.ts'];

/** Each circle once, as the row of files that closes it, imports of types included. */
function circles(all: readonly Module[]): string[] {
  const byPath = new Map(all.map((each) => [each.path, each]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    else if (!done.has(path)) {
      for (const { file } of byPath.get(path)?.imports ?? []) {
        const isException = file !== undefined && PLAYER_AND_GAME.includes(path) && PLAYER_AND_GAME.includes(file);
        if (file !== undefined && !isException) visit(file, [...trail, path]);
      }
      done.add(path);
    }
  };
  for (const { path } of all) visit(path, []);
  return found;
}
