import { problem, type Result } from '../result.ts';
import { startProcess } from './engine-process.ts';
import { ENGINE_TIMEOUTS, type EngineTimeouts } from './engine-timeouts.ts';
import type { ExternalEngine } from './external-engine.ts';
import { GtpEngine } from './gtp/gtp-engine.ts';
import { GtpResponseReader } from './gtp/gtp-response-reader.ts';
import type { EngineLog, LineBasedProgram } from './line-based-program.ts';
import { LINE_END, makeManagerMessage, parseEngineMessage } from './piskvork/piskvork-codec.ts';
import { PiskvorkEngine } from './piskvork/piskvork-engine.ts';

/** The number of other lines, such as banners, that may come before an answer. */
const MOST_STRANGE_LINES = 100;

export interface OpenOptions {
  /** Go uses GTP, Gomoku uses Piskvork. If it is unknown, the protocol is detected. */
  readonly game: 'go' | 'gomoku' | 'unknown';
  readonly log: EngineLog;
  readonly patience?: EngineTimeouts;
}

/** Starts the program of an engine and sets it up. If that fails, the problem is one line and no process is left. */
export async function openEngine(command: string, options: OpenOptions): Promise<Result<ExternalEngine>> {
  const { game, log, patience = ENGINE_TIMEOUTS } = options;
  const program = await startProcess(command, log, patience);
  if (!program.ok) return program;
  switch (game) {
    case 'go':
      return await GtpEngine.open(program.value, log, patience);
    case 'gomoku':
      return await PiskvorkEngine.open(program.value, log, patience);
    case 'unknown':
      return await detectEngine(program.value, log, patience);
  }
}

/**
 * Detects the protocol of a program. A GTP engine answers a GTP question with `=` or `?`. For a Piskvork engine it is
 * an unknown command; an engine that does not answer is asked by Piskvork as well.
 */
export async function detectEngine(
  program: LineBasedProgram,
  log: EngineLog,
  patience: EngineTimeouts,
): Promise<Result<ExternalEngine>> {
  const gtp = new GtpResponseReader();
  program.write(`${gtp.ask(['protocol_version']).line}\n`);
  const deadline = program.now() + patience.setUp;
  const asksAgain = program.now() + patience.probe;
  let askedAbout = false;
  for (let strange = 0; strange < MOST_STRANGE_LINES; ) {
    const line = await program.line(askedAbout ? deadline : Math.min(asksAgain, deadline));
    if (!line.ok) {
      if (askedAbout) return await giveUp(program, line.problem);
      askedAbout = true;
      gtp.askedWithoutId();
      program.write(makeManagerMessage({ kind: 'about' }) + LINE_END);
    } else if (/^\s*[=?]/.test(line.value)) {
      gtp.read(line.value);
      return await GtpEngine.open(program, log, patience, gtp);
    } else if (['unknown', 'error', 'description'].includes(parseEngineMessage(line.value).kind)) {
      return await PiskvorkEngine.open(program, log, patience);
    } else {
      log(`${program.name}: ${line.value.slice(0, 1_000)}`);
      strange++;
    }
  }
  return await giveUp(program, `${program.name} says anything but an answer`);
}

async function giveUp(program: LineBasedProgram, why: string): Promise<Result<never>> {
  await program.stop('');
  return problem(`${why}: it speaks neither GTP nor Piskvork`);
}
