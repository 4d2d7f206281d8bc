import { useRoute } from 'preact-iso';
import type { Ranking, RatingClass } from '../../protocols/api/resource-schemas.ts';
import { useResource } from '../connection/use-resource.ts';
import { PageFrame } from '../shell/page-frame.tsx';
import { ResourceView } from '../shell/resource-view.tsx';
import { texts } from '../texts/page-language.ts';
import { PlayerName } from './player-name.tsx';
import { CLASSES, ratingClassName } from './rating-class-name.ts';
import './player.css';

/** The best players of each rating class. */
export function RatingsPage() {
  const all = texts();
  const { ratings, shell } = all;
  const asked = useRoute().query['class'];
  const kind: RatingClass = CLASSES.find((each) => each === asked) ?? 'go-19';
  const ranking = useResource<Ranking>(`/api/ratings/${kind}`);
  return (
    <PageFrame title={shell.ratings} class="ratings">
      <nav class="rating-classes" aria-label={ratings.kind}>
        {CLASSES.map((each) => (
          <a key={each} href={`/ratings?class=${each}`} aria-current={each === kind ? 'true' : undefined}>
            {ratingClassName(each, all)}
          </a>
        ))}
      </nav>
      <ResourceView of={ranking}>{(body) => <Ranks ranking={body} kind={ratingClassName(kind, all)} />}</ResourceView>
      <p class="soft small">{ratings.how}</p>
    </PageFrame>
  );
}

function Ranks({ ranking: { players }, kind }: { ranking: Ranking; kind: string }) {
  const { ratings } = texts();
  const written = (value: number): string => String(Math.round(value));
  if (players.length === 0) return <p role="status">{ratings.nobody}</p>;
  return (
    <table class="ranks">
      <caption class="visually-hidden">{kind}</caption>
      <thead>
        <tr>
          <th scope="col" class="rank">
            {ratings.rank}
          </th>
          <th scope="col">{ratings.name}</th>
          <th scope="col" class="rank">
            {ratings.rating}
          </th>
          <th scope="col" class="rank">
            {ratings.games}
          </th>
        </tr>
      </thead>
      <tbody>
        {players.map(({ name, rating }, index) => (
          <tr key={name}>
            <td class="rank">{index + 1}</td>
            <td>
              <PlayerName name={name} />
            </td>
            <td class="rank">
              {written(rating.rating)} <span class="soft small">± {written(2 * rating.deviation)}</span>
            </td>
            <td class="rank">{written(rating.games)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
