import { ok, problem, type Result } from '../../result.ts';
import { lineText } from '../../sanitize-text.ts';
import { utf8 } from '../bytes.ts';
import { fitLine, LONGEST_LINE } from '../text-line.ts';
import type { FieldForm, ListForm, Random } from './field-form.ts';
import type {
  ConversationContext,
  LineMessage,
  MessageOfTable,
  MessageTable,
  TableRow,
} from './message-description.ts';
import { describePrivacy, type Privacy, type PrivacyRule, strictestOf } from './message-privacy.ts';
import { parseTemplate, shownTemplate, type TemplatePart } from './message-template.ts';

/** How the lines of one protocol are built. */
export interface LineFormat {
  /** What stands between two fields. */
  readonly delimiter: string;
  /** An empty field makes the line malformed, whatever its form. */
  readonly refusesEmpty?: true;
  /** Makes a field safe that something follows. */
  readonly close?: (field: string) => string;
  /** The error text for the sender of a line with an unknown keyword. */
  readonly unknown?: (keyword: string) => string;
}

/** Why a line is no message. */
export interface MalformedLine {
  /** One line for people. */
  readonly reason: string;
  /** The kind of message that it should have been. */
  readonly kind?: string;
  /** The field whose form is wrong; absent where fields are missing or left over. */
  readonly field?: string;
}

/** The messages of one speaker. Lines are without their line ending. */
export interface LineCodec<Message> extends MessageTable<Message> {
  /** Reads a line; the problem says why it is no message. */
  parse(line: string): Result<Message, MalformedLine>;
  /** The same, where the words of the problem are enough. */
  read(line: string): Result<Message>;
  make(message: Message): string;
  /** The same of a line, which may be malformed. A mistyped message that is not public must not pass for a public one. */
  privacyOfLine(line: string): Privacy;
}

/** The messages of a codec, as a union by `kind`. */
export type MessageOfCodec<Codec> = Codec extends LineCodec<infer Message> ? Message : never;

type Fields = Record<string, unknown>;

