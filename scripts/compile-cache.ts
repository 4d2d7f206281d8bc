import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// `npm test` loads this before each test file: compiled source is shared, which saves about a fifth of the processor time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/tengen-tests', import.meta.url)));
