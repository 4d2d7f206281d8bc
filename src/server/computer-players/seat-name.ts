/** Short enough for every protocol, with a number behind it: nedap has twenty characters. */
const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** Why this cannot be the name of a computer player; the names of its further seats are derived from it. */
export function nameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return 'is no name: 1 to 16 lower-case letters and digits, a letter first';
  return name === 'guest' ? 'is a name for players whose protocol has none' : undefined;
}

/** The names of further seats of a computer player. */
export const seatName = (name: string, number: number): string => (number === 1 ? name : `${name}-${number}`);

/** Whether somebody is called so, or would be with enough seats; a name in lower case. */
export const isSeatName = (name: string, players: readonly string[]): boolean =>
  players.some((player) => name.startsWith(player) && /^(?:-\d+)?$/.test(name.slice(player.length)));
