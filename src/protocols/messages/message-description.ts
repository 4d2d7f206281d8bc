import type { Result } from '../../result.ts';
import type { FieldCodec, ListCodec, MultiFieldCodec, Random } from './field-codec.ts';
import type { Privacy, PrivacyRule } from './message-privacy.ts';

/** Facts from earlier messages of a conversation that later messages refer to. */
export interface ConversationContext {
  /** Lines of the square board. */
  readonly size?: number;
}

export interface MessageDescription<Fields> {
  /** The privacy of all messages of this kind, or a function that returns the privacy of one message. */
  readonly privacy: PrivacyRule<Fields>;
  /** The purpose of this kind of message, for its row of the documentation. */
  readonly about: string;
  /** The meaning of one message in a few words, for users. */
  readonly means: string | ((message: Fields, context: ConversationContext) => string);
  /** Returns the size of the board from the message. Absent: the message does not have it. */
  readonly sizeIn?: (message: Fields) => number;
  /** The error text for the sender if fields are missing or left over. By default a sentence that names the fields. */
  readonly usage?: string;
  /** Text that is appended to a sent message. In a received line, any text after the message is ignored. */
  readonly tail?: string;
}

/** One kind of message, as the documentation shows it. */
export interface MessageDocumentationRow {
  readonly kind: string;
  /** The first byte of a binary message, in each version. */
  readonly number?: string;
  /** The form of the message, with the names of its fields. */
  readonly message: string;
  readonly fields: readonly { readonly name: string; readonly form: string }[];
  readonly privacy: string;
  readonly about: string;
}

/** The functions of a table of messages, text or binary. */
export interface MessageTable<Message> {
  /** The meaning of a message in a few words, for users. */
  describe(message: Message, context: ConversationContext): string;
  privacyOf(message: Message): Privacy;
  /** The strictest privacy of the messages in this table. */
  readonly strictest: Privacy;
  /** The size of the board, if the message has it. */
  sizeIn(message: Message): number | undefined;
  /**
   * A random message of this kind, for property tests and the fuzzer. If it is made and read, the result is the same message.
   */
  sample(kind: string, random: Random): Message;
  /** Makes the message and reads it. Returns the message that the reader gets. */
  roundTrip(message: Message): Result<unknown, unknown>;
  /** The table as the documentation shows it. */
  readonly rows: readonly MessageDocumentationRow[];
}

export interface LineMessageDescription<Fields> extends MessageDescription<Fields> {
  readonly template: string;
  readonly codecs: Readonly<Record<string, FieldCodec<unknown> | ListCodec<unknown>>>;
}

/** The names in braces. */
type Names<Template> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The names in brackets, except those of lists. */
type OptionalNames<Template> = Template extends `${string}[${infer Inside}]${infer Rest}`
  ? (Rest extends `…${string}` ? never : Names<Inside>) | OptionalNames<Rest>
  : never;

type Codecs<Template> = { readonly [Name in Names<Template>]: FieldCodec<unknown> | ListCodec<unknown> };

type ValueOf<Each> =
  Each extends ListCodec<infer Value> ? readonly Value[] : Each extends FieldCodec<infer Value> ? Value : never;

type SpreadNames<All> = { [Name in keyof All]: All[Name] extends MultiFieldCodec<object> ? Name : never }[keyof All];

type Union<Value> = (Value extends unknown ? (each: Value) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The fields of a message, by the names in its template. */
type FieldsOf<Template, All> = Simplify<
  {
    readonly [Name in Exclude<keyof All, OptionalNames<Template> | SpreadNames<All>>]: ValueOf<All[Name]>;
  } & {
    readonly [Name in keyof All & OptionalNames<Template>]?: ValueOf<All[Name]>;
  } & ([SpreadNames<All>] extends [never] ? unknown : Union<ValueOf<All[SpreadNames<All>]>>)
>;

export type Simplify<Value> = { [Key in keyof Value]: Value[Key] };

/**
 * Describes one kind of message. In the template, `{name}` is a field. `[…{name}…]` is an optional field, with the text that is
 * present only together with the field. `[~{names}]…` is a list at the end, with the delimiter before each element. All other
 * text is literal.
 */
export function message<const Template extends string, const All extends Codecs<Template>>(
  template: Template,
  description: { readonly fields: All } & MessageDescription<FieldsOf<Template, All>>,
): LineMessageDescription<FieldsOf<Template, All>> {
  const { fields: codecs, ...rest } = description;
  return { template, codecs, ...rest };
}

/** Describes a message without fields. */
export const bare = <const Template extends string>(
  template: [Names<Template>] extends [never] ? Template : never,
  description: MessageDescription<NoFields>,
): LineMessageDescription<NoFields> => ({ template, codecs: {}, ...description });

type NoFields = Readonly<Record<never, never>>;

/** Every message of a table, with the name of its row as its `kind`. */
export type MessageOfTable<Table> = {
  [Kind in keyof Table]: Table[Kind] extends MessageDescription<infer Fields>
    ? Simplify<{ readonly kind: Kind } & Fields>
    : never;
}[keyof Table];

type KeysOfAny<Value> = Value extends unknown ? keyof Value : never;

/** Merges messages of the same kind from several tables. A field that only some of them have becomes optional. */
export type MergeByKind<Message extends { readonly kind: string }> = {
  [Kind in Message['kind']]: WithAllKeys<Extract<Message, { kind: Kind }>, KeysOfAny<Extract<Message, { kind: Kind }>>>;
}[Message['kind']];

type WithAllKeys<Message, Keys extends PropertyKey> = Message extends unknown
  ? Simplify<Message & { readonly [Key in Exclude<Keys, keyof Message>]?: undefined }>
  : never;
