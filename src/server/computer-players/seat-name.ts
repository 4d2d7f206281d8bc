/** Short enough for every protocol, with a number behind it: nedap has twenty characters. */
const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** Why a house player cannot be called so; the names of its further seats come from this one. */
export function nameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return 'is no name: 1 to 16 lower-case letters and digits, a letter first';
  return name === 'guest' ? 'is a name for players whose protocol has none' : undefined;
}

/** How the further seats of a house player are called. */
export const seatName = (name: string, number: number): string => (number === 1 ? name : `${name}-${number}`);

/** Whether somebody is called so, or would be with enough seats; a name in lower case. */
export const isSeatName = (name: string, players: readonly string[]): boolean =>
  players.some((player) => name.startsWith(player) && /^(?:-\d+)?$/.test(name.slice(player.length)));
