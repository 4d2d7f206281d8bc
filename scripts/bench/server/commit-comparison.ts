import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CROWDS, compete, cost, p99, rate, ratio } from './compete.ts';
import { startTengen } from './contestant.ts';
import { MEASURED } from './measured-protocol-list.ts';

const DURABILITIES = ['none', 'disk'] as const;

/** Races this checkout against a commit, and prints each ratio as new divided by old: the median and the middle half of the rounds. */
export async function compareWithCommit(commit: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-against-'));
  const old = join(folder, 'old');
  execFileSync('git', ['worktree', 'add', '--detach', old, commit], { stdio: 'ignore' });
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], {
      cwd: old,
      stdio: 'ignore',
    });
    console.log(`new divided by old (${commit})`);
    for (const protocol of MEASURED) {
      for (const connections of CROWDS) await raceOne(protocol, connections, folder, join(old, 'src/cli/main.ts'));
    }
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', old]);
    rmSync(folder, { recursive: true });
  }
}

async function raceOne(protocol: string, connections: number, folder: string, oldMain: string): Promise<void> {
  for (const durability of DURABILITIES) {
    const contestants = {
      old: await startTengen(protocol, durability, folder, `old-${protocol}-${connections}-${durability}.db`, oldMain),
      new: await startTengen(protocol, durability, folder, `new-${protocol}-${connections}-${durability}.db`),
    };
    const turns = await compete(protocol, connections, contestants);
    for (const contestant of Object.values(contestants)) await contestant.end();
    const figures = { 'processor time': cost, 'moves a second': rate, p99 };
    const words = Object.entries(figures).map(([what, of]) => {
      const { median, low, high } = ratio(turns['new']!, turns['old']!, of);
      return `${what} ${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    });
    console.log(`${protocol}, ${connections} connections, durability ${durability}: ${words.join('; ')}`);
  }
}
