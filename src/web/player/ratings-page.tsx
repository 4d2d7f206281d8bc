import { useRoute } from 'preact-iso';
import type { Ranking, RatingClass, RatingClasses } from '../../protocols/api/resource-schemas.ts';
import { useResource } from '../connection/use-resource.ts';
import { PageContent } from '../shell/page-content.tsx';
import { ResourceView } from '../shell/resource-view.tsx';
import { texts } from '../texts/page-language.ts';
import { defaultRatingClass } from './default-rating-class.ts';
import { PlayerLink } from './player-link.tsx';
import { CLASSES, ratingClassName } from './rating-class-name.ts';
import { RatingText } from './rating-text.tsx';
import './player.css';

/** The best players of each rating class, and the latest provisional ones. */
export function RatingsPage() {
  const { ratings, shell } = texts();
  const asked = useRoute().query['class'];
  const classes = useResource<RatingClasses>('/api/ratings');
  return (
    <PageContent title={shell.ratings} class="ratings">
      <ResourceView of={classes}>
        {(counted) => (
          <RatingClassView kind={CLASSES.find((each) => each === asked) ?? defaultRatingClass(counted)} {...counted} />
        )}
      </ResourceView>
      <p class="soft small">{ratings.how}</p>
    </PageContent>
  );
}

function RatingClassView({ kind, classes }: RatingClasses & { kind: RatingClass }) {
  const all = texts();
  const ranking = useResource<Ranking>(`/api/ratings/${kind}`);
  const players = new Map(classes.map((each) => [each.class, each.ranked + each.provisional]));
  return (
    <>
      <nav class="rating-classes" aria-label={all.ratings.kind}>
        {CLASSES.map((each) => (
          <a
            key={each}
            href={`/ratings?class=${each}`}
            class={players.get(each) ? '' : 'empty'}
            aria-current={each === kind ? 'true' : undefined}
          >
            {ratingClassName(each, all)}
          </a>
        ))}
      </nav>
      <ResourceView of={ranking}>{(body) => <Players ranking={body} kind={ratingClassName(kind, all)} />}</ResourceView>
    </>
  );
}

function Players({ ranking: { players, provisional }, kind }: { ranking: Ranking; kind: string }) {
  const { ratings } = texts();
  if (players.length + provisional.length === 0) return <p role="status">{ratings.none}</p>;
  return (
    <>
      {players.length === 0 ? (
        <p role="status">{ratings.noneRanked}</p>
      ) : (
        <Table players={players} caption={kind} places />
      )}
      {provisional.length === 0 ? null : (
        <section aria-labelledby="provisional">
          <h2 id="provisional">{ratings.provisionalHeading}</h2>
          <p class="soft small">{ratings.provisionalMeans}</p>
          <Table players={provisional} caption={ratings.provisionalHeading} />
        </section>
      )}
    </>
  );
}

interface TableProps {
  readonly players: Ranking['players'];
  readonly caption: string;
  /** Numbers the rows. */
  readonly places?: boolean;
}

function Table({ players, caption, places = false }: TableProps) {
  const { ratings } = texts();
  return (
    <table class="ranks">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {places ? (
            <th scope="col" class="rank">
              <span aria-hidden="true">#</span>
              <span class="visually-hidden">{ratings.place}</span>
            </th>
          ) : null}
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
            {places ? <td class="rank">{index + 1}</td> : null}
            <td>
              <PlayerLink name={name} />
            </td>
            <td class="rank">
              <RatingText {...rating} />
            </td>
            <td class="rank">{rating.games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
