import { ok, problem, type Result } from '../../result.ts';
import { lineText } from '../../sanitize-text.ts';
import { utf8 } from '../bytes.ts';
import { fitLine, LONGEST_LINE } from '../text-line.ts';
import type { FieldCodec, ListCodec, Random } from './field-codec.ts';
import type {
  ConversationContext,
  LineMessageDescription,
  MessageDocumentationRow,
  MessageOfTable,
  MessageTable,
} from './message-description.ts';
import { describePrivacy, type Privacy, type PrivacyRule, strictestOf } from './message-privacy.ts';
import { formatTemplate, parseTemplate, type TemplatePart } from './message-template.ts';

/** How the lines of one protocol are built. */
export interface LineFormat {
  /** The text between two fields. */
  readonly delimiter: string;
  /** An empty field makes the line malformed, whatever its form. */
  readonly refusesEmpty?: true;
  /** Changes the text of a field so that a delimiter can follow it. Not used for the last field. */
  readonly close?: (field: string) => string;
  /** The error text for the sender of a line with an unknown keyword. */
  readonly unknown?: (keyword: string) => string;
}

export interface MalformedLine {
  /** One line for people. */
  readonly reason: string;
  /** The kind of message that the line's keyword belongs to. */
  readonly kind?: string;
  /** The field with a wrong form. Absent if fields are missing or left over. */
  readonly field?: string;
}

/** The messages of one side. Lines are without their line ending. */
export interface LineCodec<Message> extends MessageTable<Message> {
  parse(line: string): Result<Message, MalformedLine>;
  /** Reads a line. The problem is only the reason. */
  read(line: string): Result<Message>;
  make(message: Message): string;
  /**
   * The privacy of a line, which may be malformed. A mistyped message that is not public must not be taken for a public
   * message.
   */
  privacyOfLine(line: string): Privacy;
}

/** The messages of a codec, as a union by `kind`. */
export type MessageOfLineCodec<Codec> = Codec extends LineCodec<infer Message> ? Message : never;

type Fields = Record<string, unknown>;

/** Compiles a table of messages into the functions that read and make them. */
export function lineMessages<const Table extends Readonly<Record<string, LineMessageDescription<never>>>>(
  format: LineFormat,
  table: Table,
): LineCodec<MessageOfTable<Table>> {
  const rows = Object.entries(table).map(([kind, message]) => new Row(kind, message, format));
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const byKeyword = new Map(rows.map(({ keyword }) => [keyword, rows.filter((row) => row.keyword === keyword)]));
  const rowOf = (message: MessageOfTable<Table>): Row => {
    const { kind } = message as { readonly kind: string };
    const row = byKind.get(kind);
    if (row === undefined) throw new Error(`no message is called ${kind}`);
    return row;
  };
  const keywordOf = (line: string): string => {
    const end = line.indexOf(format.delimiter);
    return end === -1 ? line : line.slice(0, end);
  };
  const parse = (line: string): Result<Fields, MalformedLine> => {
    const keyword = keywordOf(line);
    const candidates = byKeyword.get(keyword) ?? byKeyword.get(undefined) ?? [];
    let first: Result<Fields, MalformedLine> | undefined;
    for (const row of candidates) {
      const read = row.parse(line);
      if (read.ok) return read;
      first ??= read;
    }
    return first ?? problem({ reason: format.unknown?.(keyword) ?? 'an unknown message' });
  };
  const strictest = strictestOf(rows.map((row) => row.privacy));
  const nonPublic = rows.filter((row) => row.privacy !== 'public');
  const nonPublicKeywords = nonPublic.flatMap(({ keyword = [] }) => keyword);
  const mistypedNonPublic = new RegExp(
    nonPublicKeywords.map((keyword) => keyword.replaceAll(/\W/g, '.?')).join('|'),
    'i',
  );
  const privacyOfLine = (line: string): Privacy => {
    if (strictest === 'public') return 'public';
    const read = parse(line);
    const row = read.ok ? byKind.get(read.value['kind'] as string) : byKeyword.get(keywordOf(line))?.[0];
    if (row === undefined) return strictest;
    if (row.privacy !== 'public') return read.ok ? row.privacyOf(read.value) : strictest;
    const hidesNothing = (read.ok && !row.hasTail) || hasShortFields(line);
    return hidesNothing && !mistypedNonPublic.test(line) ? 'public' : strictest;
  };
  const hasShortFields = (line: string): boolean => {
    const [, ...fields] = line.split(format.delimiter);
    return fields.length <= 3 && fields.every((field) => /^\S{0,20}$/u.test(field));
  };
  const codec: LineCodec<unknown> = {
    parse,
    read(line) {
      const read = parse(line);
      return read.ok ? read : problem(read.problem.reason);
    },
    make: (message) => rowOf(message as MessageOfTable<Table>).make(message as Fields),
    describe: (message, context) => rowOf(message as MessageOfTable<Table>).describe(message as Fields, context),
    privacyOf: (message) => rowOf(message as MessageOfTable<Table>).privacyOf(message as Fields),
    privacyOfLine,
    strictest,
    sizeIn: (message) => rowOf(message as MessageOfTable<Table>).sizeIn(message as Fields),
    roundTrip: (message) => parse(codec.make(message)),
    sample: (kind, random) => byKind.get(kind)?.sample(random),
    get rows() {
      return rows.map((row) => row.documented);
    },
  };
  return codec as LineCodec<MessageOfTable<Table>>;
}

