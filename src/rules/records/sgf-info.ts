import { ok, problem, type Result } from '../../result.ts';
import type { GameRecord, RecordDetails, RecordDraft } from './game-record.ts';
import type { SgfProperties } from './sgf-properties.ts';
import { makeResult, parseResult } from './sgf-result.ts';
import {
  makeLines,
  makeReal,
  makeText,
  parseApplication,
  parseLines,
  parseReal,
  parseText,
  shown,
} from './sgf-value.ts';

/** Game information of one line each, and the part of the record that has it. */
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
/** Those of several lines; C is that of the root. */
const COMMENTS = { GC: 'summary', C: 'comment' } as const satisfies {
  readonly [property: string]: keyof RecordDetails;
};

/** In characters; a longer text stays in the file alone. */
const LONGEST_LINE = 1_000;
const LONGEST_COMMENT = 10_000;

/** The game information of a record as properties of the root. */
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

/** Reads game information, wherever on the main line it stands. The problem: a komi that is no number. */
export function readInfo(properties: SgfProperties, draft: RecordDraft, notes: string[]): Result<void> {
  const komi = readKomi(properties, draft, notes);
  if (!komi.ok) return komi;
  const handicap = properties.takeFirst('HA', (value) => /^\s*\d{1,3}\s*$/.test(value));
  if (handicap !== undefined) draft.handicap = Number(handicap.value);
  for (const [name, field] of Object.entries(TEXTS)) {
    // How long a name may be is for the caller to say.
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

function readKomi(properties: SgfProperties, draft: RecordDraft, notes: string[]): Result<void> {
  const found = properties.takeFirst('KM');
  if (found === undefined) return ok(undefined);
  const written = found.value.trim();
  const komi = parseReal(written.replace(',', '.'));
  if (komi === undefined) return problem(`${found.where}: KM[${shown(found.value)}] is no number`);
  if (written.includes(',')) notes.push(`KM[${shown(written)}] is read as ${makeReal(komi)}`);
  draft.komi = komi;
  return ok(undefined);
}

function readDetails(properties: SgfProperties, draft: RecordDraft): void {
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

function takeText(properties: SgfProperties, name: string, most: number): string | undefined {
  const found = properties.takeFirst(name, fits(most, parseText));
  const text = parseText(found?.value ?? '');
  return text === '' ? undefined : text;
}

/** Whether a value is short enough as it is read: how it is escaped may differ where it is written again. */
const fits =
  (most: number, parse: (value: string) => string) =>
  (value: string): boolean =>
    parse(value).length <= most;
