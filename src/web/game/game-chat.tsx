import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { ChatBox } from '../chat/chat-box.tsx';
import { type ChatLine, gameChat, isPrivateLineWith } from '../connection/chat-lines.ts';
import { chat } from '../connection/connection.ts';
import { serverTime } from '../connection/server-clock.ts';
import { displayName } from '../formatting/display-name.ts';
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
  const opponent = opponentOf(game, side);
  const lines = linesOf(game.game, opponent);
  // A computer player reads no messages.
  const hasReader = side === undefined || game[opposite(side)].protocol !== COMPUTER;
  const isClosed = (over && side === undefined) || !hasReader;
  if (isClosed && lines.length === 0) return null;
  const to = opponent === undefined ? { game: game.game } : over ? { name: opponent } : 'opponent';
  return (
    <section id={CHAT} aria-labelledby="chat-title">
      <h2 id="chat-title">{words.title}</h2>
      <ChatBox
        lines={lines}
        to={isClosed ? undefined : to}
        label={opponent === undefined ? words.watchers : words.opponent}
      />
    </section>
  );
}

const CHAT = 'game-chat';

/** The name of a player's opponent; undefined for a spectator, and for a client that plays both sides. */
const opponentOf = (game: GameState, side: Color | 'both' | undefined): string | undefined =>
  side === undefined || side === 'both' ? undefined : game[opposite(side)].name;

/** The chat lines of a game and, for a player, the private lines between the two players. */
const linesOf = (game: number, opponent: string | undefined): readonly ChatLine[] =>
  chat.value.filter(
    (line) => gameChat([line], game).length > 0 || (opponent !== undefined && isPrivateLineWith(line, opponent)),
  );

/**
 * The latest chat line, as a link to the chat, until the user closes it or the chat is in the visible part of the page. It is no
 * live region, because the chat itself is one.
 */
export function UnreadChat({ game, side }: { game: GameState; side: Color | 'both' | undefined }) {
  const lines = side === 'both' ? [] : linesOf(game.game, opponentOf(game, side)).filter(({ own }) => own !== true);
  const latestTime = lines.at(-1)?.at ?? 0;
  // After a reload, the server sends the lines of the time before: they count as read.
  const readUntil = useSignal(Math.max(latestTime, serverTime() ?? 0));
  const isVisible = useSignal(false);
  useEffect(() => {
    const box = document.getElementById(CHAT);
    if (box === null) return;
    const observer = new IntersectionObserver((entries) => {
      isVisible.value = entries.at(-1)?.isIntersecting ?? false;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [game.end === undefined, side]);
  useEffect(() => {
    if (isVisible.value) readUntil.value = Math.max(readUntil.value, latestTime);
  }, [isVisible.value, latestTime]);
  const latest = latestTime > readUntil.value && !isVisible.value ? lines.at(-1) : undefined;
  return latest === undefined ? null : (
    <div class="notice unread-chat">
      <a href={`#${CHAT}`}>
        <strong>
          <bdi>{displayName(latest.from)}</bdi>:
        </strong>{' '}
        <bdi>{latest.text}</bdi>
      </a>
      <button
        type="button"
        class="quiet"
        aria-label={texts().chat.close}
        title={texts().chat.close}
        onClick={() => {
          readUntil.value = latestTime;
        }}
      >
        ×
      </button>
    </div>
  );
}
