import { useEffect, useState } from 'preact/hooks';
import { type FetchResult, fetchApi } from './fetch-api.ts';

/** A resource of the server's API; `undefined` until it is loaded. */
export interface ResourceState<Body> {
  readonly answer: FetchResult<Body> | undefined;
  /** Loads it again; the old value stays until then. */
  readonly reload: () => void;
}

/** Loads `path` whenever it changes. A late answer to an earlier path is dropped. */
export function useResource<Body>(path: string): ResourceState<Body> {
  const [answered, setAnswered] = useState<{ readonly path: string; readonly answer: FetchResult<Body> }>();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let wanted = true;
    void fetchApi<Body>(path).then((answer) => {
      if (wanted) setAnswered({ path, answer });
    });
    return () => {
      wanted = false;
    };
  }, [path, times]);
  const answer = answered?.path === path ? answered.answer : undefined;
  return { answer, reload: () => setTimes((before) => before + 1) };
}
