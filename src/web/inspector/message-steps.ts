import type { RecordedMessage } from '../../protocols/api/resource-schemas.ts';

/** The conversations of a game, message by message. */
type Messages = readonly Pick<RecordedMessage, 'turns' | 'malformed'>[];

/** The maximum number of messages in the document. */
const MOST_SHOWN = 300;

/** The first message after the next change of the board. Without a further change, the last message. */
export function turnAfter(messages: Messages, at: number): number {
  const turns = messages[at]?.turns;
  const next = messages.findIndex((message, index) => index > at && message.turns !== turns);
  return next === -1 ? messages.length - 1 : next;
}

/** The first message with this many moves on the board, or with more; the last message if there is none. */
export function messageOfMove(messages: Messages, move: number): number {
  const first = messages.findIndex(({ turns }) => turns >= move);
  return first === -1 ? Math.max(0, messages.length - 1) : first;
}

/** The first message from the time at which the game began; the first of all messages if there is none. */
export const messageOfStart = (messages: readonly Pick<RecordedMessage, 'at'>[], began: number): number =>
  Math.max(
    0,
    messages.findIndex(({ at }) => at >= began),
  );

export function turnBefore(messages: Messages, at: number): number {
  const first = turnStart(messages, at);
  return first < at || first === 0 ? first : turnStart(messages, first - 1);
}

/** The first message with the same number of moves on the board. */
function turnStart(messages: Messages, at: number): number {
  const turns = messages[at]?.turns;
  let start = at;
  while (start > 0 && messages[start - 1]?.turns === turns) start--;
  return start;
}

/** The next malformed message; after the last malformed message, the first. */
export function problemAfter(messages: Messages, at: number): number | undefined {
  const problems = messages.flatMap(({ malformed }, index) => (malformed === true ? [index] : []));
  return problems.find((index) => index > at) ?? problems[0];
}

export const problemsIn = (messages: Messages): number => messages.filter(({ malformed }) => malformed === true).length;

export const hasTakeBacks = (messages: Messages): boolean =>
  messages.some(({ turns }, index) => turns + 1 < (messages[index - 1]?.turns ?? 0));

/** The range of messages to render around one of them; the end is exclusive. */
export function shownAround(at: number, all: number): readonly [from: number, to: number] {
  const from = Math.max(0, Math.min(at - MOST_SHOWN / 2, all - MOST_SHOWN));
  return [from, Math.min(all, from + MOST_SHOWN)];
}
