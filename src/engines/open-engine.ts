import { problem, type Result } from '../result.ts';
import type { ExternalEngine } from './external-engine.ts';
import { GtpEngine } from './gtp/gtp-engine.ts';
import { GtpResponseReader } from './gtp/gtp-response-reader.ts';
import { LINE_END, makeManagerMessage, parseEngineMessage } from './piskvork/piskvork-codec.ts';
import { PiskvorkEngine } from './piskvork/piskvork-engine.ts';
import { startProcess } from './engine-process.ts';
import { type EngineLog, ENGINE_TIMEOUTS, type EngineTimeouts, type LineProgram } from './line-program.ts';

/** So many lines of something else may come before an answer: banners, and what is thought of the weather. */
const MOST_STRANGE_LINES = 100;

export interface OpenOptions {
  /** Go is played by GTP, Gomoku by Piskvork; when it is unknown, the program is asked what it speaks. */
  readonly game: 'go' | 'gomoku' | 'unknown';
  readonly log: EngineLog;
  readonly patience?: EngineTimeouts;
}

/** Runs the program of an engine and makes its acquaintance. The problem is one line, and no process is left. */
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
 * Finds out what a program speaks. GTP answers its question with `=` or `?`; to Piskvork it is an unknown command, and
 * who says nothing to it is asked by Piskvork as well.
 */
export async function detectEngine(
  program: LineProgram,
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
      program.write(makeManagerMessage({ kind: 'about' }) + LINE_END);
    } else if (/^\s*[=?]/.test(line.value)) {
      gtp.hear(line.value);
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

async function giveUp(program: LineProgram, why: string): Promise<Result<never>> {
  await program.stop('');
  return problem(`${why}: it speaks neither GTP nor Piskvork`);
}
