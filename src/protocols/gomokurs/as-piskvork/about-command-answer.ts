import { type PiskvorkEngineMessage, parseEngineMessage } from '../../../engines/piskvork/piskvork-codec.ts';

/** The answer to ABOUT. A text without the keys that managers read becomes the value of `name`. */
export function description(text: string): PiskvorkEngineMessage {
  const read = parseEngineMessage(text);
  return read.kind === 'description' ? read : { kind: 'description', text: `name="${text.replaceAll('"', "'")}"` };
}
