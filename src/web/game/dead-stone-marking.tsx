import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { BoardCoordinates as Coordinates } from '../../protocols/api/value-schemas.ts';
import { COLORS, type Color } from '../../rules/color.ts';
import { ownersOf, type PointOwner } from '../../rules/go/point-owners.ts';
import { type Point, pointAt } from '../../rules/point.ts';
import { status } from '../connection/connection.ts';
import { displayName } from '../formatting/display-name.ts';
import { number } from '../formatting/game-text.ts';
import { language, texts } from '../texts/page-language.ts';
import type { ReplayedPosition, SetupStones } from './game-replay.ts';
import { request } from './game-requests.ts';
import { SuggestDeadStones } from './suggest-dead-stones.tsx';
import { TimeUntil } from './time-until.tsx';

/**
 * The marking of dead stones in a running game: the areas of both sides without the dead stones, the players who accept, and
 * the buttons of a player.
 */
export function DeadStoneMarking(props: {
  game: GameState;
  side: Color | 'both' | undefined;
  areas: readonly PointOwner[] | undefined;
  setup: SetupStones;
  dead: ReadonlySet<Point>;
}) {
  const { game: all, rules } = texts();
  const words = all.marking;
  const { game, side, areas } = props;
  const { marking } = game;
  if (marking === undefined || areas === undefined || game.end !== undefined) return null;
  const own = COLORS.filter((color) => side === 'both' || side === color);
  const down = status.value !== 'open';
  return (
    <section class="marking notice" aria-label={words.title}>
      <p role="status">
        {words.dead(marking.dead.length)}{' '}
        {COLORS.map((color) => (
          <bdi key={color} class="marking-side">
            {rules[color === 'black' ? 'Black' : 'White']}: {pointsOf(game, areas, color)}
            {marking.accepted.includes(color) ? ` (${words.accepted(displayName(game[color].name))})` : ''}{' '}
          </bdi>
        ))}
      </p>
      {own.length === 0 ? null : (
        <div class="row">
          <button
            type="button"
            class="primary"
            disabled={down || own.every((color) => marking.accepted.includes(color))}
            onClick={() => void request({ kind: 'accept-marks' })}
          >
            {words.accept}
          </button>
          <button type="button" disabled={down} onClick={() => void request({ kind: 'resume-play' })}>
            {words.resume}
          </button>
          <SuggestDeadStones game={game} setup={props.setup} dead={props.dead} disabled={down} />
        </div>
      )}
      <p class="small">{side === undefined ? words.watched : words.help}</p>
      {marking.until === undefined ? null : (
        <p class="soft small">
          {words.playGoesOn} <TimeUntil end={marking.until} label={words.playGoesOn} />
        </p>
      )}
    </section>
  );
}

/** `41 + 7.5`: the area and the komi. */
function pointsOf({ board }: GameState, areas: readonly PointOwner[], color: Color): string {
  const area = number(areas.filter((owner) => owner === color).length, language.value);
  const komi = board.game === 'go' && color === 'white' ? board.komi : 0;
  return komi === 0 ? area : `${area} + ${number(komi, language.value)}`;
}

const NONE: ReadonlySet<Point> = new Set();

/** The points of the stones that are marked as dead; none before the marking. */
export function deadPoints({ marking }: GameState, { size }: ReplayedPosition): ReadonlySet<Point> {
  if (marking === undefined) return NONE;
  return new Set(marking.dead.map(({ x, y }) => pointAt(size, x, y)).filter((point) => point !== undefined));
}

/** The owners of all points after the dead stones are removed. */
export const areasWithout = ({ size, stones }: ReplayedPosition, dead = NONE): readonly PointOwner[] =>
  ownersOf(size, (point) => (dead.has(point) ? undefined : stones.at(point)));

/** Marks the chain of a stone as dead, or as alive if the stone is dead. */
export function toggleChain({ marking }: GameState, { x, y }: Coordinates): void {
  const isDead = marking?.dead.some((stone) => stone.x === x && stone.y === y) ?? false;
  void request({ kind: 'mark', point: { x, y }, dead: !isDead });
}
