import { readFileSync } from 'node:fs';
import * as daigo from '../../../src/protocols/daigo/messages.ts';
import * as gomokurs from '../../../src/protocols/gomokurs/messages.ts';
import type { MessageTable, TableRow } from '../../../src/protocols/messages/message.ts';
import * as nedap from '../../../src/protocols/nedap/messages.ts';
import * as nu6 from '../../../src/protocols/nu6/messages.ts';
import * as remastered from '../../../src/protocols/remastered/messages.ts';

/** The tables of one protocol, by the names in the markers of its page. */
export type Tables = Readonly<Record<string, MessageTable<unknown>>>;

/** Every protocol with a message table. */
export const TABLES: Readonly<Record<string, Tables>> = {
  remastered: { client: remastered.clientMessages, server: remastered.serverMessages },
  nu6: { client: nu6.clientMessages, server: nu6.serverMessages },
  daigo: { client: daigo.clientMessages, server: daigo.serverMessages },
  nedap: {
    'documented client': nedap.clientMessages.documented,
    'later client': nedap.clientMessages.later,
    'documented server': nedap.serverMessages.documented,
    'later server': nedap.serverMessages.later,
  },
  // The later version has every action, and each action knows its numbers in both.
  gomokurs: { player: gomokurs.playerActions['0.2.0'], manager: gomokurs.managerActions['0.2.0'] },
};

export const pageOf = (protocol: string): URL => new URL(`../../../docs/protocols/${protocol}.md`, import.meta.url);

/** The page of a protocol with fresh tables between its markers, `<!-- messages: client -->` and `<!-- end -->`. */
export function freshPage(protocol: string, tables: Tables): string {
  const page = readFileSync(pageOf(protocol), 'utf8');
  return Object.entries(tables).reduce((text, [name, { rows }]) => {
    const marker = `<!-- messages: ${name} -->`;
    const start = text.indexOf(marker) + marker.length;
    const end = text.indexOf('<!-- end -->', start);
    if (start < marker.length || end === -1) throw new Error(`${protocol}.md has no ${marker} with its <!-- end -->`);
    return `${text.slice(0, start)}\n\n${tableOf(rows)}\n${text.slice(end)}`;
  }, page);
}

function tableOf(rows: readonly TableRow[]): string {
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
