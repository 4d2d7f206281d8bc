import type { ListedGame } from '../../protocols/api/message-schemas.ts';
import { directory, you } from '../connection/connection.ts';
import { boardName } from '../formatting/game-text.ts';
import { shownName } from '../formatting/player-names.ts';
import { texts } from '../texts/page-language.ts';
import { Protocol } from './player-label.tsx';

/** All running games, with links to watch them. */
export function RunningGames() {
  const { lobby } = texts();
  const games = [...(directory.value?.games.values() ?? [])].sort((one, other) => other.game - one.game);
  return (
    <section class="card" aria-labelledby="games">
      <h2 id="games">{lobby.games}</h2>
      {games.length === 0 ? <p class="soft">{lobby.noGames}</p> : null}
      <ul class="list">
        {games.map((game) => (
          <Running key={game.game} game={game} />
        ))}
      </ul>
    </section>
  );
}

function Running({ game }: { game: ListedGame }) {
  const { lobby } = texts();
  const isOwn = you.value.seat?.game === game.game;
  return (
    <li>
      <a class="running grow" href={`/games/${game.game}`}>
        <span class="seat">
          <span class="dot black" aria-hidden="true" />
          <bdi class="name">{shownName(game.black.name)}</bdi> <Protocol name={game.black.protocol} />
        </span>
        <span class="seat">
          <span class="dot white" aria-hidden="true" />
          <bdi class="name">{shownName(game.white.name)}</bdi> <Protocol name={game.white.protocol} />
        </span>
        <span class="soft small">
          {boardName(game.board, texts())}
          {isOwn ? ` · ${lobby.yours}` : ''}
        </span>
      </a>
    </li>
  );
}
