const LONGEST_NAME = 16;

/**
 * The name of an engine on the server, from its own name or the listener's: lower-case letters and digits, a letter first, 16
 * at most, so that every protocol can carry it. Engines after the first one with a name have its number appended.
 */
export function enginePlayerName(own: string, number: number): string {
  const plain = own
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '');
  // Some protocols show a player without a name as `guest` with digits.
  const name = /^(?:guest[0-9]*)?$/.test(plain) ? 'engine' : plain;
  const suffix = number === 1 ? '' : `${number}`;
  return `${name.slice(0, LONGEST_NAME - suffix.length)}${suffix}`;
}
