import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The page, as the server hands it out: no inline script, every asset's name its hash. */
export default defineConfig({
  root: fileURLToPath(new URL('src/web', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('dist/page', import.meta.url)),
    emptyOutDir: true,
    assetsDir: 'assets',
    // A data: URL would need words of its own in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    target: 'es2023',
    reportCompressedSize: false,
    // How long each plugin took is of no use to those who install.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
