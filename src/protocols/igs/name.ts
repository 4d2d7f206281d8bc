/** The name by which the server speaks: clients read its requests in lines that players can send, too. */
export const SYSTEM = 'SYSTEM';
/** Characters of a name; columns of lists hold no more. */
const [SHORTEST, LONGEST] = [2, 10];

export const NAME_FORM = `${SHORTEST} to ${LONGEST} letters and digits, and is not ${SYSTEM}`;

/** A player called like the server could ask in its name to take a move back. */
const isServers = (name: string): boolean => name.toUpperCase() === SYSTEM;

export const isName = (text: string): boolean => /^[A-Za-z0-9]{2,10}$/.test(text) && !isServers(text);

/** A player's name as these clients can hold it; a valid name stays as it is. */
export function carryName(name: string): string {
  const kept = name.replace(/[^A-Za-z0-9]/g, '').slice(0, LONGEST);
  return kept.length < SHORTEST || isServers(kept) ? 'player' : kept;
}
