import { useEffect, useState } from 'preact/hooks';
import type { ConversationResource, GameResource } from '../../protocols/api/resource-schemas.ts';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { type FetchResult, fetchApi } from '../connection/fetch-api.ts';
import type { SetupStones } from '../game/game-replay.ts';
import { shownGame } from '../game/shown-game.ts';
import { withKey } from '../game/use-game.ts';

/** A game with its recorded conversation. */
export interface InspectedGame {
  readonly conversation: ConversationResource;
  readonly game: GameState;
  readonly setup: SetupStones;
  readonly runs: boolean;
}

/** Milliseconds between two requests for a running game. */
const INTERVAL = 2_000;
/** The number of requests after the end of the game, because more messages may follow. */
const LAST_REQUESTS = 3;

/** Loads a game, again and again while it runs. Undefined before the first answer. `key`: the key of a private game. */
export function useInspected(game: string, key: string | undefined): FetchResult<InspectedGame> | undefined {
  const [result, setSeen] = useState<FetchResult<InspectedGame>>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    let requestsLeft = 1;
    const load = async (): Promise<void> => {
      const found = document.visibilityState === 'hidden' ? undefined : await inspect(game, key);
      if (!isCurrent) return;
      // A game that is being archived may not be found for a moment.
      if (found?.ok || (found !== undefined && requestsLeft === 1)) setSeen(found);
      if (found?.ok && found.body.runs) requestsLeft = LAST_REQUESTS + 1;
      else if (found !== undefined) requestsLeft--;
      if (requestsLeft > 0) timer = setTimeout(() => void load(), INTERVAL);
    };
    setSeen(undefined);
    void load();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [game, key]);
  return result;
}

async function inspect(game: string, key: string | undefined): Promise<FetchResult<InspectedGame>> {
  const [found, conversation] = await Promise.all([
    fetchApi<GameResource>(withKey(`/api/games/${game}`, key)),
    fetchApi<ConversationResource>(withKey(`/api/games/${game}/conversation`, key)),
  ]);
  if (!found.ok) return found;
  if (!conversation.ok) return conversation;
  const { state, setup } = shownGame(found.body);
  return {
    ok: true,
    body: { conversation: conversation.body, game: state, setup, runs: found.body.state === 'running' },
  };
}
