import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { type Module, modules } from '../../support/structure/modules.ts';
import { protocolNamesIn } from '../../support/structure/protocol-names.ts';

/** The layers, the lowest first. A file may import files of its own layer and of lower ones. */
const LAYERS = [
  'result.ts',
  'json-checks.ts',
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
/** Layers that may not use sockets, files, clocks or random numbers. */
const PURE = new Set(['result.ts', 'json-checks.ts', 'sanitize-text.ts', 'rules', 'lobby', 'protocols']);
/** Node cannot import a text file. The conformance clauses are text files. */
const READS_TEXT_FILES = 'src/protocols/conformance/read-clauses.ts';
/** The folders of protocols. All have files of the same names, such as `module.ts`: CONTRIBUTING.md, "Add a protocol". */
const PROTOCOL_FOLDER = new RegExp(`^src/protocols/(?:${PROTOCOLS.map(({ name }) => name).join('|')})/`);
/** Base names that several folders may have, with the reason. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  main: 'the entry file of a program: the command, and the page',
};
const MAX_LINES = 400;
/** The texts of the page, one file per language. These files may be longer. */
const PAGE_TEXTS = /^src\/web\/texts\/[a-z]{2}\.ts$/;

const files = modules();
const source = files.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'));
/** The page runs in browsers and belongs to no layer. */
const page = source.filter(({ path }) => path.startsWith('src/web/'));
const layered = source.filter((each) => !page.includes(each));
const layerOf = (path: string): string => path.split('/')[1] ?? '';
const layerIndex = (path: string): number => LAYERS.indexOf(layerOf(path));

describe('the structure of the source', () => {
  test('every file belongs to a layer', () => {
    assert.deepEqual(
      layered.filter(({ path }) => layerIndex(path) === -1).map(({ path }) => path),
      [],
    );
  });

  test('no file imports from a higher layer', () => {
    const upward = layered.flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== undefined && layerIndex(file) > layerIndex(path))
        .map(({ file }) => `${path} -> ${file}`),
    );
    assert.deepEqual(upward, []);
  });

  test('the page imports only rules, levels, the score estimate, and types of its messages', () => {
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

  test('the server does not import the page', () => {
    const importing = layered.flatMap(({ path, imports }) =>
      imports.filter(({ file }) => file?.startsWith('src/web/')).map(({ file }) => `${path} -> ${file}`),
    );
    assert.deepEqual(importing, []);
  });

  test('a protocol does not import another protocol', () => {
    const folderOf = (path: string | undefined): string | undefined => {
      const folder = path?.match(/^src\/protocols\/[^/]+(?=\/)/)?.[0];
      return files.some((each) => each.path === `${folder}/module.ts`) ? folder : undefined;
    };
    const foreign = source.flatMap(({ path, imports }) => {
      const own = folderOf(path);
      return imports
        .filter(({ file }) => own !== undefined && ![own, undefined].includes(folderOf(file)))
        .map(({ file }) => `${path} -> ${file}`);
    });
    assert.deepEqual(foreign, []);
  });

  test('only the folder of a protocol and the protocol list contain the name of the protocol', () => {
    const names = new Set(PROTOCOLS.map(({ name }) => name));
    const isOwn = (path: string): boolean =>
      path === 'src/protocols/protocol-list.ts' || [...names].some((name) => path.startsWith(`src/protocols/${name}/`));
    // A protocol may also be a language of engine processes. Then the name alone does not mean the protocol.
    const isEngineLanguage = (name: string): boolean =>
      files.some(({ path }) => path.startsWith(`src/engines/${name}/`));
    const unshared = new Set([...names].filter((name) => !isEngineLanguage(name)));
    const shared = [...names].filter(isEngineLanguage).map((name) => new RegExp(`protocols/${name}/|${name}://`));
    const naming = files
      .filter(({ path }) => /^(?:src|scripts)\//.test(path) && !path.endsWith('.test.ts') && !isOwn(path))
      .flatMap(({ path, text }) => [
        ...protocolNamesIn(text, unshared).map((place) => `${path}:${place}`),
        ...shared.filter((name) => name.test(text)).map((name) => `${path}: ${name}`),
      ]);
    assert.deepEqual(naming, []);
  });

  test('names of protocols are found in strings, templates, paths and identifiers, but not in comments or parts of words', () => {
    const count = (text: string): number => protocolNamesIn(text, new Set(['nu6', 'web'])).length;
    const withName = [
      "import './nu6/x.ts';",
      'const nu6Client = 1;',
      "x === 'nu6'",
      ['`', '${', 'a}nu6`'].join(''),
      ['`', '${', '`', '${', '1}`}web`'].join(''),
      "'web'",
    ];
    assert.deepEqual(withName.map(count), [1, 1, 1, 1, 1, 1]);
    const without = [
      '// nu6',
      '/* web */',
      "new WebSocket('/x')",
      ['`', '${', 'a /* nu6 */}`'].join(''),
      "'src/web/main.tsx'",
      "'cobweb'",
    ];
    assert.deepEqual(without.map(count), [0, 0, 0, 0, 0, 0]);
  });

  test('the pure layers import no module of Node and use no clock or random numbers', () => {
    const pure = source.filter(({ path }) => PURE.has(layerOf(path)) && path !== READS_TEXT_FILES);
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

  test('only src/clock.ts reads the time', () => {
    const readers = source.filter(({ text }) => /\bDate\.now\b|\bnew Date\(\)/.test(text)).map(({ path }) => path);
    assert.deepEqual(readers, ['src/clock.ts']);
  });

  test('there are no import cycles', () => {
    assert.deepEqual(cyclesIn(source), []);
  });

  test(`no file is longer than ${MAX_LINES} lines`, () => {
    const long = files
      .filter(({ path, text }) => !PAGE_TEXTS.test(path) && text.split('\n').length - 1 > MAX_LINES)
      .map(({ path }) => path);
    assert.deepEqual(long, []);
  });

  test('no two files in different folders have the same base name', () => {
    const pathsByName = new Map<string, Set<string>>();
    for (const { path } of source) {
      const base = path.replace(/^.*\/|\.tsx?$/g, '');
      pathsByName.set(
        base,
        (pathsByName.get(base) ?? new Set()).add(path.replace(PROTOCOL_FOLDER, 'src/protocols/NAME/')),
      );
    }
    const shared = [...pathsByName].filter(([base, paths]) => paths.size > 1 && !(base in SHARED_NAMES));
    assert.deepEqual(
      shared.map(([base, paths]) => `${base}: ${[...paths].join(', ')}`),
      [],
    );
    for (const base of Object.keys(SHARED_NAMES))
      assert((pathsByName.get(base)?.size ?? 0) > 1, `${base} is no longer a shared name`);
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

  test('every export is imported somewhere', () => {
    const used = new Set(
      files.flatMap(({ imports }) => imports.flatMap(({ file, names }) => names.map((name) => `${file} ${name}`))),
    );
    const unused = files.flatMap(({ path, exports }) =>
      exports.filter((name) => !used.has(`${path} ${name}`)).map((name) => `${path}: ${name}`),
    );
    assert.deepEqual(unused, []);
  });

  test('every file is imported or is the entry of a program, worker, library or test', () => {
    const imported = new Set(files.flatMap(({ imports }) => imports.map(({ file }) => file)));
    const entries =
      /\.(?:test|browser|program|slow)\.ts$|^src\/cli\/main\.ts$|^src\/web\/main\.tsx$|^test\/e2e\/browser\/board-page\.tsx$|^src\/protocols\/\w+\/library\.ts$|-worker\.ts$|^scripts\/|\.d\.ts$/;
    assert.deepEqual(
      files.filter(({ path }) => !entries.test(path) && !imported.has(path)).map(({ path }) => path),
      [],
    );
  });
});

/** Two files that may import each other: a player has a seat in a game, and a seat of a game has a player. */
const PLAYER_AND_GAME = ['src/lobby/games/game.ts', 'src/lobby/players/player.ts'];

/** Each import cycle once, as a list of files. Imports of types count, too. */
function cyclesIn(files: readonly Module[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
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
  for (const { path } of files) visit(path, []);
  return found;
}
