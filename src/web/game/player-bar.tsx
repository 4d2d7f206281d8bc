import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameState } from '../../protocols/api/message-schemas.ts';
import type { Color } from '../../rules/color.ts';
import { serverTime } from '../connection/server-clock.ts';
import { isAway, isOnClock } from '../connection/watched-game.ts';
import { duration, number } from '../formatting/game-text.ts';
import { shownName } from '../formatting/player-names.ts';
import { Protocol } from '../lobby/player-label.tsx';
import { PlayerName } from '../player/player-name.tsx';
import { language, texts } from '../texts/page-language.ts';
import { turnUnderWay } from './sent-move.ts';

/** The update interval of a clock in milliseconds. */
const TICK = 250;

/** A player of the game: name, protocol, used time, captures, and at the end the area. */
export function PlayerBar(props: {
  game: GameState;
  color: Color;
  captures: number;
  timed: boolean;
  /** From the record of an imported game. */
  rank: string | undefined;
  /** Whether this client has the seat. */
  own: boolean;
}) {
  const { game: words, lobby, rules } = texts();
  const { game, color } = props;
  const seat = game[color];
  const running = game.end === undefined;
  const turn = running && game.toMove === color;
  const score = game.end?.score?.[color];
  const won = game.end?.winner === color;
  return (
    <div class={`player ${turn ? 'to-move' : ''} ${won ? 'won' : ''}`}>
      <span class={`dot ${color}`} role="img" aria-label={rules[color]} />
      <span class="player-name">
        <PlayerName name={seat.name} /> <Protocol name={seat.protocol} />
        {props.rank === undefined ? null : <bdi class="soft small"> {shownName(props.rank)}</bdi>}
        {props.own ? <span class="soft small"> ({lobby.yourself})</span> : null}
        {running && isAway(game, color) ? <span class="soft small"> ({words.away})</span> : null}
        <span class="visually-hidden">{turn ? `, ${words.toMove}` : ''}</span>
      </span>
      {game.board.game === 'go' ? (
        <span class="player-facts soft small">
          <span>{words.captures(props.captures)}</span>
          {score === undefined ? null : (
            <span class="player-score">
              {words.area} {number(score, language.value)}
            </span>
          )}
        </span>
      ) : null}
      {props.timed ? <Clock game={game} color={color} own={props.own} /> : null}
    </div>
  );
}

/** The used time of a side. It runs while the side is to move and present. The own clock stops with the click. */
function Clock(props: { game: GameState; color: Color; own: boolean }) {
  const { game, color } = props;
  const now = useSignal(serverTime());
  const ticks = isOnClock(game, color);
  useEffect(() => {
    now.value = serverTime();
    if (!ticks) return;
    const timer = setInterval(() => {
      now.value = serverTime();
    }, TICK);
    return () => clearInterval(timer);
  }, [ticks]);
  const stopped = props.own ? turnUnderWay(game)?.since : undefined;
  const until = stopped ?? now.value ?? game.turnSince;
  const thinking = ticks ? Math.max(0, until - game.turnSince) : 0;
  return (
    <span class="clock" role="timer" aria-label={texts().game.time}>
      {duration(game.used[color] + thinking)}
    </span>
  );
}
