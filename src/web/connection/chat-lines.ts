import type { ServerMessage } from '../../protocols/api/server-message-schema.ts';

export type ChatLine = ServerMessage & { readonly kind: 'chat' };

/** The maximum number of stored lines. */
const MOST_LINES = 300;

/** Adds a line if it is new. After a lost connection, the server sends the latest lines again. */
export function addLine(lines: readonly ChatLine[], line: ChatLine): readonly ChatLine[] {
  const known = lines.some(
    ({ at, from, text, to, game }) =>
      at === line.at && from === line.from && text === line.text && to === line.to && game === line.game,
  );
  return known ? lines : [...lines, line].slice(-MOST_LINES);
}

/** The lines to all clients, and the private lines from and to this client. */
export const lobbyChat = (lines: readonly ChatLine[]): readonly ChatLine[] =>
  lines.filter(({ to }) => to === 'everyone' || to === 'you' || to === 'player');

/** The lines of the players of a game, or of its spectators. */
export const gameChat = (lines: readonly ChatLine[], game: number): readonly ChatLine[] =>
  lines.filter((line) => line.game === game && (line.to === 'opponent' || line.to === 'game'));

/** Whether a line is a private line from or to the player `name`. */
export const isPrivateLineWith = (line: ChatLine, name: string): boolean =>
  (line.to === 'you' && line.from === name) || (line.to === 'player' && line.name === name);
