/** Characters of a name; columns of lists hold no more. */
const [SHORTEST, LONGEST] = [2, 10];

export const NAME_FORM = `${SHORTEST} to ${LONGEST} letters and digits`;

export const isName = (text: string): boolean => /^[A-Za-z0-9]{2,10}$/.test(text);

/** A player's name as these clients can hold it; a valid name stays as it is. */
export function carryName(name: string): string {
  const kept = name.replace(/[^A-Za-z0-9]/g, '').slice(0, LONGEST);
  return kept.length < SHORTEST ? 'player' : kept;
}
