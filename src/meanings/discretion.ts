/**
 * By protocol, words of which one is in everything that is for one pair of ears, or that has nothing to do with the game:
 * where none of them is, nothing is. `any`: only the messages themselves can tell. What they mean is loaded when somebody looks.
 */
export const DISCREET: Readonly<Record<string, readonly string[] | 'any'>> = {
  remastered: [],
  nu6: ['CHAT.MESSAGE'],
  daigo: [],
  nedap: ['CHAT'],
  gomokurs: [],
  web: 'any',
};

/** Whether a client of that protocol may say something in a line that is for one pair of ears. */
export const mayWhisper = (protocol: string): boolean => (DISCREET[protocol] ?? []).length > 0;
