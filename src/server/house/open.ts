import type { Result } from '../../result.ts';
import type { Log } from '../hub/witnesses.ts';
import type { HousePlayer } from './house-player.ts';
import { openResident } from './resident.ts';

/** A house player cannot be had; the message is one clear line. */
export class CannotSeat extends Error {
  override readonly name = 'CannotSeat';
}

/** Which players the server seats itself. */
export interface HouseSettings {
  readonly house: boolean;
  /** The commands of engines, by the names of their players. */
  readonly bots: ReadonlyMap<string, string>;
}

/** Opens every house player, or none: rejects with `CannotSeat`. */
export async function openHouse({ house, bots }: HouseSettings, log: Log): Promise<HousePlayer[]> {
  const opened = bots.size === 0 ? [] : await openBots(bots, log);
  const players = opened.flatMap((bot) => (bot.ok ? [bot.value] : []));
  const failed = opened.find((bot) => !bot.ok);
  if (failed !== undefined) {
    await Promise.all(players.map((player) => player.close()));
    throw new CannotSeat(failed.problem);
  }
  return house ? [openResident(), ...players] : players;
}

/** What runs other programs is loaded where there are any. */
async function openBots(bots: HouseSettings['bots'], log: Log): Promise<readonly Result<HousePlayer>[]> {
  const { openBot } = await import('./bot.ts');
  return await Promise.all([...bots].map(([name, command]) => openBot(name, command, log)));
}
