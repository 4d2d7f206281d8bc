import { type EngineMessage, parseEngineMessage } from '../../../engines/piskvork/piskvork-codec.ts';

/** Managers know a description by its keys. */
export function description(text: string): EngineMessage {
  const read = parseEngineMessage(text);
  return read.kind === 'description' ? read : { kind: 'description', text: `name="${text.replaceAll('"', "'")}"` };
}
