import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameResource } from '../../protocols/api/resource-schemas.ts';
import { connectionCount, gameSignal, unwatch, watch } from '../connection/connection.ts';
import { fetchApi } from '../connection/fetch-api.ts';
import { NO_SETUP } from './game-replay.ts';
import { type ShownGame, shownGame } from './shown-game.ts';

/**
 * The number of attempts to load a game, and milliseconds between them. A game that has just ended may not be in the
 * archive yet.
 */
const ATTEMPTS = { seen: 6, unseen: 2 };
const PAUSE = 500;

/** A game by its number: from the connection while it runs, else from the archive. `missing`: there is no such game. */
export function useGame(game: number, key: string | undefined): ShownGame | 'looking' | 'missing' {
  const live = gameSignal(game);
  const archived = useSignal<ShownGame | undefined>(undefined);
  const missing = useSignal(false);
  const connections = connectionCount.value;
  useEffect(() => () => unwatch(game), [game]);
  useEffect(() => {
    if (connections === 0) return;
    let isCancelled = false;
    void findGame(game, key, () => isCancelled).then((found) => {
      if (isCancelled || found === 'running' || found === 'lost') return;
      if (found === undefined) missing.value = true;
      else archived.value = found;
    });
    return () => {
      isCancelled = true;
    };
  }, [game, key, connections]);
  // The state of a watched game is preferred, because it has the times. An adjourned game may continue.
  const isKept = archived.value !== undefined && archived.value.state.end?.reason !== 'adjourned';
  if (live.value !== undefined && (live.value.end !== undefined || !isKept))
    return { state: live.value, timed: true, setup: NO_SETUP };
  return archived.value ?? (missing.value ? 'missing' : 'looking');
}

/** Finds a game. `running`: updates will follow. `lost`: the call must be repeated after the reconnection. */
async function findGame(
  game: number,
  key: string | undefined,
  isCancelled: () => boolean,
): Promise<ShownGame | 'running' | 'lost' | undefined> {
  const reply = await watch(game, key);
  if (reply.kind === 'lost') return 'lost';
  if (reply.kind === 'done') return 'running';
  const attempts = gameSignal(game).value === undefined ? ATTEMPTS.unseen : ATTEMPTS.seen;
  for (let attempt = 1; attempt <= attempts && !isCancelled(); attempt++) {
    const fetched = await fetchApi<GameResource>(withKey(`/api/games/${game}`, key));
    if (fetched.ok) return shownGame(fetched.body);
    if (attempt < attempts) await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  return undefined;
}

/** A path of the API with the key of a private game. */
export const withKey = (path: string, key: string | undefined): string =>
  key === undefined ? path : `${path}?key=${encodeURIComponent(key)}`;
