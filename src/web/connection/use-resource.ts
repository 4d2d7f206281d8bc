import { useEffect, useState } from 'preact/hooks';
import { type FetchResult, fetchApi } from './fetch-api.ts';

/** A resource of the server's API; `undefined` until it is loaded. */
export interface ReloadableResource<Body> {
  readonly answer: FetchResult<Body> | undefined;
  /** Loads the resource again. The old value stays until the new value is loaded. */
  readonly reload: () => void;
}

/** Loads `path` whenever it changes. A late answer to an earlier path is dropped. */
export function useResource<Body>(path: string): ReloadableResource<Body> {
  const [loaded, setAnswered] = useState<{ readonly path: string; readonly answer: FetchResult<Body> }>();
  const [reloads, setTimes] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void fetchApi<Body>(path).then((answer) => {
      if (isCurrent) setAnswered({ path, answer });
    });
    return () => {
      isCurrent = false;
    };
  }, [path, reloads]);
  const answer = loaded?.path === path ? loaded.answer : undefined;
  return { answer, reload: () => setTimes((before) => before + 1) };
}
