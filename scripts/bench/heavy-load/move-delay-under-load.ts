import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientPair } from '../../load-test/client-pair.ts';
import { attackerCommand, raisePriority, resetPriority } from '../../load-test/process-priority.ts';
import { spreadOf } from '../compare-processor-time.ts';
import type { MeasuredValue } from '../section.ts';
import { BuiltTengen } from './built-program.ts';

const ATTACKS = ['LIST of 3000 by 20', 'LOBBY of 10000 by 20', 'chat by 20 to 5000'];
const ROUNDS = 3;
const ROUND_MILLISECONDS = 1_000;
/** Milliseconds between two moves. */
const MOVE_PAUSE = 3;

const p99 = (delays: readonly number[]): number =>
  delays.toSorted((one, other) => one - other)[Math.floor(0.99 * delays.length)] ?? Number.NaN;

/** The 99th percentile of the delays of the pair's moves in each round, in milliseconds. */
async function measureRounds(pair: ClientPair): Promise<number[]> {
  const rounds: number[] = [];
  while (rounds.length < ROUNDS) rounds.push(p99(await pair.play(ROUND_MILLISECONDS, MOVE_PAUSE)));
  return rounds;
}

/** The same during an attack on the server. */
async function measureRoundsUnderAttack(attack: string, pair: ClientPair, port: number): Promise<number[]> {
  const { command, args } = attackerCommand();
  const attacker = spawn(command, [...args, String(port), '15000', '127.0.0.1', attack], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(attacker.stdout, 'data');
  const rounds = await measureRounds(pair);
  if (attacker.exitCode !== null) throw new Error(`${attack}: the attacker exited`);
  attacker.kill('SIGTERM');
  await once(attacker, 'close');
  return rounds;
}

export async function moveDelayUnderLoad(report: (figure: MeasuredValue) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-many-'));
  raisePriority();
  for (const attack of ATTACKS) {
    const data = join(folder, `${attack}.db`);
    const tengen = new BuiltTengen('serve', '--port', '0', '--log-level', 'error', '--data', data);
    const killServer = (): void => void tengen.child.kill('SIGKILL');
    process.once('exit', killServer);
    const [port = 0] = await tengen.ports();
    const pair = await ClientPair.start(port);
    await pair.play(1_000, 0);
    const quiet = await measureRounds(pair);
    const attacked = await measureRoundsUnderAttack(attack, pair, port);
    report({
      what: `a move beside ${attack}`,
      against: 'p99 without the traffic',
      value: spreadOf(attacked.map((delay, round) => delay / quiet[round]!)),
      goal: { atMost: 5 },
      note: `p99 ${spreadOf(quiet).median.toFixed(1)} ms, and ${spreadOf(attacked).median.toFixed(1)} ms`,
    });
    pair.close();
    await tengen.end('SIGKILL');
    process.off('exit', killServer);
  }
  resetPriority();
  rmSync(folder, { recursive: true });
}
