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

// Measures the delay of moves in a game between two well-behaved clients while other clients attack the server: docs/limits.md.
// It fails if the game does not continue or the server exits. It prints the delays and does not judge them.
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

/** The most open files, and the largest share of a core, of a server whose only clients are the pair. */
const MAXIMUM_IDLE_FILES = 100;
const MAXIMUM_IDLE_LOAD = 0.3;

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
  /** The server's resident memory in MiB. */
  readonly memory: number;
  /** The share of one core that the server used during the attack. */
  readonly load: number;
  readonly report: { readonly open: number; readonly connected: number; readonly lost: number };
}

const { command, args, canIdle } = attackerCommand();
const hasRaisedPriority = raisePriority();

const folder = mkdtempSync(join(tmpdir(), 'tengen-load-'));
const tengen = new Tengen(
  ...['serve', '--port', '0', '--log-level', 'error', '--durability', values.durability],
  ...['--data', join(folder, 'load.db')],
);
process.once('exit', () => tengen.child.kill('SIGKILL'));
const [port = 0] = await tengen.ports();
const pair = await ClientPair.start(port);
// The first moves are not measured, because the server's code is compiled during them.
await pair.play(1_500, 0);

console.log(`durability ${values.durability}, attacks from ${values.from}, a move every ${pause} ms`);
console.log(
  `attackers: ${canIdle ? 'idle priority' : 'nice 19'}; the pair: ${hasRaisedPriority ? 'real-time priority' : 'normal priority'}\n`,
);
console.log('| attack | connections | quiet p50 | p99 | attacked p50 | p99 | p99 ratio | server | memory | moves |');
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
for (const name of names) {
  const results: Round[] = [];
  for (let round = 0; round < rounds; round++) results.push(await measureRound(name));
  console.log(row(name, results));
}
pair.close();
const code = await tengen.end('SIGTERM');
if (code !== 0) throw new Error(`the server exited with code ${code}: ${tengen.stderr}`);
rmSync(folder, { recursive: true });

/** Measures the pair without the attack, and then with it. */
async function measureRound(name: string): Promise<Round> {
  const quiet = await pair.play(milliseconds, pause);
  const attacker = spawn(command, [...args, String(port), connections, addresses.join(','), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killAttacker = (): void => void attacker.kill('SIGKILL');
  process.once('exit', killAttacker);
  let output = '';
  attacker.stdout.on('data', (text) => {
    output += text;
  });
  await waitUntilReady(attacker, name, () => output.includes('ready'));
  const [startTime, startCpu] = [performance.now(), cpuOf(tengen.child)];
  const attacked = await pair.play(milliseconds, pause);
  const load = (cpuOf(tengen.child) - startCpu) / (performance.now() - startTime);
  const memory = memoryOf(tengen.child);
  attacker.kill('SIGTERM');
  await once(attacker, 'close');
  process.off('exit', killAttacker);
  // The next round starts when the server has noticed that the attacker's connections are closed.
  const deadline = Date.now() + 60_000;
  let isIdle = false;
  while (!isIdle && Date.now() < deadline) {
    const [start, before] = [performance.now(), cpuOf(tengen.child)];
    await pair.play(500, pause);
    const share = (cpuOf(tengen.child) - before) / (performance.now() - start);
    isIdle = filesOf(tengen.child) <= MAXIMUM_IDLE_FILES && share < MAXIMUM_IDLE_LOAD;
  }
  const report = JSON.parse(output.split('\n').at(-2) ?? '{}');
  if (name === 'idle' && report.open < Number(connections)) {
    throw new Error(`only ${report.open} of ${connections} connections are open`);
  }
  return { quiet, attacked, memory, load, report };
}

async function waitUntilReady(attacker: ChildProcess, name: string, isReady: () => boolean): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (!isReady()) {
    if (attacker.exitCode !== null || Date.now() > deadline) throw new Error(`${name}: the attack did not start`);
    await pair.play(100, pause);
  }
}

function filesOf({ pid }: ChildProcess): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** CPU time of a process in milliseconds. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // User time and system time, both in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function row(name: string, results: readonly Round[]): string {
  const median = (figure: (round: Round) => number): number => quantileOf(results.map(figure), 0.5);
  const p = (delays: (round: Round) => readonly number[], share: number): number =>
    median((round) => quantileOf(delays(round), share));
  const [quiet, attacked] = [(round: Round) => round.quiet, (round: Round) => round.attacked];
  const ratio = p(attacked, 0.99) / p(quiet, 0.99);
  const times = [p(quiet, 0.5), p(quiet, 0.99), p(attacked, 0.5), p(attacked, 0.99)].map(
    (time) => `${time.toFixed(2)} ms`,
  );
  const { report } = results.at(-1)!;
  const memory = `${Math.round(Math.max(...results.map((round) => round.memory)))} MiB`;
  const load = `${Math.round(median((round) => round.load) * 100)} %`;
  const moves = results.reduce((sum, round) => sum + round.attacked.length, 0);
  return `| ${[name, report.connected, ...times, ratio.toFixed(1), load, memory, moves].join(' | ')} |`;
}

function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
