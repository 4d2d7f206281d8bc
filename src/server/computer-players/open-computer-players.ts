import type { Result } from '../../result.ts';
import type { Log } from '../hub/observability.ts';
import { openBuiltInPlayers } from './built-in-players.ts';
import type { ComputerPlayer } from './computer-player.ts';

/** A computer player cannot be added; the message is one line. */
export class ComputerPlayerUnusable extends Error {
  override readonly name = 'ComputerPlayerUnusable';
}

export interface EnabledComputerPlayers {
  readonly house: boolean;
  /** The commands of engines, by the name of the computer player. */
  readonly bots: ReadonlyMap<string, string>;
}

/** Opens all computer players, or none: rejects with `ComputerPlayerUnusable`. */
export async function openComputerPlayers(
  { house, bots }: EnabledComputerPlayers,
  log: Log,
): Promise<ComputerPlayer[]> {
  const opened = bots.size === 0 ? [] : await openBots(bots, log);
  const players = opened.flatMap((bot) => (bot.ok ? [bot.value] : []));
  const failed = opened.find((bot) => !bot.ok);
  if (failed !== undefined) {
    await Promise.all(players.map((player) => player.close()));
    throw new ComputerPlayerUnusable(failed.problem);
  }
  return house ? [...openBuiltInPlayers(), ...players] : players;
}

/** Runs the engines. The code that runs other programs is loaded only if it is needed. */
async function openBots(bots: EnabledComputerPlayers['bots'], log: Log): Promise<readonly Result<ComputerPlayer>[]> {
  const { openEnginePlayer } = await import('./open-engine-player.ts');
  return await Promise.all([...bots].map(([name, command]) => openEnginePlayer(name, command, log)));
}
