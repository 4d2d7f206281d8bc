import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Import {
  readonly specifier: string;
  /** The imported file of this project, relative to the root of the checkout. Undefined for a package. */
  readonly file: string | undefined;
  readonly names: readonly string[];
  readonly typeOnly: boolean;
}

export interface Module {
  /** The path relative to the root of the checkout. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Every TypeScript file of the project, read as text: formatted code makes its imports easy to find. */
export function modules(): Module[] {
  const files = globSync(['src/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}', 'scripts/**/*.ts'], { cwd: root }).sort();
  return files.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, imports: importsOf(path, text), exports: exportsOf(text) };
  });
}

function importsOf(path: string, text: string): Import[] {
  const statements = [
    ...text.matchAll(/^import (type )?(?:(\*) as \w+|(\w+)(?:, )?)?(?:\{([^}]*)\})? ?(?:from )?'([^']+)';/gm),
    ...text.matchAll(/^export (type )?(?:(\*)()|\{([^}]*)\}) from '([^']+)';/gm),
  ];
  const found = statements.map(([, type, star, byDefault, list, specifier = '']) => {
    const inner = (list ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const names = inner.map((name) => name.replace(/^type /, '').replace(/ as .*$/, ''));
    return {
      specifier,
      file: fileOf(path, specifier),
      names: [...names, ...(star ? ['*'] : []), ...(byDefault ? ['default'] : [])],
      typeOnly: type !== undefined || (inner.length > 0 && inner.every((name) => name.startsWith('type '))),
    };
  });
  const dynamic = [...text.matchAll(/(?:import\(|new URL\()'(\.[^']+\.tsx?)'/g)].map(([, specifier = '']) => ({
    specifier,
    file: fileOf(path, specifier),
    names: [
      ...[...text.matchAll(/\{ ([\w, ]+) \} = await import\(/g)].flatMap(([, names = '']) => names.split(', ')),
      ...[...text.matchAll(/\(await import\('[^']+'\)\)\.(\w+)/g)].map(([, name = '']) => name),
    ],
    typeOnly: false,
  }));
  return [...found, ...dynamic];
}

const fileOf = (path: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined;

/** The exported names. A type that another declaration of the file uses is part of its interface, and is left out. */
const exportsOf = (text: string): string[] =>
  [...text.matchAll(/^export (?:abstract |async )*(const|let|function\*?|class|type|interface) (\w+)/gm)]
    .filter(([, kind = '', name = '']) => !/^(?:type|interface)$/.test(kind) || timesIn(text, name) === 1)
    .map(([, , name = '']) => name);

const timesIn = (text: string, name: string): number => text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
