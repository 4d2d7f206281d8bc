import { daigoMeanings } from './daigo.ts';
import { gomokursInterpreter } from './gomokurs.ts';
import { type Interpreter, lineInterpreter } from './interpreter.ts';
import { nedapMeanings } from './nedap.ts';
import { nu6Meanings } from './nu6.ts';
import { remasteredMeanings } from './remastered.ts';
import { webInterpreter } from './web.ts';

/** How a conversation is read, by the name of its protocol. A new protocol is a line in this list. */
export const INTERPRETERS: Readonly<Record<string, () => Interpreter>> = {
  remastered: () => lineInterpreter(remasteredMeanings()),
  nu6: () => lineInterpreter(nu6Meanings()),
  daigo: () => lineInterpreter(daigoMeanings()),
  nedap: () => lineInterpreter(nedapMeanings()),
  gomokurs: gomokursInterpreter,
  web: webInterpreter,
};
