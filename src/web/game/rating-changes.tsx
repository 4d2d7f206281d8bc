import type { GameResource } from '../../protocols/api/resource-schemas.ts';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { COLORS } from '../../rules/color.ts';
import { useResource } from '../connection/use-resource.ts';
import { displayName } from '../formatting/display-name.ts';
import { signed } from '../formatting/game-text.ts';
import { texts } from '../texts/page-language.ts';

/** The changes of both players' ratings by a finished game. The server answers when the archive has rated the game. */
export function RatingChanges({ game }: { game: GameState }) {
  const { ratings } = texts();
  const { answer } = useResource<GameResource>(`/api/games/${game.game}`);
  const over = answer?.ok && answer.body.state === 'finished' ? answer.body.game : undefined;
  // An empty paragraph until the answer comes, so that the elements below do not move.
  if (answer === undefined) return <p class="rating-changes small" />;
  if (over?.rated !== true) return null;
  return (
    <dl class="rating-changes small" aria-label={ratings.rating}>
      {COLORS.map((color) => {
        const { name, rating, gain } = over[color];
        if (rating === undefined || gain === undefined) return null;
        // The change of the shown numbers, which are rounded.
        const [before, after] = [Math.round(rating), Math.round(rating + gain)];
        return (
          <div key={color}>
            <dt>
              <bdi>{displayName(name)}</bdi>
            </dt>
            <dd>
              {before} → <b>{after}</b> <span class="soft">({signed(after - before)})</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
