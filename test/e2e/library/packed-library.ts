import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../../dist-library', import.meta.url));

export interface Installed {
  /** The folder in which the package was installed. */
  readonly folder: string;
  /** Bytes of the packed file. */
  readonly size: number;
}

/** Packs the library and installs the packed file in a new folder, without the network. */
export function installLibrary(context: { after(clean: () => void): void }): Installed {
  if (!existsSync(join(built, 'package.json'))) throw new Error('the library is not built: npm run build:library');
  const folder = mkdtempSync(join(tmpdir(), 'tengen-library-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const run = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('npm', [...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const [packed] = JSON.parse(run(built, 'pack', '--json', '--pack-destination', folder));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bots', private: true }));
  run(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`);
  return { folder, size: packed.size };
}
