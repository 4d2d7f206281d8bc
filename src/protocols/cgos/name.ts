const [SHORTEST_NAME, LONGEST_NAME] = [3, 18];

export const NAME_FORM = '3 to 18 letters, digits, "_", "-" or ".", of which the first is a letter';
export const isName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_.-]{2,17}$/.test(text);

/** Converts a player's name to a valid name. A valid name is unchanged. */
export function carryName(name: string): string {
  const allowed = name
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, LONGEST_NAME);
  return allowed.length < SHORTEST_NAME ? 'player' : allowed;
}
