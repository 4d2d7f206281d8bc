import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientPair } from '../../load-test/client-pair.ts';
import { attackerCommand, beLikeOthers, bePrompt } from '../../load-test/process-priority.ts';
import { spreadOf } from '../compare-processor-time.ts';
import type { MeasuredValue } from '../section.ts';
import { BuiltTengen } from './built-program.ts';

const CROWDS = ['LIST of 3000 by 20', 'LOBBY of 10000 by 20', 'chat by 20 to 5000'];
const ROUNDS = 3;
/** Milliseconds that the pair plays in each round; and between two moves. */
const WHILE = 1_000;
const PAUSE = 3;

const p99 = (waits: readonly number[]): number =>
  waits.toSorted((one, other) => one - other)[Math.floor(0.99 * waits.length)] ?? Number.NaN;

/** The 99th percentile of the pair's waits in each round, in milliseconds. */
async function played(pair: ClientPair): Promise<number[]> {
  const rounds: number[] = [];
  while (rounds.length < ROUNDS) rounds.push(p99(await pair.play(WHILE, PAUSE)));
  return rounds;
}

/** The same while others do this to the server. */
async function playedBeside(attack: string, pair: ClientPair, port: number): Promise<number[]> {
  const { command, args } = attackerCommand();
  const attacker = spawn(command, [...args, String(port), '15000', '127.0.0.1', attack], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(attacker.stdout, 'data');
  const rounds = await played(pair);
  if (attacker.exitCode !== null) throw new Error(`${attack}: the attacker is gone`);
  attacker.kill('SIGTERM');
  await once(attacker, 'close');
  return rounds;
}

export async function moveDelayUnderLoad(say: (figure: MeasuredValue) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-many-'));
  bePrompt();
  for (const attack of CROWDS) {
    const data = join(folder, `${attack}.db`);
    const tengen = new BuiltTengen('serve', '--port', '0', '--log-level', 'error', '--data', data);
    const orphan = (): void => void tengen.child.kill('SIGKILL');
    process.once('exit', orphan);
    const [port = 0] = await tengen.ports();
    const pair = await ClientPair.sitDown(port);
    await pair.play(1_000, 0);
    const quiet = await played(pair);
    const crowded = await playedBeside(attack, pair, port);
    say({
      what: `a move beside ${attack}`,
      against: 'p99 without the traffic',
      value: spreadOf(crowded.map((wait, round) => wait / quiet[round]!)),
      goal: { atMost: 5 },
      note: `p99 ${spreadOf(quiet).median.toFixed(1)} ms, and ${spreadOf(crowded).median.toFixed(1)} ms`,
    });
    pair.leave();
    await tengen.end('SIGKILL');
    process.off('exit', orphan);
  }
  beLikeOthers();
  rmSync(folder, { recursive: true });
}
