/** Short enough for every protocol: nedap has twenty characters. */
const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** Why this cannot be the name that an operator gives to a computer player. */
export function nameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return 'is no name: 1 to 16 lower-case letters and digits, a letter first';
  return name === 'guest' ? 'is a name for players whose protocol has none' : undefined;
}
