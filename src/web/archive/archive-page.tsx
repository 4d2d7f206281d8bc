import { useLocation, useRoute } from 'preact-iso';
import type { ArchiveSearchResult } from '../../protocols/api/resource-schemas.ts';
import { useResource } from '../connection/use-resource.ts';
import { PageContent } from '../shell/page-content.tsx';
import { ResourceView } from '../shell/resource-view.tsx';
import { texts } from '../texts/page-language.ts';
import { GameTable } from './game-table.tsx';
import { ImportForm } from './import-form.tsx';
import { SearchForm } from './search-form.tsx';
import { queryOf, withQuery } from './search-query.ts';

/** Games without a move are not listed. */
const PLAYED = { moves: '1' };

/** Finished games. The address contains the search, so that a link to it can be shared, and the browser can go back to it. */
export function ArchivePage() {
  const { archive } = texts();
  const { route } = useLocation();
  const { query } = useRoute();
  const found = useResource<ArchiveSearchResult>(withQuery('/api/archive', queryOf({ ...query, ...PLAYED })));
  const search = (fields: { readonly [field: string]: string }): void => route(withQuery('/archive', queryOf(fields)));
  return (
    <PageContent title={archive.title} class="archive">
      <SearchForm query={query} search={search} />
      <ResourceView of={found} unfit={archive.unfit}>
        {(body) => <Results found={body} query={query} />}
      </ResourceView>
      <ImportForm added={found.reload} />
    </PageContent>
  );
}

function Results({ found: { games, next }, query }: { found: ArchiveSearchResult; query: Record<string, string> }) {
  const { archive } = texts();
  const zip = withQuery('/api/archive.zip', queryOf({ ...query, ...PLAYED, before: '' }));
  const newest = withQuery('/archive', queryOf({ ...query, before: '' }));
  return (
    <>
      {games.length === 0 ? <p role="status">{archive.nothing}</p> : <GameTable games={games} />}
      <nav class="archive-pages" aria-label={archive.title}>
        {query['before'] === undefined ? null : (
          <a class="button" href={newest}>
            {archive.newest}
          </a>
        )}
        {next === undefined ? null : (
          <a class="button" href={withQuery('/archive', queryOf({ ...query, before: String(next) }))} rel="next">
            {archive.older}
          </a>
        )}
        {games.length === 0 ? null : (
          <a class="archive-zip" href={zip} download="tengen-games.zip">
            {archive.zip}
          </a>
        )}
      </nav>
    </>
  );
}
