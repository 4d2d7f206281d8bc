import { texts } from '../texts/language.ts';
import { Page } from './page.tsx';

export function NotFound() {
  const { shell } = texts();
  return (
    <Page title={shell.notFound} class="narrow">
      <p>{shell.notFoundHelp}</p>
      <p>
        <a href="/">{shell.toLobby}</a>
      </p>
    </Page>
  );
}
