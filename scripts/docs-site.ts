import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePages } from './docs-site/write-pages.ts';

// Builds the documentation as a web site with search, in docs-site/dist. Any web server can serve this folder.
// npm run docs [-- --base /PATH/]    the path of the site on its web server; default /

const root = fileURLToPath(new URL('../', import.meta.url));
const site = join(root, 'docs-site');
const sidebar = writePages(root, join(site, 'pages'));
writeFileSync(join(site, '.vitepress/sidebar.json'), JSON.stringify(sidebar, undefined, 2));
const npm = (...args: readonly string[]): void => {
  execFileSync('npm', args, { cwd: site, stdio: 'inherit', shell: process.platform === 'win32' });
};
if (!existsSync(join(site, 'node_modules/vitepress'))) npm('ci', '--no-audit', '--no-fund', '--silent');
npm('run', '--silent', 'build', '--', ...process.argv.slice(2));
