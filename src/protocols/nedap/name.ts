const LONGEST_NAME = 20;

/**
 * Whether a text is a name: 1 to 20 lower-case letters and digits. The document has only letters (docs/protocols/nedap.md,
 * rulings).
 */
export const isName = (text: string): boolean => /^[a-z0-9]{1,20}$/.test(text);

/** Converts a player's name to a valid name. A valid name is unchanged. */
export function carryName(name: string): string {
  const allowed = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return allowed.slice(0, LONGEST_NAME) || 'player';
}
