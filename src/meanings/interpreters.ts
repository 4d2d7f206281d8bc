import { openInterpreter as daigo } from '../protocols/daigo/messages.ts';
import { openInterpreter as gomokurs } from '../protocols/gomokurs/interpreter.ts';
import type { Interpreter } from '../protocols/messages/interpreter.ts';
import { openInterpreter as nedap } from '../protocols/nedap/messages.ts';
import { openInterpreter as nu6 } from '../protocols/nu6/messages.ts';
import { openInterpreter as remastered } from '../protocols/remastered/messages.ts';
import { webInterpreter } from './web.ts';

/** How a conversation is read, by the name of its protocol. A new protocol is a line in this list. */
export const INTERPRETERS: Readonly<Record<string, () => Interpreter>> = {
  remastered,
  nu6,
  daigo,
  nedap,
  gomokurs,
  web: webInterpreter,
};
