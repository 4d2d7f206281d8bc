/** Short enough for every protocol, with a number behind it: nedap has twenty characters. */
const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** Why a house player cannot be called so; the names of its further seats come from this one. */
export function nameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return 'is no name: 1 to 16 lower-case letters and digits, a letter first';
  return name === 'guest' ? 'is a name for players whose protocol has none' : undefined;
}
