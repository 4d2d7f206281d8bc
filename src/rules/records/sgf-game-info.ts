import { ok, problem, type Result } from '../../result.ts';
import type { GameRecord, RecordDetails, RecordDraft } from './game-record.ts';
import type { SgfPropertyReader } from './sgf-property-reader.ts';
import { makeResult, parseResult } from './sgf-result.ts';
import {
  excerpt,
  makeLines,
  makeReal,
  makeText,
  parseApplication,
  parseLines,
  parseReal,
  parseText,
} from './sgf-value.ts';

/** Properties of game information with one line, and the fields of the record for them. */
const TEXTS = { RU: 'rules', PB: 'black', PW: 'white', DT: 'date', PC: 'place' } as const;
const DETAILS = {
  GN: 'title',
  EV: 'event',
  RO: 'round',
  BR: 'blackRank',
  WR: 'whiteRank',
  BT: 'blackTeam',
  WT: 'whiteTeam',
  TM: 'timeLimit',
  OT: 'overtime',
  ON: 'opening',
  AN: 'annotator',
  SO: 'source',
  US: 'user',
  CP: 'copyright',
} as const satisfies { readonly [property: string]: keyof RecordDetails };
/** Properties of game information with several lines. C is the comment of the root. */
const COMMENTS = { GC: 'summary', C: 'comment' } as const satisfies {
  readonly [property: string]: keyof RecordDetails;
};

/** The maximum lengths of texts in characters. Longer texts are not read. */
const LONGEST_LINE = 1_000;
const LONGEST_COMMENT = 10_000;

/** Writes the game information of a record as properties of the root. */
export function makeInfo(record: GameRecord): string {
  const { handicap, komi, result, details = {} } = record;
  const properties: string[] = [];
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined) properties.push(`${name}[${value}]`);
  };
  if (komi !== undefined) add('KM', makeReal(komi));
  if (handicap !== undefined) add('HA', `${handicap}`);
  const line = (text: string | undefined): string | undefined => (text === undefined ? undefined : makeText(text));
  for (const [name, field] of Object.entries(TEXTS)) add(name, line(record[field]));
  add('RE', line(result && makeResult(result)));
  for (const [name, field] of Object.entries(DETAILS)) add(name, line(details[field]));
  for (const [name, field] of Object.entries(COMMENTS)) {
    const text = details[field];
    if (text !== undefined) add(name, makeLines(text));
  }
  return properties.join('');
}

/** Reads the game information from any node of the main line. The problem: the komi is no number. */
export function readInfo(properties: SgfPropertyReader, draft: RecordDraft, notes: string[]): Result<void> {
  const komi = readKomi(properties, draft, notes);
  if (!komi.ok) return komi;
  const handicap = properties.takeFirst('HA', (value) => /^\s*\d{1,3}\s*$/.test(value));
  if (handicap !== undefined) draft.handicap = Number(handicap.value);
  for (const [name, field] of Object.entries(TEXTS)) {
    // The caller limits the length of names.
    const isName = field === 'black' || field === 'white';
    const text = takeText(properties, name, isName ? Number.POSITIVE_INFINITY : LONGEST_LINE);
    if (text !== undefined) draft[field] = text;
  }
  const result = takeText(properties, 'RE', LONGEST_LINE);
  if (result !== undefined) draft.result = parseResult(result);
  const application = parseApplication(properties.takeFirst('AP', fits(LONGEST_LINE, parseText))?.value ?? '');
  if (application.name !== '') draft.application = application;
  readDetails(properties, draft);
  return ok(undefined);
}

function readKomi(properties: SgfPropertyReader, draft: RecordDraft, notes: string[]): Result<void> {
  const found = properties.takeFirst('KM');
  if (found === undefined) return ok(undefined);
  const trimmed = found.value.trim();
  const komi = parseReal(trimmed.replace(',', '.'));
  if (komi === undefined) return problem(`${found.where}: KM[${excerpt(found.value)}] is not a number`);
  if (trimmed.includes(',')) notes.push(`KM[${excerpt(trimmed)}] is read as ${makeReal(komi)}`);
  draft.komi = komi;
  return ok(undefined);
}

function readDetails(properties: SgfPropertyReader, draft: RecordDraft): void {
  const details: { -readonly [detail in keyof RecordDetails]: RecordDetails[detail] } = {};
  for (const [name, field] of Object.entries(DETAILS)) {
    const text = takeText(properties, name, LONGEST_LINE);
    if (text !== undefined) details[field] = text;
  }
  const summary = parseLines(properties.takeFirst('GC', fits(LONGEST_COMMENT, parseLines))?.value ?? '');
  if (summary !== '') details.summary = summary;
  const comment = parseLines(properties.takeFirstOf(0, 'C', fits(LONGEST_COMMENT, parseLines))?.value ?? '');
  if (comment !== '') details.comment = comment;
  if (Object.keys(details).length > 0) draft.details = details;
}

function takeText(properties: SgfPropertyReader, name: string, maximum: number): string | undefined {
  const found = properties.takeFirst(name, fits(maximum, parseText));
  const text = parseText(found?.value ?? '');
  return text === '' ? undefined : text;
}

/**
 * Whether a parsed value is short enough. The raw value is not compared, because its escapes may change when it is written
 * again.
 */
const fits =
  (maximum: number, parse: (value: string) => string) =>
  (value: string): boolean =>
    parse(value).length <= maximum;
