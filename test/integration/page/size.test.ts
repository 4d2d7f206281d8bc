import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** The most compressed bytes that a browser may have to load before it shows a page. */
const FIRST_LOAD = 100 * 1024;

const LANGUAGES = /^assets\/(?:en|nl|fr|ja)-/;

/** The built files, by name. */
const files = new Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>();

before(async () => {
  const configFile = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url));
  const built = await build({ configFile, logLevel: 'silent', build: { write: false } });
  assert.ok('output' in built);
  for (const file of built.output) files.set(file.fileName, file);
});

describe('the built page', () => {
  test('loads few bytes before it first shows the lobby or a game', () => {
    const lobby = withImports(chunk(({ isEntry }) => isEntry));
    const game = withImports(chunk(({ name }) => name === 'game-page'));
    const language = Math.max(...[...files.keys()].filter((name) => LANGUAGES.test(name)).map(compressed));
    const sizeOf = (names: Iterable<string>): number =>
      [...new Set(['index.html', ...names])].reduce((sum, name) => sum + compressed(name), language);
    assert.ok(sizeOf(lobby) <= FIRST_LOAD, `the lobby takes ${sizeOf(lobby)} bytes`);
    assert.ok(sizeOf([...lobby, ...game]) <= FIRST_LOAD, `a game takes ${sizeOf([...lobby, ...game])} bytes`);
  });

  test('loads only one language', () => {
    const lobby = withImports(chunk(({ isEntry }) => isEntry));
    assert.deepEqual(
      [...lobby].filter((name) => LANGUAGES.test(name)),
      [],
    );
    assert.equal([...files.keys()].filter((name) => LANGUAGES.test(name)).length, 4);
  });

  test('has no inline script, style or event handler', () => {
    const html = text('index.html');
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:|data:/i);
  });

  test('has a hash in every file name, so that files can be cached for ever, and no source maps', () => {
    const names = [...files.keys()].filter((name) => name !== 'index.html');
    assert.deepEqual(
      names.filter((name) => !/^assets\/[\w-]+-[\w-]{8}\.(?:js|css|svg)$/.test(name)),
      [],
    );
    for (const name of names) assert.doesNotMatch(text(name), /sourceMappingURL/);
  });
});

function chunk(fits: (chunk: Rolldown.OutputChunk) => boolean): Rolldown.OutputChunk {
  const found = [...files.values()].find((file) => file.type === 'chunk' && fits(file));
  assert.ok(found?.type === 'chunk');
  return found;
}

/** The file names of a chunk, all chunks that it imports statically, and their style sheets. */
function withImports(start: Rolldown.OutputChunk): Set<string> {
  const names = new Set([start.fileName]);
  for (const name of names) {
    const file = files.get(name);
    if (file?.type !== 'chunk') continue;
    for (const imported of file.imports) names.add(imported);
    for (const style of file.viteMetadata?.importedCss ?? []) names.add(style);
  }
  return names;
}

const compressed = (name: string): number => gzipSync(text(name)).length;

function text(name: string): string {
  const file = files.get(name);
  assert.ok(file !== undefined, name);
  return file.type === 'chunk' ? file.code : String(file.source);
}
