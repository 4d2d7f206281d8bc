import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BoardPreviewJson, BoardPreviews } from '../../protocols/api/resource-schemas.ts';
import { fetchApi } from '../connection/fetch-api.ts';

/** The maximum number of drawn boards. The server sends no more at once. */
export const MOST_PREVIEWS = 12;

/** Milliseconds from one answer to the next request. */
const PAUSE = 2000;

/**
 * The boards of these games, updated while the page is visible. The server sends only changed boards: a full board of 19
 * lines takes 430 bytes, and an answer without changes takes 13 bytes. If the page watched the games instead, the server
 * would first send all their moves.
 */
export function useBoardPreviews(games: readonly number[]): ReadonlyMap<number, BoardPreviewJson> {
  const previews = useSignal<ReadonlyMap<number, BoardPreviewJson>>(new Map());
  const requestedGames = games.slice(0, MOST_PREVIEWS).join();
  useEffect(() => {
    if (requestedGames === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCancelled = false;
    const load = async (): Promise<void> => {
      if (!document.hidden) {
        const query = requestedGames.split(',').map((game) => withVersion(game, previews.peek().get(Number(game))));
        const { body } = await fetchPreviews(query.join());
        if (isCancelled) return;
        if (body.boards.length > 0) previews.value = withBoards(previews.peek(), body.boards);
      }
      timer = setTimeout(() => void load(), PAUSE);
    };
    void load();
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [requestedGames]);
  return previews.value;
}

async function fetchPreviews(games: string): Promise<{ readonly body: BoardPreviews }> {
  const fetched = await fetchApi<BoardPreviews>(`/api/boards?games=${games}`);
  return fetched.ok ? fetched : { body: { boards: [] } };
}

const withVersion = (game: string, known: BoardPreviewJson | undefined): string =>
  known === undefined ? game : `${game}:${known.version}`;

const withBoards = (
  known: ReadonlyMap<number, BoardPreviewJson>,
  boards: readonly BoardPreviewJson[],
): ReadonlyMap<number, BoardPreviewJson> => new Map([...known, ...boards.map((board) => [board.game, board] as const)]);
