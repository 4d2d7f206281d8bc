import { problem, type Result } from '../result.ts';
import type { ExternalEngine } from './external-engine.ts';
import { GtpEngine } from './gtp/engine.ts';
import { GtpSession } from './gtp/session.ts';
import { LINE_END, makeManagerMessage, parseEngineMessage } from './piskvork/codec.ts';
import { PiskvorkEngine } from './piskvork/engine.ts';
import { startProcess } from './process.ts';
import { type Log, PATIENCE, type Patience, type Program } from './program.ts';

/** So many lines of something else may come before an answer: banners, and what is thought of the weather. */
const MOST_STRANGE_LINES = 100;

export interface OpenOptions {
  /** Go is played by GTP, Gomoku by Piskvork; when it is unknown, the program is asked what it speaks. */
  readonly game: 'go' | 'gomoku' | 'unknown';
  readonly log: Log;
  readonly patience?: Patience;
}

/** Runs the program of an engine and makes its acquaintance. The problem is one line, and no process is left. */
export async function openEngine(command: string, options: OpenOptions): Promise<Result<ExternalEngine>> {
  const { game, log, patience = PATIENCE } = options;
  const program = await startProcess(command, log, patience);
  if (!program.ok) return program;
  switch (game) {
    case 'go':
      return await GtpEngine.open(program.value, log, patience);
    case 'gomoku':
      return await PiskvorkEngine.open(program.value, log, patience);
    case 'unknown':
      return await meet(program.value, log, patience);
  }
}

/**
 * Finds out what a program speaks. GTP answers its question with `=` or `?`; to Piskvork it is an unknown command, and
 * who says nothing to it is asked by Piskvork as well.
 */
export async function meet(program: Program, log: Log, patience: Patience): Promise<Result<ExternalEngine>> {
  const gtp = new GtpSession();
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

async function giveUp(program: Program, why: string): Promise<Result<never>> {
  await program.stop('');
  return problem(`${why}: it speaks neither GTP nor Piskvork`);
}
