import assert from 'node:assert/strict';
import type { Command, CommandAnswer } from '../../../src/lobby/command.ts';
import type { Notice } from '../../../src/lobby/notice.ts';
import { parseServerMessage } from '../../../src/protocols/api/parse-server-message.ts';
import type { ServerSession, ServerSessionOutput } from '../../../src/protocols/server-session-types.ts';
import { WebServerSession } from '../../../src/protocols/web/server-session.ts';

/** The time of all events, in milliseconds. */
const NOW = 1000;

/**
 * Checks a conversation, twice: with whole messages and byte by byte. Each line is one statement, with JSON after the colon:
 *
 *     client: a message of the client (`client raw`: exactly these bytes, with the escapes `\n` and `\xff`)
 *     answer: the lobby's answer to the oldest command
 *     notice: a notice of the lobby
 *
 * The indented lines below a statement are all its effects, in this order: `says` a message, `asks` a command, `closes`.
 */
export function checkWebDialogue(text: string, account?: string): void {
  for (const packet of [Number.MAX_SAFE_INTEGER, 1]) perform(text, packet, account);
}

function perform(text: string, packet: number, account: string | undefined): void {
  const session = new WebServerSession(NOW, account);
  const blocks = text.trim().split(/\n(?! {8})/);
  for (const block of blocks) {
    const [statement = '', ...expected] = block.split('\n').map((line) => line.trim());
    if (statement === '' || statement.startsWith('#')) continue;
    assert.deepEqual(execute(session, statement, packet), expected.map(normalizeLine), statement);
  }
}

function execute(session: ServerSession, statement: string, packet: number): string[] {
  const [, kind, text = ''] = /^(\w+(?: raw)?): (.*)$/.exec(statement) ?? [];
  switch (kind) {
    case 'client':
      return receive(session, Buffer.from(`${text}\n`), packet);
    case 'client raw':
      return receive(session, Buffer.from(text.replaceAll('\\n', '\n').replaceAll('\\xff', '\xff'), 'latin1'), packet);
    case 'answer':
      return formatOutput(session.answer(JSON.parse(text) as CommandAnswer, NOW));
    case 'notice':
      return formatOutput(session.notify(JSON.parse(text) as Notice, NOW));
    default:
      throw new Error(`not a statement: ${statement}`);
  }
}

/** All notices of earlier commands are delivered before the bytes arrive. */
function receive(session: ServerSession, bytes: Buffer, packet: number): string[] {
  const outcomes = formatOutput(session.proceed(NOW));
  for (let start = 0; start < bytes.length; start += packet) {
    outcomes.push(...formatOutput(session.receive(bytes.subarray(start, start + packet), NOW)));
  }
  return outcomes;
}

function formatOutput({ send, ask, close }: ServerSessionOutput): string[] {
  const lines = Buffer.concat(send).toString().split('\n').slice(0, -1);
  for (const line of lines) assert(parseServerMessage(line).ok, line);
  const messages = lines.map((line) => `says: ${line}`);
  return [
    ...messages,
    ...ask.map((command: Command) => `asks: ${JSON.stringify(command)}`),
    ...(close ? ['closes'] : []),
  ].map(normalizeLine);
}

/** Sorts the fields of a message, so that their order does not matter. */
function normalizeLine(line: string): string {
  const [, prefix, json = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
  return prefix === undefined ? line : `${prefix}: ${JSON.stringify(sorted(JSON.parse(json)))}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([key, each]) => [key, sorted(each)]));
}

/** The same game parameters in the form of the lobby, and in the form of the API. */
export const GO_PARAMETERS =
  '{"game":"go","size":9,"ruleset":{"ko":"positional","suicide":"allowed"},"komi":7.5,"fixedKomi":false}';
export const GO_BOARD = '{"game":"go","size":9,"komi":7.5,"ko":"positional","suicide":"allowed"}';
export const GOMOKU_BOARD = '{"game":"gomoku","size":15,"rule":"freestyle"}';
const OPTIONS = '{"rated":true,"private":false,"takeBack":true,"estimate":false}';
const SEATS = '"black":{"name":"anne","protocol":"web"},"white":{"name":"bob","protocol":"nu6"}';
const CLOCK = '"toMove":"black","turnSince":900,"used":{"black":0,"white":0}';

export const ENTERED = `
client: {"kind":"enter","name":"anne"}
        asks: {"kind":"enter","name":"anne","receives":["chat"]}
answer: {"kind":"entered","name":"anne","held":false}
        says: {"kind":"done","name":"anne"}
        says: {"kind":"you","name":"anne"}`;

export const started = (parameters: string): string =>
  `{"kind":"started","game":7,"color":"black","opponent":"bob","parameters":${parameters},"komi":7.5,"toMove":"black","moves":[],"stones":[],"clockUsed":{"black":0,"white":0}}`;
export const view = (game: number, parameters: string, moves = '[]'): string =>
  `{"game":${game},"parameters":${parameters},${SEATS},"since":900,"options":${OPTIONS},"moves":${moves},${CLOCK},"away":[],"proposals":true}`;
export const state = (game: number, board: string, turns = '[]'): string =>
  `{"game":${game},"board":${board},${SEATS},"since":900,"options":${OPTIONS},"turns":${turns},${CLOCK},"offers":true}`;
