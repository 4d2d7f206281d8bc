import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const checkout = fileURLToPath(new URL('.', import.meta.url));

/** The command and its threads, each by the name of its file: they find each other in one folder. */
const entries = [`${checkout}src/cli/main.ts`, ...globSync(`${checkout}src/**/*-worker.ts`)];

/** Commander runs programs as subcommands, for which it loads what runs them. There are none here, and each start would wait. */
const withoutPrograms: Plugin = {
  name: 'without-programs',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'node:child_process' && importer?.includes('node_modules/commander/') ? NOTHING : undefined,
  load: (id) => (id === NOTHING ? 'export default {};' : undefined),
};

const NOTHING = '\0nothing';

/** Puts the conformance clauses, which are text files, into the modules that read them. */
const withClauses: Plugin = {
  name: 'with-clauses',
  enforce: 'pre',
  transform: (code, id) =>
    code.replaceAll(/readClauses\(new URL\('(.+?)', import\.meta\.url\)\)/g, (_all, file: string) =>
      JSON.stringify(readFileSync(join(dirname(id), file), 'utf8')),
    ),
};

/**
 * The command as it is published, its libraries inside: to look hundreds of files up takes several times as long as to run them.
 * What is loaded late stays a file of its own.
 */
export default defineConfig({
  root: checkout,
  plugins: [withoutPrograms, withClauses],
  // Loaded by few, and neither is made to be moved.
  ssr: { noExternal: true, external: ['pg', 'prom-client'] },
  build: {
    ssr: true,
    outDir: `${checkout}dist/cli`,
    emptyOutDir: true,
    target: 'node24',
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), path])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Less to read at each start. Names stay, for whoever reads a stack.
        minify: { compress: false, mangle: false },
      },
    },
  },
});
