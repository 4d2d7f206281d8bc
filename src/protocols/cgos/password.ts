const [SHORTEST_PASSWORD, LONGEST_PASSWORD] = [3, 200];

export const isPassword = (text: string): boolean =>
  text.length >= SHORTEST_PASSWORD && text.length <= LONGEST_PASSWORD && !/\s/.test(text);
export const PASSWORD_FORM = `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters without white space`;
