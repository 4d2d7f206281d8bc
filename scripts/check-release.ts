import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PackedPackage, releaseProblems } from './release/release-problems.ts';

// Checks that this commit can be released: version, tag, changelog, contents and sizes of the packages. Publishes nothing.
// npm run release        exit code 1 and one line for each problem, or 0 and the commands that publish

const root = fileURLToPath(new URL('../', import.meta.url));
const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const MEGABYTE = 1_000_000;

/** The package of a folder, which has been built. */
function pack(folder: string, limit: number, needed: readonly string[]): PackedPackage {
  const [packed] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts', folder));
  const files = packed.files.map(({ path }: { path: string }) => path);
  return { name: packed.name, version: packed.version, size: packed.size, limit, files, needed };
}

run('npm', 'run', '--silent', 'build');
const { version, repository } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const tag = spawnSync('git', ['describe', '--exact-match', '--tags'], { cwd: root, encoding: 'utf8' }).stdout.trim();
const packages = [
  pack('.', 2 * MEGABYTE, [
    'dist/cli/main.js',
    'dist/page/index.html',
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    'deploy/tengen.service',
    'deploy/tengen-backup.service',
    'deploy/tengen-backup.timer',
  ]),
  pack('./dist-library', 200 * 1024, ['package.json', 'LICENSE', 'LICENSES.md', 'README.md']),
];
for (const { name, size, files } of packages) console.log(`${name}: ${files.length} files, ${size} bytes`);
const problems = releaseProblems({
  version,
  tag: tag === '' ? undefined : tag,
  isDirty: run('git', 'status', '--porcelain', '--untracked-files=no') !== '',
  changelog: readFileSync(`${root}CHANGELOG.md`, 'utf8'),
  repository,
  packages,
});
for (const problem of problems) console.error(`release: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
else console.log(`ready: npm publish, npm publish ./dist-library, git push origin v${version}`);
