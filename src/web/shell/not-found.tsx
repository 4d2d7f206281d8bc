import { texts } from '../texts/page-language.ts';
import { PageFrame } from './page-frame.tsx';

/** The page for an unknown path. */
export function NotFound() {
  const { shell } = texts();
  return (
    <PageFrame title={shell.notFound} class="narrow">
      <p>{shell.notFoundHelp}</p>
      <p>
        <a href="/">{shell.toLobby}</a>
      </p>
    </PageFrame>
  );
}