/** Compiles a table of messages, once, into the functions that read and make them. */
export function lineMessages<const Table extends Readonly<Record<string, LineMessage<never>>>>(
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
  const guarded = rows.filter((row) => row.privacy !== 'public');
  const guardedKeywords = guarded.flatMap(({ keyword = [] }) => keyword);
  const almostGuarded = new RegExp(guardedKeywords.map((keyword) => keyword.replaceAll(/\W/g, '.?')).join('|'), 'i');
  const privacyOfLine = (line: string): Privacy => {
    if (strictest === 'public') return 'public';
    const read = parse(line);
    const row = read.ok ? byKind.get(read.value['kind'] as string) : byKeyword.get(keywordOf(line))?.[0];
    if (row === undefined) return strictest;
    if (row.privacy !== 'public') return read.ok ? row.privacyOf(read.value) : strictest;
    return (read.ok && !row.hasTail) || hasShortFields(line)
      ? almostGuarded.test(line)
        ? strictest
        : 'public'
      : strictest;
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
    describe: (message, known) => rowOf(message as MessageOfTable<Table>).describe(message as Fields, known),
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

/** A field as it is read and made: its form, and where it ends. */
interface Field extends TemplatePart {
  readonly form: FieldForm<unknown>;
  readonly isSpread: boolean;
  /** What ends the field; empty where the line does. */
  readonly stop: string;
  /** Where `stop` is missing, the line ends the field. */
  readonly mayEndLine: boolean;
}

/** One row of a table. */
class Row {
  readonly kind: string;
  /** What a line of this kind begins with, up to a delimiter; `undefined` where it begins with a field. */
  readonly keyword: string | undefined;
  readonly #message: LineMessage<Fields>;
  readonly #format: LineFormat;
  readonly #fields: readonly Field[];
  readonly #end: string;
  readonly #cut: Field | undefined;
  readonly #endsInText: boolean;
  /** Every field is one word that is always there. */
  readonly #isPlain: boolean;

  constructor(kind: string, message: LineMessage<never>, format: LineFormat) {
    this.kind = kind;
    this.#message = message as LineMessage<Fields>;
    this.#format = format;
    const { parts, end } = parseTemplate(message.template);
    this.#end = end;
    this.#fields = parts.map((part, index) => fieldOf(part, parts[index + 1], end, message));
    this.#cut = this.#fields.find(({ form }) => form.isTruncatable);
    const last = this.#fields.at(-1);
    this.#endsInText = last?.form.isRestOfLine === true && last.presence === 'required' && end === '';
    this.#isPlain =
      message.tail === undefined &&
      this.#fields.every(
        ({ form, presence, isSpread }) =>
          presence === 'required' && !isSpread && !form.isRestOfLine && !form.isTruncatable,
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
    const texts = this.#fields.map((field) => this.#written(field, message));
    const line = this.#join(texts);
    // No character takes more than three bytes for each of its units.
    if (this.#cut === undefined || line.length * 3 <= LONGEST_LINE) return line;
    const index = this.#fields.indexOf(this.#cut);
    const text = texts[index] ?? '';
    texts[index] = fitLine(text, utf8(line).length - utf8(text).length);
    return this.#join(texts);
  }

  describe(message: Fields, known: ConversationContext): string {
    const { means } = this.#message;
    return typeof means === 'string' ? means : means(message, known);
  }

  get privacy(): PrivacyRule<Fields> {
    return this.#message.privacy;
  }

  /** Lines of this kind may end in anything. */
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

  get documented(): TableRow {
    const { template, about, privacy } = this.#message;
    const fields = this.#fields.map(({ name, presence, form: { description } }) => ({
      name,
      form: presence === 'list' ? `any number of: ${description}` : description,
    }));
    return { kind: this.kind, message: shownTemplate(template), fields, privacy: describePrivacy(privacy), about };
  }

  sample(random: Random): Fields {
    const message: Fields = { kind: this.kind };
    for (const { form, isSpread, presence, name } of this.#fields) {
      if (presence === 'list') message[name] = Array.from({ length: random(4) }, () => form.sample(random));
      else if (presence === 'optional' && random(2) === 0) continue;
      else if (isSpread) Object.assign(message, form.sample(random));
      else message[name] = form.sample(random);
    }
    return message;
  }

  /** A row of plain fields is what a move is: it is read in one pass. Nothing where the line is malformed. */
  #parsePlain(line: string): Fields | undefined {
    const message: Fields = { kind: this.kind };
    const { delimiter, refusesEmpty } = this.#format;
    let at = 0;
    for (const { name, form, lead, stop } of this.#fields) {
      if (!line.startsWith(lead, at)) return undefined;
      at += lead.length;
      const end = stop === '' ? line.length : line.indexOf(stop, at);
      if (end === -1) return undefined;
      const text = line.slice(at, end);
      if (text === '' ? refusesEmpty : text.includes(delimiter)) return undefined;
      const value = form.read(text);
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
      const { lead, form, name } = fields[index]!;
      const text = form.write(message[name]);
      line += lead + (close === undefined || index === fields.length - 1 ? text : close(text));
    }
    return line + this.#end;
  }

  #parseAny(line: string): Result<Fields, MalformedLine> {
    let texts = this.#split(line);
    // A line loses the delimiter at its end where the text behind it is empty.
    if (texts === undefined && this.#endsInText) texts = this.#split(line + this.#format.delimiter);
    if (texts === undefined) return this.#malformed();
    const message: Fields = { kind: this.kind };
    for (const [index, field] of this.#fields.entries()) {
      const text = texts[index];
      if (field.presence === 'list') {
        const values = this.#readList(field, text);
        if (values === undefined) return this.#malformed(field);
        message[field.name] = values;
      } else if (text !== undefined && !(text === '' && field.form.isAbsentIfEmpty)) {
        const value = field.form.read(text);
        if (value === undefined) return this.#malformed(field);
        if (field.isSpread) Object.assign(message, value);
        else message[field.name] = value;
      }
    }
    return ok(message);
  }

  /** The text of each field, in order; nothing where the line is built otherwise. */
  #split(line: string): (string | undefined)[] | undefined {
    const texts: (string | undefined)[] = [];
    let at = 0;
    for (const field of this.#fields) {
      if (!line.startsWith(field.lead, at)) return undefined;
      at += field.lead.length;
      const start = at + field.before.length;
      const end = endOf(field, line, start);
      if (field.presence !== 'required' && (end === -1 || !line.startsWith(field.before, at))) {
        texts.push(undefined);
        continue;
      }
      if (end === -1) return undefined;
      const text = line.slice(start, end);
      if (!this.#holds(field, text)) return undefined;
      texts.push(text);
      at = end + field.after.length;
    }
    if (this.#message.tail !== undefined) return line.startsWith(this.#end, at) ? texts : undefined;
    return line.length === at + this.#end.length && line.endsWith(this.#end) ? texts : undefined;
  }

  /** Whether the text can be one field, or a list of them. */
  #holds({ form, presence }: Field, text: string): boolean {
    const { delimiter, refusesEmpty } = this.#format;
    if (presence === 'list') return !refusesEmpty || !`${delimiter}${text}${delimiter}`.includes(delimiter + delimiter);
    return (form.isRestOfLine === true || !text.includes(delimiter)) && !(refusesEmpty && text === '');
  }

  #readList({ form, before }: Field, text: string | undefined): unknown[] | undefined {
    if (text === undefined) return [];
    const values = text.split(before).map((each) => form.read(each));
    return values.includes(undefined) ? undefined : values;
  }

  /** What stands in a line for the field; nothing where it is absent. */
  #written({ form, isSpread, presence, name, before }: Field, message: Fields): string | undefined {
    const value = isSpread ? message : message[name];
    if (value === undefined) return undefined;
    if (presence !== 'list') return form.write(value);
    const items = (value as readonly unknown[]).map((each) => form.write(each));
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
    const reason = field.form.problem ?? usage ?? `${field.name} is ${field.form.description}`;
    return problem({ reason, kind, field: field.name });
  }

  #defaultUsage(): string {
    const names = this.#fields.map(({ name, presence }) => (presence === 'required' ? name : `perhaps ${name}`));
    const keyword = lineText(this.keyword ?? this.kind);
    return names.length === 0 ? `${keyword} stands alone` : `${keyword} wants ${names.join(', ')}`;
  }
}

function fieldOf(
  part: TemplatePart,
  next: TemplatePart | undefined,
  end: string,
  { forms, template }: LineMessage<never>,
): Field {
  const form = forms[part.name];
  if (form === undefined) throw new Error(`${template}: ${part.name} has no form`);
  const isList = 'isList' in form;
  if (isList !== (part.presence === 'list')) throw new Error(`${template}: ${part.name} is a list or not`);
  const item: FieldForm<unknown> = isList ? (form as ListForm<unknown>).item : (form as FieldForm<unknown>);
  const follows = next === undefined ? end : next.lead;
  const stop = part.after !== '' ? part.after : follows !== '' ? follows : (next?.before ?? '');
  const mayEndLine = part.after === '' && follows === '';
  return { ...part, form: item, isSpread: 'isSpread' in item, stop, mayEndLine };
}

/** Where a field ends that begins at `start`; -1 where what should follow it is missing. */
function endOf({ stop, mayEndLine, presence }: Field, line: string, start: number): number {
  if (stop === '' || presence === 'list') return line.length;
  const end = line.indexOf(stop, start);
  return end === -1 && mayEndLine ? line.length : end;
}

const unchanged = (field: string): string => field;
