const LONGEST_NAME = 20;

/** Lower-case letters and digits, 1 to 20 of them; the document has letters only (docs/protocols/nedap.md, rulings). */
export const isName = (text: string): boolean => /^[a-z0-9]{1,20}$/.test(text);

/** A player's name as these clients can hold it; a valid name stays as it is. */
export function carryName(name: string): string {
  const kept = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return kept.slice(0, LONGEST_NAME) || 'player';
}
