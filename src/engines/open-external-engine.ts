import { problem, type Result } from '../result.ts';
import { startProcess } from './engine-process.ts';
import { ENGINE_TIMEOUTS, type EngineTimeouts } from './engine-timeouts.ts';
import type { ExternalEngine } from './external-engine.ts';
import { GtpEngine } from './gtp/gtp-engine.ts';
import { GtpResponseMatcher } from './gtp/gtp-response-matcher.ts';
import type { EngineLog, LineBasedProgram } from './line-based-program.ts';
import { LINE_END, makeManagerMessage, parseEngineMessage } from './piskvork/piskvork-codec.ts';
import { PiskvorkEngine } from './piskvork/piskvork-engine.ts';

/** The maximum number of other lines, such as banners, before an answer. */
const MOST_OTHER_LINES = 100;

export interface ExternalEngineOptions {
  /** Go uses GTP, Gomoku uses Piskvork. If it is unknown, the protocol is detected. */
  readonly game: 'go' | 'gomoku' | 'unknown';
  readonly log: EngineLog;
  readonly timeouts?: EngineTimeouts;
}

/** Starts the program of an engine and sets it up. If that fails, the program is stopped, and the problem is one line. */
export async function openExternalEngine(
  command: string,
  options: ExternalEngineOptions,
): Promise<Result<ExternalEngine>> {
  const { game, log, timeouts = ENGINE_TIMEOUTS } = options;
  const program = await startProcess(command, log, timeouts);
  if (!program.ok) return program;
  switch (game) {
    case 'go':
      return await GtpEngine.open(program.value, log, timeouts);
    case 'gomoku':
      return await PiskvorkEngine.open(program.value, log, timeouts);
    case 'unknown':
      return await detectEngine(program.value, log, timeouts);
  }
}

/**
 * Detects the protocol of a program. A GTP engine answers a GTP command with `=` or `?`. To a Piskvork engine, it is an
 * unknown command. If the engine does not answer, it also gets a Piskvork command.
 */
export async function detectEngine(
  program: LineBasedProgram,
  log: EngineLog,
  timeouts: EngineTimeouts,
): Promise<Result<ExternalEngine>> {
  const gtp = new GtpResponseMatcher();
  program.write(`${gtp.makeRequest(['protocol_version']).line}\n`);
  const deadline = program.now() + timeouts.setUp;
  const probeDeadline = program.now() + timeouts.probe;
  let hasSentAbout = false;
  for (let otherLines = 0; otherLines < MOST_OTHER_LINES; ) {
    const line = await program.line(hasSentAbout ? deadline : Math.min(probeDeadline, deadline));
    if (!line.ok) {
      if (hasSentAbout) return await giveUp(program, line.problem);
      hasSentAbout = true;
      gtp.expectWithoutId();
      program.write(makeManagerMessage({ kind: 'about' }) + LINE_END);
    } else if (/^\s*[=?]/.test(line.value)) {
      gtp.read(line.value);
      return await GtpEngine.open(program, log, timeouts, gtp);
    } else if (['unknown', 'error', 'description'].includes(parseEngineMessage(line.value).kind)) {
      return await PiskvorkEngine.open(program, log, timeouts);
    } else {
      log(`${program.name}: ${line.value.slice(0, 1_000)}`);
      otherLines++;
    }
  }
  return await giveUp(program, `${program.name} sends other text instead of an answer`);
}

async function giveUp(program: LineBasedProgram, why: string): Promise<Result<never>> {
  await program.stop('');
  return problem(`${why}: it speaks neither GTP nor Piskvork`);
}
