import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameResource } from '../../protocols/api/resource-schemas.ts';
import { conversation, gameSignal, unwatch, watch } from '../connection/connection.ts';
import { fetchApi } from '../connection/fetch-api.ts';
import { NO_SETUP } from './game-replay.ts';
import { type ShownGame, shownGame } from './shown-game.ts';

/** A game that has just ended may not be in the archive yet: the number of attempts, and milliseconds between them. */
const ATTEMPTS = { seen: 6, unseen: 2 };
const PAUSE = 500;

/** A game by its number: live while it runs, else from the archive. `missing`: there is no such game. */
export function useGame(game: number, key: string | undefined): ShownGame | 'looking' | 'missing' {
  const live = gameSignal(game);
  const kept = useSignal<ShownGame | undefined>(undefined);
  const missing = useSignal(false);
  const epoch = conversation.value;
  useEffect(() => () => unwatch(game), [game]);
  useEffect(() => {
    if (epoch === 0) return;
    let gone = false;
    void look(game, key, () => gone).then((found) => {
      if (gone || found === 'running' || found === 'lost') return;
      if (found === undefined) missing.value = true;
      else kept.value = found;
    });
    return () => {
      gone = true;
    };
  }, [game, key, epoch]);
  // A game that was watched also has the times. An adjourned one may go on.
  const isKept = kept.value !== undefined && kept.value.state.end?.reason !== 'adjourned';
  if (live.value !== undefined && (live.value.end !== undefined || !isKept))
    return { state: live.value, timed: true, setup: NO_SETUP };
  return kept.value ?? (missing.value ? 'missing' : 'looking');
}

/** `running`: updates will follow. `lost`: repeat after the reconnection. */
async function look(
  game: number,
  key: string | undefined,
  gone: () => boolean,
): Promise<ShownGame | 'running' | 'lost' | undefined> {
  const reply = await watch(game, key);
  if (reply.kind === 'lost') return 'lost';
  if (reply.kind === 'done') return 'running';
  const attempts = gameSignal(game).value === undefined ? ATTEMPTS.unseen : ATTEMPTS.seen;
  for (let attempt = 1; attempt <= attempts && !gone(); attempt++) {
    const fetched = await fetchApi<GameResource>(withKey(`/api/games/${game}`, key));
    if (fetched.ok) return shownGame(fetched.body);
    if (attempt < attempts) await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  return undefined;
}

/** A path of the API with the key of a private game. */
export const withKey = (path: string, key: string | undefined): string =>
  key === undefined ? path : `${path}?key=${encodeURIComponent(key)}`;
