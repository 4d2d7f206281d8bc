import { texts } from '../texts/page-language.ts';
import { PageContent } from './page-content.tsx';

/** The page for an unknown path. */
export function NotFound() {
  const { shell } = texts();
  return (
    <PageContent title={shell.notFound} class="narrow">
      <p>{shell.notFoundHelp}</p>
      <p>
        <a href="/">{shell.toLobby}</a>
      </p>
    </PageContent>
  );
}
