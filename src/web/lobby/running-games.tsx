import type { BoardPreviewJson } from '../../protocols/api/resource-schemas.ts';
import type { ListedGameJson } from '../../protocols/api/server-message-schema.ts';
import type { Color } from '../../rules/color.ts';
import { type Point, pointAt, square } from '../../rules/point.ts';
import { SmallBoard } from '../board/small-board.tsx';
import { directory, you } from '../connection/connection.ts';
import { displayName } from '../formatting/display-name.ts';
import { boardName } from '../formatting/game-text.ts';
import { texts } from '../texts/page-language.ts';
import { Protocol } from './name-with-protocol.tsx';
import { MOST_PREVIEWS, useBoardPreviews } from './use-board-previews.ts';

/** The size of the largest drawn board. The server sends the stones of boards of up to 25 lines. */
const LARGEST = 25;

/** All running games, with links to watch them. The newest games are small boards, and the others are a list. */
export function RunningGames() {
  const { lobby } = texts();
  const games = [...(directory.value?.games.values() ?? [])].sort((one, other) => other.game - one.game);
  const drawn = games.filter(({ board }) => board.size <= LARGEST).slice(0, MOST_PREVIEWS);
  const others = games.filter((game) => !drawn.includes(game));
  const previews = useBoardPreviews(drawn.map(({ game }) => game));
  return (
    <section class="card" aria-labelledby="games">
      <h2>
        <span id="games">{lobby.games}</span>{' '}
        {games.length === 0 ? null : <span class="soft count">{games.length}</span>}
      </h2>
      {games.length === 0 ? <p class="soft">{lobby.noGames}</p> : null}
      <ul class="live-games">
        {drawn.map((game) => (
          <li key={game.game}>
            <a class="live-game" href={`/games/${game.game}`}>
              <Preview lines={game.board.size} preview={previews.get(game.game)} />
              <About game={game} preview={previews.get(game.game)} />
            </a>
          </li>
        ))}
      </ul>
      <ul class="list">
        {others.map((game) => (
          <li key={game.game}>
            <a class="running grow" href={`/games/${game.game}`}>
              <About game={game} preview={undefined} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Preview({ lines, preview }: { lines: number; preview: BoardPreviewJson | undefined }) {
  const size = square(lines);
  const at = (point: Point): Color | undefined => COLORS_OF[preview?.stones?.[point] ?? '.'];
  return (
    <SmallBoard size={size} stones={{ at }} last={preview?.last && pointAt(size, preview.last.x, preview.last.y)} />
  );
}

const COLORS_OF: Readonly<Record<string, Color | undefined>> = { b: 'black', w: 'white' };

function About({ game, preview }: { game: ListedGameJson; preview: BoardPreviewJson | undefined }) {
  const all = texts();
  const { lobby } = all;
  const isOwn = you.value.seat?.game === game.game;
  return (
    <>
      <Seat game={game} color="black" />
      <Seat game={game} color="white" />
      <span class="soft small">
        {boardName(game.board, all)}
        {preview === undefined ? null : ` · ${lobby.movesPlayed(preview.turns)}`}
      </span>
      <span class="watch small">{isOwn ? lobby.yours : lobby.plays}</span>
    </>
  );
}

function Seat({ game, color }: { game: ListedGameJson; color: Color }) {
  const { name, protocol } = game[color];
  return (
    <span class="seat">
      <span class={`dot ${color}`} aria-hidden="true" />
      <bdi class="name">{displayName(name)}</bdi> <Protocol name={protocol} />
    </span>
  );
}
