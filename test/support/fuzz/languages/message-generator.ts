import type { MessageTable } from '../../../../src/protocols/messages/message-description.ts';
import { pick, type RandomInt } from '../../clients/random.ts';
import type { AnyMessage } from '../codec-side.ts';

/** Changes to the random messages of a table. */
interface Preferences<Message extends AnyMessage> {
  /** How often a kind is generated, by default 1. */
  readonly weights?: { readonly [Kind in Message['kind']]?: number };
  /** Generators of field values, by field name. */
  readonly fields?: Readonly<Record<string, (randomInt: RandomInt) => unknown>>;
}

/** Returns a generator of the messages of a table. */
export function messageGenerator<Message extends AnyMessage>(
  table: MessageTable<Message>,
  { weights: often = {}, fields = {} }: Preferences<Message>,
): (randomInt: RandomInt) => Message {
  const weightByKind = new Map(Object.entries(often as Readonly<Record<string, number>>));
  const kinds = table.rows.flatMap(({ kind }) => Array.from({ length: weightByKind.get(kind) ?? 1 }, () => kind));
  return (randomInt) => {
    const message = table.sample(pick(randomInt, kinds), randomInt);
    const drawn = Object.keys(message)
      .filter((name) => name in fields)
      .map((name) => [name, fields[name]?.(randomInt)] as const);
    return { ...message, ...Object.fromEntries(drawn) };
  };
}
