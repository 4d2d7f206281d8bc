import { type Interpreter, lineInterpreter } from './interpreter.ts';
import { daigoMeanings } from './meanings/daigo.ts';
import { gomokursInterpreter } from './meanings/gomokurs.ts';
import { nedapMeanings } from './meanings/nedap.ts';
import { nu6Meanings } from './meanings/nu6.ts';
import { remasteredMeanings } from './meanings/remastered.ts';

/** How a conversation is read, by the name of its protocol. A new protocol is a line in this list. */
export const INTERPRETERS: Readonly<Record<string, () => Interpreter>> = {
  remastered: () => lineInterpreter(remasteredMeanings()),
  nu6: () => lineInterpreter(nu6Meanings()),
  daigo: () => lineInterpreter(daigoMeanings()),
  nedap: () => lineInterpreter(nedapMeanings()),
  gomokurs: gomokursInterpreter,
};
