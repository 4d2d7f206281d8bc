import type { Result } from '../../result.ts';
import type { FieldForm, ListForm, MultiFieldForm, Random } from './field-form.ts';
import type { Privacy, PrivacyRule } from './message-privacy.ts';

/** Facts from earlier messages of a conversation that later messages refer to. */
export interface ConversationContext {
  /** Lines of the square board. */
  readonly size?: number;
}

/** The description of one kind of message. */
export interface MessageDescription<Fields> {
  /** Of a message, or of every message of the kind. */
  readonly privacy: PrivacyRule<Fields>;
  /** What the kind is for, as its row of the documentation says it. */
  readonly about: string;
  /** What one message means, in a few words for people. */
  readonly means: string | ((message: Fields, known: ConversationContext) => string);
  /** Which field of the message has the size of the board. */
  readonly sizeIn?: (message: Fields) => number;
  /** The error text for its sender when fields are missing or left over; by default a sentence that names the fields. */
  readonly usage?: string;
  /** Text that we append when we send; when we receive, anything after the message is ignored. */
  readonly tail?: string;
}

/** One kind of message, as the documentation shows it. */
export interface TableRow {
  readonly kind: string;
  /** Of a binary message: the byte that begins it, in each version. */
  readonly number?: string;
  /** As it is written on the wire, with the names of its fields. */
  readonly message: string;
  readonly fields: readonly { readonly name: string; readonly form: string }[];
  readonly privacy: string;
  readonly about: string;
}

/** What text and binary tables have in common. */
export interface MessageTable<Message> {
  /** What a message means, in a few words for people. */
  describe(message: Message, known: ConversationContext): string;
  privacyOf(message: Message): Privacy;
  /** The strictest privacy among its messages. */
  readonly strictest: Privacy;
  /** The size of the board, if the message has it. */
  sizeIn(message: Message): number | undefined;
  /** A message of this kind that is read back as it was made. */
  sample(kind: string, random: Random): Message;
  /** The message as its reader gets it. */
  roundTrip(message: Message): Result<unknown, unknown>;
  /** The table as the documentation shows it. */
  readonly rows: readonly TableRow[];
}

/** One kind of message of a text protocol. */
export interface LineMessage<Fields> extends MessageDescription<Fields> {
  readonly template: string;
  readonly forms: Readonly<Record<string, FieldForm<unknown> | ListForm<unknown>>>;
}

/** The names in braces. */
type Names<Template> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The names in brackets, lists apart. */
type OptionalNames<Template> = Template extends `${string}[${infer Inside}]${infer Rest}`
  ? (Rest extends `…${string}` ? never : Names<Inside>) | OptionalNames<Rest>
  : never;

type Forms<Template> = { readonly [Name in Names<Template>]: FieldForm<unknown> | ListForm<unknown> };

type ValueOf<Each> =
  Each extends ListForm<infer Value> ? readonly Value[] : Each extends FieldForm<infer Value> ? Value : never;

type SpreadNames<All> = { [Name in keyof All]: All[Name] extends MultiFieldForm<object> ? Name : never }[keyof All];

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
 * Describes one kind of message. In the template, `{name}` is a field, `[…{name}…]` an optional one with what belongs
 * to it, and `[~{names}]…` a list at the end, each element after its delimiter. Everything else stands as it is.
 */
export function message<const Template extends string, const All extends Forms<Template>>(
  template: Template,
  description: { readonly fields: All } & MessageDescription<FieldsOf<Template, All>>,
): LineMessage<FieldsOf<Template, All>> {
  const { fields: forms, ...rest } = description;
  return { template, forms, ...rest };
}

/** Describes a message that stands alone. */
export const bare = <const Template extends string>(
  template: [Names<Template>] extends [never] ? Template : never,
  description: MessageDescription<NoFields>,
): LineMessage<NoFields> => ({ template, forms: {}, ...description });

type NoFields = Readonly<Record<never, never>>;

/** Every message of a table, with the name of its row as its `kind`. */
export type MessageOfTable<Table> = {
  [Kind in keyof Table]: Table[Kind] extends MessageDescription<infer Fields>
    ? Simplify<{ readonly kind: Kind } & Fields>
    : never;
}[keyof Table];

type KeysOfAny<Value> = Value extends unknown ? keyof Value : never;

/** Where the same kind has different fields in different tables: those that only some have are optional. */
export type MergeByKind<Message extends { readonly kind: string }> = {
  [Kind in Message['kind']]: WithAllKeys<Extract<Message, { kind: Kind }>, KeysOfAny<Extract<Message, { kind: Kind }>>>;
}[Message['kind']];

type WithAllKeys<Message, Keys extends PropertyKey> = Message extends unknown
  ? Simplify<Message & { readonly [Key in Exclude<Keys, keyof Message>]?: undefined }>
  : never;
