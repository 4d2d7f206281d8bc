import type { PlayerResource, RatingClass } from '../../protocols/api/resource-schemas.ts';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { RecordedTurn } from '../../protocols/api/value-schemas.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { useResource } from '../connection/use-resource.ts';
import { isAway } from '../connection/watched-game.ts';
import { displayName } from '../formatting/display-name.ts';
import { handicapOf, number } from '../formatting/game-text.ts';
import { Protocol } from '../lobby/name-with-protocol.tsx';
import { PlayerLink } from '../player/player-link.tsx';
import { RatingText } from '../player/rating-text.tsx';
import { language, texts } from '../texts/page-language.ts';
import { ClockDisplay, RecordedClockDisplay } from './clock-display.tsx';

/** A player of the game: name, rating, protocol, time, captures, komi and, at the end, the area. */
export function PlayerBar(props: {
  game: GameState;
  color: Color;
  captures: number;
  timed: boolean;
  /** The clock at the shown position in the record of an imported game. */
  recorded: RecordedTurn['clock'];
  /** The rank in the record of an imported game. */
  rank: string | undefined;
  /** Whether this client has the seat. */
  own: boolean;
  /** Whether the last position of the game is shown, and not an earlier position or a variation. */
  isLatest: boolean;
}) {
  const { game: words, lobby, rules } = texts();
  const { game, color } = props;
  const { board } = game;
  const seat = game[color];
  const running = game.end === undefined;
  const turn = running && game.marking === undefined && game.toMove === color;
  const won = game.end?.winner === color;
  return (
    <div class={`player ${turn ? 'to-move' : ''} ${won ? 'won' : ''}`}>
      <span class={`dot ${color}`} role="img" aria-label={rules[color]} />
      <span class="player-name">
        <PlayerLink name={seat.name} />{' '}
        {props.rank === undefined ? (
          <Rating board={board} name={seat.name} />
        ) : (
          <bdi class="player-rated soft small">{displayName(props.rank)}</bdi>
        )}{' '}
        <Protocol name={seat.protocol} />
        {props.own ? <span class="player-own soft small"> ({lobby.yourself})</span> : null}
        {running && isAway(game, color) ? <span class="soft small"> ({words.away})</span> : null}
        <span class="visually-hidden">{turn ? `, ${words.toMove}` : ''}</span>
      </span>
      {board.game === 'go' ? (
        <span class="player-facts small">
          <span
            class="captures"
            role="img"
            aria-label={words.captures(props.captures)}
            title={words.captures(props.captures)}
          >
            <span class={`dot ${opposite(color)}`} />
            <span class="captures-text">{words.captures(props.captures)}</span>
            <span class="captures-number">{number(props.captures, language.value)}</span>
          </span>
          <Handicap board={board} color={color} />
          <Points game={game} color={color} isLatest={props.isLatest} />
        </span>
      ) : null}
      {props.recorded === undefined ? null : <RecordedClockDisplay {...props.recorded} />}
      {props.timed ? <ClockDisplay game={game} color={color} own={props.own} /> : null}
    </div>
  );
}

/** The player's rating in the class of this board. Ratings belong to names, so a guest has none. */
function Rating({ board, name }: { board: GameState['board']; name: string }) {
  const rating = usePlayerRating(board, name);
  return rating === undefined ? null : (
    <span class="player-rated soft small" title={texts().ratings.rating}>
      <RatingText {...rating} />
    </span>
  );
}

/** Black's handicap stones; none in a game without them. */
function Handicap({ board, color }: { board: GameState['board']; color: Color }) {
  const stones = color === 'black' ? handicapOf(board) : 0;
  return stones === 0 ? null : (
    <span>
      {texts().record.details.handicap} {stones}
    </span>
  );
}

/** Komi while the game runs. At the end, area and komi: `area 41 + 7.5`. */
function Points(props: { game: GameState; color: Color; isLatest: boolean }) {
  const { game: words, rules } = texts();
  const { color, isLatest } = props;
  const { board, end } = props.game;
  const komi = board.game === 'go' && color === 'white' ? board.komi : 0;
  const written = number(komi, language.value);
  const score = isLatest && end?.reason === 'score' ? end.score?.[color] : undefined;
  if (score === undefined) return komi === 0 ? null : <span>{rules.komi(written)}</span>;
  const area = number(score - komi, language.value);
  return (
    <span class="player-score" title={komi === 0 ? undefined : rules.komi(written)}>
      {words.area} {komi === 0 ? area : `${area} + ${written}`}
    </span>
  );
}

function ratingClassOf(board: GameState['board']): RatingClass {
  if (board.game === 'gomoku') return `gomoku-${board.rule}`;
  return board.size === 9 || board.size === 13 || board.size === 19 ? `go-${board.size}` : 'go-other';
}

/** A player's present rating in the class of this board; undefined while it is loaded, and for a player without a rating. */
function usePlayerRating(board: GameState['board'], name: string): PlayerResource['ratings'][number] | undefined {
  const { answer } = useResource<PlayerResource>(`/api/players/${encodeURIComponent(name)}`);
  const kind = ratingClassOf(board);
  return answer?.ok ? answer.body.ratings.find((rating) => rating.class === kind) : undefined;
}
