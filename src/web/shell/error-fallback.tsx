import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { texts } from '../texts/page-language.ts';
import { PageContent } from './page-content.tsx';

/** True if a page could not be rendered or loaded. The reason may be that the server has a newer version. */
export const hasFailed = signal(false);

addEventListener('vite:preloadError', () => {
  hasFailed.value = true;
});

/** Replaces a page that has failed. */
export function ErrorFallback() {
  const { shell } = texts();
  const { path } = useLocation();
  const failed = useRef(path);
  useEffect(() => {
    if (path !== failed.current) hasFailed.value = false;
  }, [path]);
  return (
    <PageContent title={shell.failed} class="narrow">
      <button type="button" class="primary" onClick={() => location.reload()}>
        {shell.reload}
      </button>
    </PageContent>
  );
}
