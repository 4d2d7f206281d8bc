import { useLocation, useRoute } from 'preact-iso';
import type { PlayerResource } from '../../protocols/api/resource-schemas.ts';
import { GameTable } from '../archive/game-table.tsx';
import { queryOf, withQuery } from '../archive/search-query.ts';
import { useResource } from '../connection/use-resource.ts';
import { displayName } from '../formatting/display-name.ts';
import { number } from '../formatting/game-text.ts';
import { protocolName } from '../lobby/name-with-protocol.tsx';
import { challenge } from '../lobby/player-list.tsx';
import { PageContent } from '../shell/page-content.tsx';
import { ResourceView } from '../shell/resource-view.tsx';
import { language, texts } from '../texts/page-language.ts';
import { ratingClassName } from './rating-class-name.ts';
import { RatingText } from './rating-text.tsx';
import './player.css';
import { curveOf, type RatingSample } from './rating-curve.ts';

/** The page of a player: ratings, results, games. */
export function PlayerPage() {
  const { player } = texts();
  const name = useRoute().params['name'] ?? '';
  const resource = useResource<PlayerResource>(`/api/players/${encodeURIComponent(name)}`);
  const storedName = resource.answer?.ok ? resource.answer.body.name : name;
  return (
    <PageContent title={displayName(storedName)} class="player">
      <ResourceView of={resource} missing={player.unknown}>
        {(known) => <Known player={known} />}
      </ResourceView>
    </PageContent>
  );
}

function Known({ player: known }: { player: PlayerResource }) {
  const { player } = texts();
  return (
    <>
      <Presence player={known} />
      <dl class="player-results">
        <Result value={known.games} label={texts().archive.game} text={player.games(known.games)} />
        <Result value={known.won} label={player.won(known.won)} />
        <Result value={known.lost} label={player.lost(known.lost)} />
        <Result value={known.drawn} label={player.drawn(known.drawn)} />
      </dl>
      <section aria-labelledby="ratings">
        <h2 id="ratings">{player.ratings}</h2>
        {known.ratings.length === 0 ? <p class="soft">{player.unrated}</p> : null}
        <div class="player-ratings">
          {known.ratings.map((rating) => (
            <Rated key={rating.class} rating={rating} />
          ))}
        </div>
      </section>
      {known.recent.length === 0 ? null : (
        <section aria-labelledby="recent">
          <h2 id="recent">{player.recent}</h2>
          <GameTable games={known.recent} />
          <p>
            <a href={withQuery('/archive', queryOf({ player: known.name }))}>{player.all}</a>
          </p>
        </section>
      )}
    </>
  );
}

function Presence({ player: { name, here, reserved } }: { player: PlayerResource }) {
  const { player } = texts();
  const { route } = useLocation();
  const toLobby = (): void => {
    route('/');
    challenge(name);
  };
  return (
    <p class="player-presence">
      {here === undefined ? null : (
        <>
          <span class="player-here">{player.here(protocolName(here.protocol))}</span>
          {here.playing ? null : here.game === undefined ? (
            <button type="button" class="primary" onClick={toLobby}>
              {player.challenge}
            </button>
          ) : (
            <a class="button" href={`/games/${here.game}`}>
              {player.watch}
            </a>
          )}
        </>
      )}
      {reserved ? <span class="soft">{player.owned}</span> : null}
    </p>
  );
}

function Result({ value, label, text }: { value: number; label: string; text?: string }) {
  return (
    <div>
      <dt class={text === undefined ? '' : 'visually-hidden'}>{label}</dt>
      <dd>{text ?? number(value, language.value)}</dd>
    </div>
  );
}

function Rated({ rating }: { rating: PlayerResource['ratings'][number] }) {
  const all = texts();
  const kind = ratingClassName(rating.class, all);
  const rounded = (value: number): string => String(Math.round(value));
  const [first, last] = [rating.history[0], rating.history.at(-1)];
  return (
    <section class="card player-rating">
      <h3>
        <a href={`/ratings?class=${rating.class}`}>{kind}</a>
      </h3>
      <p>
        <RatingText {...rating} />
        <span class="soft small">± {rounded(2 * rating.deviation)}</span>
        <span class="soft small">{all.player.games(rating.games)}</span>
      </p>
      {/* A curve needs two points. */}
      {first === undefined || last === undefined || first === last ? null : (
        <RatingGraph
          history={rating.history}
          label={all.player.history(kind, rounded(first.rating), rounded(last.rating))}
        />
      )}
    </section>
  );
}

const WIDTH = 280;
const HEIGHT = 72;
/** Space for the last point and the width of the line. */
const MARGIN = 5;
/** Space for the numbers on the right. */
const NUMBERS = 38;

/** A graph of a rating over time. The label contains the same information for screen readers. */
function RatingGraph({ history, label }: { history: readonly RatingSample[]; label: string }) {
  const curve = curveOf(history, WIDTH, HEIGHT);
  if (curve === undefined) return null;
  return (
    <svg
      class="rating-graph"
      viewBox={`${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN + NUMBERS} ${HEIGHT + 2 * MARGIN}`}
      role="img"
      aria-label={label}
    >
      <path class="rating-edge" d={`M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
      <polyline class="rating-curve" points={curve.points} />
      <circle class="rating-end" cx={curve.end.x} cy={curve.end.y} r="4" />
      <text x={WIDTH + 9} y="8">
        {curve.top}
      </text>
      <text x={WIDTH + 9} y={HEIGHT}>
        {curve.bottom}
      </text>
    </svg>
  );
}
