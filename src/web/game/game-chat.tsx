import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { ChatBox } from '../chat/chat-box.tsx';
import { gameChat, isPrivateLineWith } from '../connection/chat-lines.ts';
import { chat } from '../connection/connection.ts';
import { COMPUTER } from '../lobby/computer-levels.ts';
import { texts } from '../texts/page-language.ts';

/**
 * The chat of a game. Players chat with each other, and spectators chat with each other. After the end of the game, players
 * write private messages, and spectators can only read.
 */
export function GameChat({ game, side }: { game: GameState; side: Color | 'both' | undefined }) {
  const { chat: words } = texts();
  const over = game.end !== undefined;
  if (side === 'both') return null;
  const opponent = side === undefined ? undefined : game[opposite(side)].name;
  const lines = chat.value.filter(
    (line) => gameChat([line], game.game).length > 0 || (opponent !== undefined && isPrivateLineWith(line, opponent)),
  );
  // A computer player reads no messages.
  const hasReader = side === undefined || game[opposite(side)].protocol !== COMPUTER;
  const isClosed = (over && side === undefined) || !hasReader;
  if (isClosed && lines.length === 0) return null;
  const to = opponent === undefined ? { game: game.game } : over ? { name: opponent } : 'opponent';
  return (
    <section aria-labelledby="chat-title">
      <h2 id="chat-title">{words.title}</h2>
      <ChatBox
        lines={lines}
        to={isClosed ? undefined : to}
        label={opponent === undefined ? words.watchers : words.opponent}
      />
    </section>
  );
}
