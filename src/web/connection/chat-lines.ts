import type { ServerMessage } from '../../protocols/api/message.ts';

/** One line of talk. */
export type ChatLine = ServerMessage & { readonly kind: 'chat' };

/** So many lines are kept; older ones scroll out of memory. */
const MOST_LINES = 300;

/** The talk with one line more, unless it is known: after a lost connection the server tells the latest lines again. */
export function withLine(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  const known = lines.some(
    ({ at, from, text, to, game }) =>
      at === line.at && from === line.from && text === line.text && to === line.to && game === line.game,
  );
  return known ? lines : [...lines, line].slice(-MOST_LINES);
}

/** What is said to everybody, or to this client or by it to somebody by name. */
export const lobbyTalk = (lines: readonly ChatLine[]): readonly ChatLine[] =>
  lines.filter(({ to }) => to === 'everyone' || to === 'you' || to === 'player');

/** What the players of a game, or those who watch it, say about it. */
export const gameTalk = (lines: readonly ChatLine[], game: number): readonly ChatLine[] =>
  lines.filter((line) => line.game === game && (line.to === 'opponent' || line.to === 'game'));

/** Whether a line was said by or to somebody by name, for nobody else's ears. */
export const lineBetween = (line: ChatLine, name: string): boolean =>
  (line.to === 'you' && line.from === name) || (line.to === 'player' && line.name === name);
