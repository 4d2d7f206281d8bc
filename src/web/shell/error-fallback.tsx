import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { texts } from '../texts/page-language.ts';
import { PageFrame } from './page-frame.tsx';

/** True if a page could not be rendered or loaded; the server may have a newer version. */
export const trouble = signal(false);

addEventListener('vite:preloadError', () => {
  trouble.value = true;
});

export function ErrorFallback() {
  const { shell } = texts();
  const { path } = useLocation();
  const failed = useRef(path);
  useEffect(() => {
    if (path !== failed.current) trouble.value = false;
  }, [path]);
  return (
    <PageFrame title={shell.failed} class="narrow">
      <button type="button" class="primary" onClick={() => location.reload()}>
        {shell.reload}
      </button>
    </PageFrame>
  );
}
