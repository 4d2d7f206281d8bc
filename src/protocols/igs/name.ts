/** The name of the server in chat lines. Clients read the server's requests from lines that players can send, too. */
export const SYSTEM = 'SYSTEM';
/** The length of a name in characters. The columns of lists have no room for more. */
const [SHORTEST, LONGEST] = [2, 10];

export const NAME_FORM = `${SHORTEST} to ${LONGEST} letters and digits, and is not ${SYSTEM}`;

/** Whether a name is the server's. A player with this name could send requests for a take-back in the name of the server. */
const isServers = (name: string): boolean => name.toUpperCase() === SYSTEM;

export const isName = (text: string): boolean => /^[A-Za-z0-9]{2,10}$/.test(text) && !isServers(text);

/** Converts a player's name to a valid name. A valid name is unchanged. */
export function carryName(name: string): string {
  const allowed = name.replace(/[^A-Za-z0-9]/g, '').slice(0, LONGEST);
  return allowed.length < SHORTEST || isServers(allowed) ? 'player' : allowed;
}
