import type { ArchivedGame } from '../../protocols/api/resource-schemas.ts';
import type { Color } from '../../protocols/api/value-schemas.ts';
import { dateAndTime } from '../formatting/dates.ts';
import { boardName, endText, rulesInBrief, rulesInShort, signed } from '../formatting/game-text.ts';
import { Protocol } from '../lobby/name-with-protocol.tsx';
import { PlayerLink } from '../player/player-link.tsx';
import { RatingText } from '../player/rating-text.tsx';
import { language, texts } from '../texts/page-language.ts';
import './archive.css';

/** Finished games as a table; on a narrow screen as cards. */
export function GameTable({ games }: { games: readonly ArchivedGame[] }) {
  const { archive } = texts();
  return (
    <table class="games">
      <thead>
        <tr>
          <th scope="col">{archive.players}</th>
          <th scope="col">{archive.result}</th>
          <th scope="col">{archive.game}</th>
          <th scope="col">{archive.date}</th>
          <th scope="col">
            <span class="visually-hidden">{archive.replay}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <Row key={game.game} game={game} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ game }: { game: ArchivedGame }) {
  const all = texts();
  const { archive } = all;
  return (
    <tr>
      <td class="games-players">
        <Seat game={game} color="black" />
        <Seat game={game} color="white" />
      </td>
      <td>
        {endText(game.end, all, language.value)}
        <span class="soft small games-line">
          {archive.turns(game.turns)}
          {game.rated ? ` · ${archive.rated}` : ''}
          {game.imported ? ` · ${archive.imported}` : ''}
          {game.options?.private ? ` · ${archive.private}` : ''}
        </span>
      </td>
      <td>
        {boardName(game.board, all)}
        <span class="soft small games-line" title={rulesInBrief(game.board, all, language.value)}>
          {rulesInShort(game.board, all, language.value)}
        </span>
      </td>
      <td class="games-date">{dateAndTime(game.began, language.value)}</td>
      <td class="games-links">
        <a href={`/games/${game.game}`}>
          {archive.replay}
          <span class="visually-hidden"> {game.game}</span>
        </a>
        {game.imported ? null : (
          <a href={`/inspector/${game.game}`}>
            {archive.inspect}
            <span class="visually-hidden"> {game.game}</span>
          </a>
        )}
        {/* Not a page of the router: the browser downloads the file. */}
        <a href={`/api/games/${game.game}.sgf`} download={`tengen-${game.game}.sgf`}>
          SGF
          <span class="visually-hidden"> {game.game}</span>
        </a>
      </td>
    </tr>
  );
}

function Seat({ game, color }: { game: ArchivedGame; color: Color }) {
  const { rules } = texts();
  const { name, protocol, rating, provisional, rank, gain } = game[color];
  const won = game.end.winner === color;
  return (
    <span class={`games-seat ${won ? 'won' : ''}`}>
      <span class={`dot ${color}`} role="img" aria-label={rules[color]} />
      <PlayerLink name={name} />
      <Protocol name={protocol} />
      {rating === undefined ? null : (
        <span class="soft small games-rating">
          <RatingText rating={rating} provisional={provisional} rank={rank} />
          {gain === undefined ? '' : ` ${signed(gain)}`}
        </span>
      )}
    </span>
  );
}
