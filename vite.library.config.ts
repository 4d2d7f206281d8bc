import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const checkout = fileURLToPath(new URL('.', import.meta.url));

const entries = globSync(`${checkout}src/protocols/*/library.ts`);

/**
 * The protocols as a library: one module for each, and what they share. zod is inside, so that the package has no dependency and
 * a browser can load a module from its file.
 */
export default defineConfig({
  root: checkout,
  publicDir: false,
  build: {
    outDir: `${checkout}dist-library`,
    emptyOutDir: true,
    target: 'es2023',
    minify: false,
    modulePreload: false,
    license: { fileName: 'LICENSES.md' },
    lib: { entry: Object.fromEntries(entries.map((path) => [basename(dirname(path)), path])), formats: ['es'] },
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' } },
  },
});
