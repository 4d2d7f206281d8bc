import type { EngineChoice, GoSituation } from '../../../src/engines/engine.ts';
import { ENGINE_TIMEOUTS } from '../../../src/engines/engine-timeouts.ts';
import { GtpEngine } from '../../../src/engines/gtp/gtp-engine.ts';
import { vertex } from './engine-situations.ts';
import { ScriptedProgram } from './scripted-program.ts';

/** The start of a dialogue with a program that has the basic commands and `more`. */
export const greeting = (...more: readonly string[]): string => `
  > 1 list_commands
  < =1 protocol_version
  < name
  < boardsize
  < clear_board
  < komi
  < play
  < genmove
  ${more.map((name) => `< ${name}`).join('\n')}
  <
  > 2 protocol_version
  < =2 2 |
  > 3 name
  < =3 Script |
  > 4 version
  < =4 1.0 |`;

export const BOARD_OF_9 = `
  > 5 boardsize 9
  < =5 |
  > 6 clear_board
  < =6 |
  > 7 komi 0
  < =7 |`;

interface DialogueResult {
  readonly name: string;
  readonly log: readonly string[];
  readonly choices: readonly (EngineChoice | string)[];
}

/** Asks an engine for a move in each situation, while its program follows the dialogue. The dialogue must then be complete. */
export async function runGtpDialogue(dialogue: string, ...situations: readonly GoSituation[]): Promise<DialogueResult> {
  const program = new ScriptedProgram(dialogue);
  const log: string[] = [];
  const engine = await GtpEngine.open(program, (line) => log.push(line), ENGINE_TIMEOUTS);
  if (!engine.ok) {
    program.finish();
    return { name: '', log, choices: [engine.problem] };
  }
  const choices: (EngineChoice | string)[] = [];
  for (const situation of situations) {
    const choice = await engine.value.choose(situation);
    choices.push(choice.ok ? choice.value : choice.problem);
  }
  program.finish();
  return { name: engine.value.name, log, choices };
}

export const stone = (size: number, name: string): EngineChoice => ({ kind: 'play', point: vertex(size, name) });