/** A field as it is read and made: its codec, and where it ends. */
interface Field extends TemplatePart {
  readonly codec: FieldCodec<unknown>;
  readonly isSpread: boolean;
  /** The text that ends the field. Empty: the end of the line. */
  readonly stop: string;
  /** Whether the end of the line ends the field if `stop` is missing. */
  readonly mayEndLine: boolean;
}

class Row {
  readonly kind: string;
  /** The beginning of a line of this kind, up to a delimiter. Undefined: the line begins with a field. */
  readonly keyword: string | undefined;
  readonly #message: LineMessageDescription<Fields>;
  readonly #format: LineFormat;
  readonly #fields: readonly Field[];
  readonly #end: string;
  readonly #truncatable: Field | undefined;
  readonly #endsInRequiredRest: boolean;
  /** Every field is required and is one word. */
  readonly #isPlain: boolean;

  constructor(kind: string, message: LineMessageDescription<never>, format: LineFormat) {
    this.kind = kind;
    this.#message = message as LineMessageDescription<Fields>;
    this.#format = format;
    const { parts, end } = parseTemplate(message.template);
    this.#end = end;
    this.#fields = parts.map((part, index) => makeField(part, parts[index + 1], end, message));
    this.#truncatable = this.#fields.find(({ codec }) => codec.isTruncatable);
    const last = this.#fields.at(-1);
    this.#endsInRequiredRest = last?.codec.isRestOfLine === true && last.presence === 'required' && end === '';
    this.#isPlain =
      message.tail === undefined &&
      this.#fields.every(
        ({ codec, presence, isSpread }) =>
          presence === 'required' && !isSpread && !codec.isRestOfLine && !codec.isTruncatable,
      );
    const lead = parts[0]?.lead ?? end;
    const keyword = lead.split(format.delimiter, 1)[0] ?? '';
    this.keyword = keyword === '' ? undefined : keyword;
  }

  parse(line: string): Result<Fields, MalformedLine> {
    const message = this.#isPlain ? this.#parsePlain(line) : undefined;
    return message === undefined ? this.#parseAny(line) : ok(message);
  }

  make(message: Fields): string {
    if (this.#isPlain) return this.#makePlain(message);
    const texts = this.#fields.map((field) => this.#writeField(field, message));
    const line = this.#join(texts);
    // In UTF-8, a UTF-16 unit takes at most three bytes.
    if (this.#truncatable === undefined || line.length * 3 <= LONGEST_LINE) return line;
    const index = this.#fields.indexOf(this.#truncatable);
    const text = texts[index] ?? '';
    texts[index] = fitLine(text, utf8(line).length - utf8(text).length);
    return this.#join(texts);
  }

  describe(message: Fields, context: ConversationContext): string {
    const { means } = this.#message;
    return typeof means === 'string' ? means : means(message, context);
  }

  get privacy(): PrivacyRule<Fields> {
    return this.#message.privacy;
  }

  /** Whether any text may follow the message in the line. */
  get hasTail(): boolean {
    return this.#message.tail !== undefined;
  }

  privacyOf(message: Fields): Privacy {
    const { privacy } = this.#message;
    return typeof privacy === 'string' ? privacy : privacy(message);
  }

  sizeIn(message: Fields): number | undefined {
    return this.#message.sizeIn?.(message);
  }

  get documented(): MessageDocumentationRow {
    const { template, about, privacy } = this.#message;
    const fields = this.#fields.map(({ name, presence, codec: { description } }) => ({
      name,
      form: presence === 'list' ? `any number of: ${description}` : description,
    }));
    return { kind: this.kind, message: formatTemplate(template), fields, privacy: describePrivacy(privacy), about };
  }

  sample(random: Random): Fields {
    const message: Fields = { kind: this.kind };
    for (const { codec, isSpread, presence, name } of this.#fields) {
      if (presence === 'list') message[name] = Array.from({ length: random(4) }, () => codec.sample(random));
      else if (presence === 'optional' && random(2) === 0) continue;
      else if (isSpread) Object.assign(message, codec.sample(random));
      else message[name] = codec.sample(random);
    }
    return message;
  }

  /** Reads a line of plain fields, such as a move, in one pass. Undefined: the line is malformed. */
  #parsePlain(line: string): Fields | undefined {
    const message: Fields = { kind: this.kind };
    const { delimiter, refusesEmpty } = this.#format;
    let at = 0;
    for (const { name, codec, lead, stop } of this.#fields) {
      if (!line.startsWith(lead, at)) return undefined;
      at += lead.length;
      const end = stop === '' ? line.length : line.indexOf(stop, at);
      if (end === -1) return undefined;
      const text = line.slice(at, end);
      if (text === '' ? refusesEmpty : text.includes(delimiter)) return undefined;
      const value = codec.read(text);
      if (value === undefined) return undefined;
      message[name] = value;
      at = end;
    }
    return line.length === at + this.#end.length && line.endsWith(this.#end) ? message : undefined;
  }

  #makePlain(message: Fields): string {
    const { close } = this.#format;
    const fields = this.#fields;
    let line = '';
    for (let index = 0; index < fields.length; index++) {
      const { lead, codec, name } = fields[index]!;
      const text = codec.write(message[name]);
      line += lead + (close === undefined || index === fields.length - 1 ? text : close(text));
    }
    return line + this.#end;
  }

  #parseAny(line: string): Result<Fields, MalformedLine> {
    let texts = this.#split(line);
    // If the last text is empty, the line may lack the delimiter before it.
    if (texts === undefined && this.#endsInRequiredRest) texts = this.#split(line + this.#format.delimiter);
    if (texts === undefined) return this.#malformed();
    const message: Fields = { kind: this.kind };
    for (const [index, field] of this.#fields.entries()) {
      const text = texts[index];
      if (field.presence === 'list') {
        const values = this.#readList(field, text);
        if (values === undefined) return this.#malformed(field);
        message[field.name] = values;
      } else if (text !== undefined && !(text === '' && field.codec.isAbsentIfEmpty)) {
        const value = field.codec.read(text);
        if (value === undefined) return this.#malformed(field);
        if (field.isSpread) Object.assign(message, value);
        else message[field.name] = value;
      }
    }
    return ok(message);
  }

  /** The text of each field, in order. Undefined: the line does not fit the template. */
  #split(line: string): (string | undefined)[] | undefined {
    const texts: (string | undefined)[] = [];
    let at = 0;
    for (const field of this.#fields) {
      if (!line.startsWith(field.lead, at)) return undefined;
      at += field.lead.length;
      const start = at + field.before.length;
      const end = findEnd(field, line, start);
      if (field.presence !== 'required' && (end === -1 || !line.startsWith(field.before, at))) {
        texts.push(undefined);
        continue;
      }
      if (end === -1) return undefined;
      const text = line.slice(start, end);
      if (!this.#isAllowed(field, text)) return undefined;
      texts.push(text);
      at = end + field.after.length;
    }
    if (this.#message.tail !== undefined) return line.startsWith(this.#end, at) ? texts : undefined;
    return line.length === at + this.#end.length && line.endsWith(this.#end) ? texts : undefined;
  }

  /** Whether the text can be one field, or a list of them. */
  #isAllowed({ codec, presence }: Field, text: string): boolean {
    const { delimiter, refusesEmpty } = this.#format;
    if (presence === 'list') return !refusesEmpty || !`${delimiter}${text}${delimiter}`.includes(delimiter + delimiter);
    return (codec.isRestOfLine === true || !text.includes(delimiter)) && !(refusesEmpty && text === '');
  }

  #readList({ codec, before }: Field, text: string | undefined): unknown[] | undefined {
    if (text === undefined) return [];
    const values = text.split(before).map((each) => codec.read(each));
    return values.includes(undefined) ? undefined : values;
  }

  /** The text of the field in a line. Undefined: the field is absent. */
  #writeField({ codec, isSpread, presence, name, before }: Field, message: Fields): string | undefined {
    const value = isSpread ? message : message[name];
    if (value === undefined) return undefined;
    if (presence !== 'list') return codec.write(value);
    const items = (value as readonly unknown[]).map((each) => codec.write(each));
    if (items.length === 0) return undefined;
    const { close = unchanged } = this.#format;
    return items.map((item, index) => (index < items.length - 1 ? close(item) : item)).join(before);
  }

  #join(texts: readonly (string | undefined)[]): string {
    const { close } = this.#format;
    const last = close === undefined ? -1 : texts.findLastIndex((text) => text !== undefined);
    let line = '';
    for (const [index, { lead, before, after }] of this.#fields.entries()) {
      const text = texts[index];
      line += lead;
      if (text !== undefined) line += before + (close !== undefined && index < last ? close(text) : text) + after;
    }
    return line + this.#end + (this.#message.tail ?? '');
  }

  #malformed(field?: Field): Result<never, MalformedLine> {
    const { kind } = this;
    const { usage } = this.#message;
    if (field === undefined) return problem({ reason: usage ?? this.#defaultUsage(), kind });
    const reason = field.codec.problem ?? usage ?? `${field.name} is ${field.codec.description}`;
    return problem({ reason, kind, field: field.name });
  }

  #defaultUsage(): string {
    const names = this.#fields.map(({ name, presence }) => (presence === 'required' ? name : `perhaps ${name}`));
    const keyword = lineText(this.keyword ?? this.kind);
    return names.length === 0 ? `${keyword} stands alone` : `${keyword} wants ${names.join(', ')}`;
  }
}

function makeField(
  part: TemplatePart,
  next: TemplatePart | undefined,
  end: string,
  { codecs, template }: LineMessageDescription<never>,
): Field {
  const codec = codecs[part.name];
  if (codec === undefined) throw new Error(`${template}: ${part.name} has no codec`);
  const isList = 'isList' in codec;
  if (isList !== (part.presence === 'list')) throw new Error(`${template}: ${part.name} is a list or not`);
  const item: FieldCodec<unknown> = isList ? (codec as ListCodec<unknown>).item : (codec as FieldCodec<unknown>);
  const follows = next === undefined ? end : next.lead;
  const stop = part.after !== '' ? part.after : follows !== '' ? follows : (next?.before ?? '');
  const mayEndLine = part.after === '' && follows === '';
  return { ...part, codec: item, isSpread: 'isSpread' in item, stop, mayEndLine };
}

/** The index at which the field ends that begins at `start`. -1: the text that should follow the field is missing. */
function findEnd({ stop, mayEndLine, presence }: Field, line: string, start: number): number {
  if (stop === '' || presence === 'list') return line.length;
  const end = line.indexOf(stop, start);
  return end === -1 && mayEndLine ? line.length : end;
}

const unchanged = (field: string): string => field;
