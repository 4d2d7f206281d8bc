import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLinks } from './docs-site/markdown-links.ts';

// Makes the package `tengen-protocols` in dist-library, ready for `npm pack`.
// npm run build:library

const checkout = fileURLToPath(new URL('../', import.meta.url));
const built = join(checkout, 'dist-library');

/** The declarations that the entries import. The other declarations import zod, which users do not have. */
function reachable(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries);
  for (const file of found) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '(\..+?)\.ts'/g)) {
      found.add(`${join(dirname(file), path)}.d.ts`);
    }
  }
  return found;
}

const run = (command: string, ...args: readonly string[]): void =>
  void execFileSync(join(checkout, 'node_modules/.bin', command), args, { cwd: checkout, stdio: 'inherit' });

run('vite', 'build', '--logLevel', 'warn', '--config', 'vite.library.config.ts');
run('tsc', '-p', 'tsconfig.library.json');
const entries = globSync(join(built, 'types/protocols/*/library.d.ts')).sort();
const kept = reachable(entries);
for (const file of globSync(join(built, 'types/**/*.d.ts'))) if (!kept.has(file)) rmSync(file);
const { version, license } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const manifest = {
  name: 'tengen-protocols',
  version,
  description: 'Codecs and client sessions of Go and Gomoku protocols, without I/O.',
  license,
  type: 'module',
  exports: {
    ...Object.fromEntries(
      entries.map((path) => {
        const name = relative(join(built, 'types/protocols'), dirname(path));
        return [`./${name}`, { types: `./types/protocols/${name}/library.d.ts`, default: `./${name}.js` }];
      }),
    ),
    './package.json': './package.json',
  },
  sideEffects: false,
  engines: { node: '>=20' },
};
writeFileSync(join(built, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
// Links to other pages are removed, because those pages are not in the package.
const page = readFileSync(join(checkout, 'docs/library.md'), 'utf8');
const readme = withLinks(page, ({ target, heading }) => (target === '' ? `#${heading}` : undefined));
writeFileSync(join(built, 'README.md'), readme);
cpSync(join(checkout, 'LICENSE'), join(built, 'LICENSE'));
