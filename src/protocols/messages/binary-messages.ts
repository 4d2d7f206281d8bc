import { ok, problem } from '../../result.ts';
import { joinBytes, type ReadResult } from '../bytes.ts';
import type { BinaryFieldCodec, OptionalBinaryFieldCodec } from './binary-field-codec.ts';
import type { Random } from './field-codec.ts';
import type { MessageDescription, MessageDocumentationRow, MessageTable, Simplify } from './message-description.ts';
import { describePrivacy, strictestOf } from './message-privacy.ts';

/** The first byte of a message. It is a record by version if the versions differ or some of them lack the message. */
type Numbers = number | Readonly<Record<string, number>>;

/** One kind of message of a binary protocol: a byte that is its number, and then its fields. */
export interface BinaryMessageDescription<Fields> extends MessageDescription<Fields> {
  /** The name in the protocol's document: `PLAYER DESCRIPTION`. */
  readonly name: string;
  readonly numbers: Numbers;
  readonly forms: Readonly<Record<string, BinaryFieldCodec<unknown>>>;
}

type OptionalNames<All> = {
  [Name in keyof All]: All[Name] extends OptionalBinaryFieldCodec<unknown> ? Name : never;
}[keyof All];

type ValueOf<Each> = Each extends BinaryFieldCodec<infer Value> ? Value : never;

type FieldsOf<All> = Simplify<
  { readonly [Name in Exclude<keyof All, OptionalNames<All>>]: ValueOf<All[Name]> } & {
    readonly [Name in OptionalNames<All>]?: ValueOf<All[Name]>;
  }
>;

/** Describes one kind of message. The fields are written in the order of `fields`. */
export function binaryMessage<const All extends Readonly<Record<string, BinaryFieldCodec<unknown>>>>(
  name: string,
  numbers: Numbers,
  description: { readonly fields: All } & MessageDescription<FieldsOf<All>>,
): BinaryMessageDescription<FieldsOf<All>> {
  const { fields: forms, ...rest } = description;
  return { name, numbers, forms, ...rest };
}

/** Bytes that are not a message. After `no-such-action` and `too-long`, nothing more can be read. */
export interface MalformedBytes {
  readonly kind: 'malformed';
  readonly problem: 'no-such-action' | 'too-long' | 'not-utf8' | 'bad-value';
  /** The first byte: the number of a message, or an unknown number. */
  readonly number: number;
}

type MessageOf<Table> = {
  [Kind in keyof Table]: Table[Kind] extends BinaryMessageDescription<infer Fields>
    ? Simplify<{ readonly kind: Kind } & Fields>
    : never;
}[keyof Table];

/** The messages of one speaker in one version of a protocol. */
export interface BinaryCodec<Message> extends MessageTable<Message> {
  /** Reads one message from the front of the bytes. */
  parse(bytes: Uint8Array): ReadResult<Message | MalformedBytes>;
  /** Throws if the version has no such message: see `numberOf`. */
  make(message: Message): Uint8Array;
  nameOf(message: Message): string;
  /** The first byte of a message of this kind. Undefined: the version does not have the message. */
  numberOf(kind: string): number | undefined;
}

/** The messages of a codec, as a union by `kind`. */
export type MessageOfBinaryCodec<Codec> = Codec extends BinaryCodec<infer Message> ? Message : never;

type Fields = Record<string, unknown>;

/** Compiles a table of messages into the functions that read and make them. */
export function binaryMessages<const Table extends Readonly<Record<string, BinaryMessageDescription<never>>>>(
  table: Table,
  version = '',
): BinaryCodec<MessageOf<Table>> {
  const rows = Object.entries(table).map(([kind, message]) => new Row(kind, message, version));
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const rowOf = ({ kind }: { readonly kind: string }): Row => {
    const row = byKind.get(kind);
    if (row === undefined) throw new Error(`no message is called ${kind}`);
    return row;
  };
  const parse = (bytes: Uint8Array): ReadResult<{ readonly kind: string }> => {
    const number = bytes[0];
    if (number === undefined) return { kind: 'more' };
    const row = byNumber.get(number);
    if (row === undefined) return { kind: 'broken', message: malformed('no-such-action', number) };
    return row.parse(bytes, number);
  };
  type Kind = { readonly kind: string };
  const codec: MessageTable<Kind> &
    Omit<BinaryCodec<Kind>, keyof MessageTable<Kind> | 'parse'> & { parse: typeof parse } = {
    parse,
    make: (message) => rowOf(message).make(message),
    nameOf: (message) => rowOf(message).message.name,
    numberOf: (kind) => byKind.get(kind)?.number,
    describe: (message, context) => {
      const { means } = rowOf(message).message;
      return typeof means === 'string' ? means : means(message, context);
    },
    privacyOf: (message) => {
      const { privacy } = rowOf(message).message;
      return typeof privacy === 'string' ? privacy : privacy(message);
    },
    strictest: strictestOf(rows.map(({ message }) => message.privacy)),
    sizeIn: (message) => rowOf(message).message.sizeIn?.(message),
    sample: (kind, random) => rowOf({ kind }).sample(random),
    roundTrip(message) {
      // The next byte decides whether an optional field is present. 0xff begins no optional field.
      const read = parse(joinBytes(rowOf(message).make(message), Uint8Array.of(0xff)));
      return read.kind === 'message' ? ok(read.message) : problem(read.kind);
    },
    get rows() {
      return rows.filter(({ number }) => number !== undefined).map((row) => row.documented);
    },
  };
  return codec as unknown as BinaryCodec<MessageOf<Table>>;
}

