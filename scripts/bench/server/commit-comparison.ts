import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECTION_COUNTS, compareServers, cost, p99, rate, ratio } from './compare-servers.ts';
import { MEASURED_PROTOCOLS } from './measured-protocol-list.ts';
import { startTengen } from './measured-server.ts';

const DURABILITIES = ['none', 'disk'] as const;

/** Compares this checkout with a commit. Prints each ratio (new divided by old) as its median and the middle half of the rounds. */
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
    for (const protocol of MEASURED_PROTOCOLS) {
      for (const connections of CONNECTION_COUNTS)
        await compareProtocol(protocol, connections, folder, join(old, 'src/cli/main.ts'));
    }
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', old]);
    rmSync(folder, { recursive: true });
  }
}

async function compareProtocol(protocol: string, connections: number, folder: string, oldMain: string): Promise<void> {
  for (const durability of DURABILITIES) {
    const servers = {
      old: await startTengen(protocol, durability, folder, `old-${protocol}-${connections}-${durability}.db`, oldMain),
      new: await startTengen(protocol, durability, folder, `new-${protocol}-${connections}-${durability}.db`),
    };
    const rounds = await compareServers(protocol, connections, servers);
    for (const server of Object.values(servers)) await server.end();
    const figures = { 'processor time': cost, 'moves a second': rate, p99 };
    const ratios = Object.entries(figures).map(([name, figure]) => {
      const { median, low, high } = ratio(rounds['new']!, rounds['old']!, figure);
      return `${name} ${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    });
    console.log(`${protocol}, ${connections} connections, durability ${durability}: ${ratios.join('; ')}`);
  }
}
