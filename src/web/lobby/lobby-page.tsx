import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ChatBox } from '../chat/chat-box.tsx';
import { lobbyChat } from '../connection/chat-lines.ts';
import { chat, you } from '../connection/connection.ts';
import { PageContent } from '../shell/page-content.tsx';
import { texts } from '../texts/page-language.ts';
import './lobby.css';
import { DeclinedSeek } from './challenge-notices.tsx';
import { OwnSeek, OwnStatus } from './own-status.tsx';
import { PlayerList } from './player-list.tsx';
import { RunningGames } from './running-games.tsx';
import { SeekForm } from './seek-form.tsx';
import { OpenGamesLink, WaitingSeeks } from './waiting-seeks.tsx';

/** `/`: the page to find an opponent, with the seeks, games and players of the server. */
export function LobbyPage() {
  const { lobby, chat: words } = texts();
  useSeat();
  return (
    <PageContent title={lobby.title} class="lobby" quiet>
      <div class="lobby-columns">
        <section class="card lobby-play" aria-labelledby="play">
          <h2 id="play">{lobby.play}</h2>
          <OwnStatus />
          <OpenGamesLink />
          <OwnSeek />
          <DeclinedSeek />
          {you.value.seek === undefined ? <SeekForm /> : null}
        </section>
        <div class="lobby-middle">
          <WaitingSeeks />
          <RunningGames />
          <section class="card" aria-labelledby="chat-title">
            <h2 id="chat-title">{words.title}</h2>
            <ChatBox lines={lobbyChat(chat.value)} to="everyone" label={words.lobby} />
          </section>
        </div>
        <PlayerList />
      </div>
    </PageContent>
  );
}

/** When a waiting player gets a game, the page goes to it. A player who opens the lobby during a game may stay. */
function useSeat(): void {
  const { route } = useLocation();
  const game = you.value.seat?.game;
  const known = useRef(game);
  useEffect(() => {
    if (game !== undefined && game !== known.current) route(`/games/${game}`);
    known.current = game;
  }, [game, route]);
}
