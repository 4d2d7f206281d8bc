import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Tengen } from '../test/e2e/serve/server-process.ts';
import { ATTACKS } from './load-test/attacks.ts';
import { ClientPair } from './load-test/client-pair.ts';
import { attackerCommand, raisePriority } from './load-test/process-priority.ts';

// What a game between two well-behaved clients notices of what others do to the server: see docs/limits.md.
// Fails where the game does not go on, or the server does not live; how long moves take is printed and never judged.
// npm run load -- [--attack NAME]... [--connections 15000] [--seconds 3] [--rounds 3] [--pause MILLISECONDS]
//                 [--durability disk|os|none] [--from here|elsewhere] [--quick]

const { values } = parseArgs({
  options: {
    attack: { type: 'string', multiple: true },
    connections: { type: 'string', default: '15000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    pause: { type: 'string', default: '5' },
    durability: { type: 'string', default: 'disk' },
    from: { type: 'string', default: 'here' },
    quick: { type: 'boolean', default: false },
  },
});

const QUICK = ['idle', 'connects', 'nonsense by 20', 'chat to nobody by 20', 'never reading by 1000'];

/** Open files of a server at which there is nobody but the pair, and the share of a core that it takes at most. */
const FEW = 100;
const CALM = 0.3;

const names = values.attack ?? (values.quick ? QUICK : Object.keys(ATTACKS));
const rounds = values.quick ? 1 : Number(values.rounds);
const connections = values.quick ? '2000' : values.connections;
const milliseconds = values.quick ? 1_000 : Number(values.seconds) * 1000;
const pause = Number(values.pause);
const addresses =
  values.from === 'here' ? ['127.0.0.1'] : Array.from({ length: 20 }, (_, index) => `127.0.0.${index + 2}`);
const unknown = names.find((name) => !(name in ATTACKS));
if (unknown !== undefined) {
  console.error(`there is no attack "${unknown}"; there are ${Object.keys(ATTACKS).join(', ')}`);
  process.exit(2);
}

interface Round {
  readonly quiet: readonly number[];
  readonly attacked: readonly number[];
  /** Of the server, in MiB. */
  readonly memory: number;
  /** Of one core, which the server had during the attack. */
  readonly work: number;
  readonly report: { readonly open: number; readonly connected: number; readonly lost: number };
}

const { command, args, canIdle } = attackerCommand();
const isPrompt = raisePriority();

const folder = mkdtempSync(join(tmpdir(), 'tengen-load-'));
const tengen = new Tengen(
  ...['serve', '--port', '0', '--log-level', 'error', '--durability', values.durability],
  ...['--data', join(folder, 'load.db')],
);
// Whatever fails, every process ends.
process.once('exit', () => tengen.child.kill('SIGKILL'));
const [port = 0] = await tengen.ports();
const pair = await ClientPair.start(port);
// The server's code is compiled while it runs: what is not measured is played first.
await pair.play(1_500, 0);

console.log(`durability ${values.durability}, attacks from ${values.from}, a move every ${pause} ms`);
console.log(
  `attackers ${canIdle ? 'of the idle class' : 'at nice 19'}, the pair ${isPrompt ? 'prompt' : 'like the server'}\n`,
);
console.log('| attack | connections | quiet p50 | p99 | attacked p50 | p99 | p99 ratio | server | memory | moves |');
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
for (const name of names) {
  const told: Round[] = [];
  for (let round = 0; round < rounds; round++) told.push(await attacked(name));
  console.log(row(name, told));
}
pair.close();
const code = await tengen.end('SIGTERM');
if (code !== 0) throw new Error(`the server ended with ${code}: ${tengen.stderr}`);
rmSync(folder, { recursive: true });

/** The pair in peace, and then with the attack. */
async function attacked(name: string): Promise<Round> {
  const quiet = await pair.play(milliseconds, pause);
  const attacker = spawn(command, [...args, String(port), connections, addresses.join(','), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const orphan = (): void => void attacker.kill('SIGKILL');
  process.once('exit', orphan);
  let said = '';
  attacker.stdout.on('data', (text) => {
    said += text;
  });
  await inFullSwing(attacker, name, () => said.includes('ready'));
  const [since, worked] = [performance.now(), cpuOf(tengen.child)];
  const during = await pair.play(milliseconds, pause);
  const work = (cpuOf(tengen.child) - worked) / (performance.now() - since);
  const memory = memoryOf(tengen.child);
  attacker.kill('SIGTERM');
  await once(attacker, 'close');
  process.off('exit', orphan);
  // The server has read that all clients are gone before the next begins.
  const patience = Date.now() + 60_000;
  let calm = false;
  while (!calm && Date.now() < patience) {
    const [start, before] = [performance.now(), cpuOf(tengen.child)];
    await pair.play(500, pause);
    const share = (cpuOf(tengen.child) - before) / (performance.now() - start);
    calm = filesOf(tengen.child) <= FEW && share < CALM;
  }
  const report = JSON.parse(said.split('\n').at(-2) ?? '{}');
  if (name === 'idle' && report.open < Number(connections)) {
    throw new Error(`of ${connections} connections there are ${report.open}`);
  }
  return { quiet, attacked: during, memory, work, report };
}

async function inFullSwing(attacker: ChildProcess, name: string, isReady: () => boolean): Promise<void> {
  const patience = Date.now() + 180_000;
  while (!isReady()) {
    if (attacker.exitCode !== null || Date.now() > patience) throw new Error(`${name}: the attack did not begin`);
    await pair.play(100, pause);
  }
}

function filesOf({ pid }: ChildProcess): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Milliseconds that a process has had of the cores. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // In hundredths of a second: for itself, and for what it asks of the system.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function row(name: string, told: readonly Round[]): string {
  const middle = (of: (round: Round) => number): number => quantile(told.map(of), 0.5);
  const p = (of: (round: Round) => readonly number[], share: number): number =>
    middle((round) => quantile(of(round), share));
  const [quiet, attacked] = [(round: Round) => round.quiet, (round: Round) => round.attacked];
  const ratio = p(attacked, 0.99) / p(quiet, 0.99);
  const times = [p(quiet, 0.5), p(quiet, 0.99), p(attacked, 0.5), p(attacked, 0.99)].map(
    (time) => `${time.toFixed(2)} ms`,
  );
  const { report } = told.at(-1)!;
  const memory = `${Math.round(Math.max(...told.map((round) => round.memory)))} MiB`;
  const work = `${Math.round(middle((round) => round.work) * 100)} %`;
  const moves = told.reduce((sum, round) => sum + round.attacked.length, 0);
  return `| ${[name, report.connected, ...times, ratio.toFixed(1), work, memory, moves].join(' | ')} |`;
}

function quantile(of: readonly number[], share: number): number {
  const sorted = [...of].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
