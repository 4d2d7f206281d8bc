import type { ServerMessage } from '../../protocols/api/server-message-schema.ts';

/** One chat line. */
export type ChatLine = ServerMessage & { readonly kind: 'chat' };

/** The number of lines that are kept. */
const MOST_LINES = 300;

/** Adds a line unless it is known: after a lost connection the server sends the latest lines again. */
export function withLine(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  const known = lines.some(
    ({ at, from, text, to, game }) =>
      at === line.at && from === line.from && text === line.text && to === line.to && game === line.game,
  );
  return known ? lines : [...lines, line].slice(-MOST_LINES);
}

/** Lines to all clients, and private lines from and to this client. */
export const lobbyTalk = (lines: readonly ChatLine[]): readonly ChatLine[] =>
  lines.filter(({ to }) => to === 'everyone' || to === 'you' || to === 'player');

/** Lines of the players of a game, or of its spectators. */
export const gameTalk = (lines: readonly ChatLine[], game: number): readonly ChatLine[] =>
  lines.filter((line) => line.game === game && (line.to === 'opponent' || line.to === 'game'));

/** Whether a line is a private one from or to this player. */
export const lineBetween = (line: ChatLine, name: string): boolean =>
  (line.to === 'you' && line.from === name) || (line.to === 'player' && line.name === name);
