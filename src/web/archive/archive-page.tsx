import { useLocation, useRoute } from 'preact-iso';
import type { ArchiveSearchResult } from '../../protocols/api/resource-schemas.ts';
import { useResource } from '../connection/use-resource.ts';
import { PageFrame } from '../shell/page-frame.tsx';
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
  const asked = useRoute().query;
  const found = useResource<ArchiveSearchResult>(withQuery('/api/archive', queryOf({ ...asked, ...PLAYED })));
  const search = (wanted: { readonly [field: string]: string }): void => route(withQuery('/archive', queryOf(wanted)));
  return (
    <PageFrame title={archive.title} class="archive">
      <SearchForm asked={asked} search={search} />
      <ResourceView of={found} unfit={archive.unfit}>
        {(body) => <Results found={body} asked={asked} />}
      </ResourceView>
      <ImportForm added={found.reload} />
    </PageFrame>
  );
}

function Results({ found: { games, next }, asked }: { found: ArchiveSearchResult; asked: Record<string, string> }) {
  const { archive } = texts();
  const zip = withQuery('/api/archive.zip', queryOf({ ...asked, ...PLAYED, before: '' }));
  const newest = withQuery('/archive', queryOf({ ...asked, before: '' }));
  return (
    <>
      {games.length === 0 ? <p role="status">{archive.nothing}</p> : <GameTable games={games} />}
      <nav class="archive-pages" aria-label={archive.title}>
        {asked['before'] === undefined ? null : (
          <a class="button" href={newest}>
            {archive.newest}
          </a>
        )}
        {next === undefined ? null : (
          <a class="button" href={withQuery('/archive', queryOf({ ...asked, before: String(next) }))} rel="next">
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
