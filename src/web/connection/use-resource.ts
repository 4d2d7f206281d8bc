import { useEffect, useState } from 'preact/hooks';
import { type Fetched, fetchApi } from './fetch-api.ts';

/** Something that the server is asked for, and what it answered; `undefined` until it has. */
export interface Resource<Body> {
  readonly answer: Fetched<Body> | undefined;
  /** Asks once more; until then the earlier answer stands. */
  readonly reload: () => void;
}

/** Asks for `path` whenever it is another one; an answer that comes after a later question is dropped. */
export function useResource<Body>(path: string): Resource<Body> {
  const [answered, setAnswered] = useState<{ readonly path: string; readonly answer: Fetched<Body> }>();
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