interface Field {
  readonly name: string;
  readonly form: BinaryFieldCodec<unknown>;
  /** Only for an optional field. */
  readonly beginsWith: ((byte: number) => boolean) | undefined;
}

class Row {
  readonly kind: string;
  readonly message: BinaryMessageDescription<Fields>;
  readonly number: number | undefined;
  readonly #fields: readonly Field[];
  /** The size in bytes, if all messages of this kind have the same size. */
  readonly #fixedSize: number | undefined;

  constructor(kind: string, message: BinaryMessageDescription<never>, version: string) {
    this.kind = kind;
    this.message = message as BinaryMessageDescription<Fields>;
    const { numbers, forms } = message;
    this.number = typeof numbers === 'number' ? numbers : numbers[version];
    this.#fields = Object.entries(forms).map(([name, form]) => {
      const beginsWith = 'beginsWith' in form ? (form as OptionalBinaryFieldCodec<unknown>).beginsWith : undefined;
      return { name, form, beginsWith };
    });
    this.#fixedSize = this.#fields.reduce<number | undefined>((size, { form, beginsWith }) => {
      return size === undefined || beginsWith !== undefined || form.fixedSize === undefined
        ? undefined
        : size + form.fixedSize;
    }, 1);
  }

  parse(bytes: Uint8Array, number: number): ReadResult<{ readonly kind: string }> {
    const message: Fields & { kind: string } = { kind: this.kind };
    let wrong: MalformedBytes | undefined;
    let at = 1;
    for (const { name, form, beginsWith } of this.#fields) {
      if (beginsWith !== undefined) {
        const next = bytes[at];
        if (next === undefined) return { kind: 'more' };
        if (!beginsWith(next)) continue;
      }
      const content = form.read(bytes, at);
      if (content.kind === 'more') return content;
      if (content.kind === 'too-long') return { kind: 'broken', message: malformed('too-long', number) };
      if (content.kind === 'wrong') wrong ??= malformed(content.problem, number);
      else message[name] = content.value;
      at = content.end;
    }
    return { kind: 'message', message: wrong ?? message, length: at };
  }

  make(message: Fields): Uint8Array {
    if (this.number === undefined) throw new Error(`this version has no ${this.message.name}`);
    const fields = this.#fields;
    const bytes = new Uint8Array(this.#fixedSize ?? this.#sizeOf(message));
    bytes[0] = this.number;
    let at = 1;
    for (let index = 0; index < fields.length; index++) {
      const { name, form } = fields[index]!;
      const value = message[name];
      if (value !== undefined) at = form.write(value, bytes, at);
    }
    return bytes;
  }

  #sizeOf(message: Fields): number {
    return this.#fields.reduce((size, { name, form }) => {
      const value = message[name];
      return value === undefined ? size : size + form.sizeOf(value);
    }, 1);
  }

  sample(random: Random): { readonly kind: string } {
    const fields = this.#fields
      .filter(({ beginsWith }) => beginsWith === undefined || random(2) > 0)
      .map(({ name, form }) => [name, form.sample(random)] as const);
    return { kind: this.kind, ...Object.fromEntries(fields) };
  }

  get documented(): MessageDocumentationRow {
    const { name, numbers, privacy, about } = this.message;
    const fields = this.#fields.map(({ name: field, form: { description } }) => ({ name: field, form: description }));
    const wire = [name, ...fields.map((field) => field.name)].join(' ');
    const number =
      typeof numbers === 'number'
        ? hex(numbers)
        : Object.entries(numbers)
            .map(([version, byte]) => `${hex(byte)} (${version})`)
            .join(', ');
    return { kind: this.kind, number, message: wire, fields, privacy: describePrivacy(privacy), about };
  }
}

const hex = (byte: number): string => `\`${byte.toString(16).padStart(2, '0').toUpperCase()}\``;

const malformed = (problem: MalformedBytes['problem'], number: number): MalformedBytes => ({
  kind: 'malformed',
  problem,
  number,
});
