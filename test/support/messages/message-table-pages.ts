import { readFileSync } from 'node:fs';
import type { MessageDocumentationRow, MessageTable } from '../../../src/protocols/messages/message-description.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';

/** The tables of one protocol, by the names in the markers of its page. */
type Tables = Readonly<Record<string, MessageTable<unknown>>>;

const all = await Promise.all(PROTOCOLS.map(async ({ name, messages }) => [name, (await messages()).tables] as const));

/** Every protocol with a message table. */
export const MESSAGE_TABLES: ReadonlyMap<string, Tables> = new Map(
  all.filter(([, tables]) => Object.keys(tables).length > 0),
);

export const protocolPage = (protocol: string): URL =>
  new URL(`../../../docs/protocols/${protocol}.md`, import.meta.url);

/** The page of a protocol with newly generated tables between its markers, `<!-- messages: client -->` and `<!-- end -->`. */
export function generateProtocolPage(protocol: string, tables: Tables): string {
  const page = readFileSync(protocolPage(protocol), 'utf8');
  return Object.entries(tables).reduce((text, [name, { rows }]) => {
    const marker = `<!-- messages: ${name} -->`;
    const start = text.indexOf(marker) + marker.length;
    const end = text.indexOf('<!-- end -->', start);
    if (start < marker.length || end === -1) throw new Error(`${protocol}.md has no ${marker} with its <!-- end -->`);
    return `${text.slice(0, start)}\n\n${tableOf(rows)}\n${text.slice(end)}`;
  }, page);
}

function tableOf(rows: readonly MessageDocumentationRow[]): string {
  const isBinary = rows.some(({ number }) => number !== undefined);
  const isAllPublic = rows.every(({ privacy }) => privacy === 'public');
  const cellsOf = (number: string, message: string, fields: string, about: string, privacy: string): string[] => [
    ...(isBinary ? [number] : []),
    message,
    fields,
    about,
    ...(isAllPublic ? [] : [privacy]),
  ];
  const columns = cellsOf('number', 'message', 'fields', 'what it is for', 'privacy');
  const lines = rows.map(({ number = '', message, fields, about, privacy }) => {
    const forms = fields.map(({ name, form }) => (name === form ? name : `${name}: ${form}`)).join('; ');
    return cellsOf(number, `\`${message}\``, forms, about, privacy);
  });
  return [columns, columns.map(() => '---'), ...lines].map((cells) => `${rowOf(cells)}\n`).join('');
}

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
