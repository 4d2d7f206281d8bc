/** Names that every protocol can write. nedap allows at most 20 characters. */
const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** Why an operator cannot give a computer player this name; undefined if the name is allowed. */
export function nameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return 'is not a valid name: 1 to 16 lower-case letters and digits, a letter first';
  return name === 'guest' ? 'is reserved for players whose protocol has no names' : undefined;
}
