import type { MessageTable } from '../../../../src/protocols/messages/message-description.ts';
import { pick, type RandomInt } from '../../clients/random.ts';
import type { AnyMessage } from '../codec-side.ts';

/** How a table's messages are drawn, where the table's own samples are not what the fuzzer needs. */
interface Preferences<Message extends AnyMessage> {
  /** How many times as often as the others. */
  readonly often?: { readonly [Kind in Message['kind']]?: number };
  /** By the names of fields: values that look like trouble. */
  readonly fields?: Readonly<Record<string, (randomInt: RandomInt) => unknown>>;
}

/** Draws messages of a table. */
export function drawnFrom<Message extends AnyMessage>(
  table: MessageTable<Message>,
  { often = {}, fields = {} }: Preferences<Message>,
): (randomInt: RandomInt) => Message {
  const weights = new Map(Object.entries(often as Readonly<Record<string, number>>));
  const kinds = table.rows.flatMap(({ kind }) => Array.from({ length: weights.get(kind) ?? 1 }, () => kind));
  return (randomInt) => {
    const message = table.sample(pick(randomInt, kinds), randomInt);
    const drawn = Object.keys(message)
      .filter((name) => name in fields)
      .map((name) => [name, fields[name]?.(randomInt)] as const);
    return { ...message, ...Object.fromEntries(drawn) };
  };
}
