import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BoardPictureJson, BoardPictures } from '../../protocols/api/resource-schemas.ts';
import { fetchApi } from '../connection/fetch-api.ts';

/** At most this many boards are drawn; the server sends no more at once. */
export const MOST_PICTURES = 12;

/** Milliseconds from one answer to the next request. */
const PAUSE = 2000;

/**
 * The boards of these games, kept up to date while the page is visible. The server sends only what has changed: a full
 * board of 19 lines takes 430 bytes, an answer without changes 13. Watching the games would send every move of each one
 * first.
 */
export function useBoardPictures(games: readonly number[]): ReadonlyMap<number, BoardPictureJson> {
  const pictures = useSignal<ReadonlyMap<number, BoardPictureJson>>(new Map());
  const asked = games.slice(0, MOST_PICTURES).join();
  useEffect(() => {
    if (asked === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const load = async (): Promise<void> => {
      if (!document.hidden) {
        const query = asked.split(',').map((game) => withVersion(game, pictures.peek().get(Number(game))));
        const { body } = await answer(query.join());
        if (gone) return;
        if (body.boards.length > 0) pictures.value = withBoards(pictures.peek(), body.boards);
      }
      timer = setTimeout(() => void load(), PAUSE);
    };
    void load();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return pictures.value;
}

async function answer(games: string): Promise<{ readonly body: BoardPictures }> {
  const fetched = await fetchApi<BoardPictures>(`/api/boards?games=${games}`);
  return fetched.ok ? fetched : { body: { boards: [] } };
}

const withVersion = (game: string, known: BoardPictureJson | undefined): string =>
  known === undefined ? game : `${game}:${known.version}`;

const withBoards = (
  known: ReadonlyMap<number, BoardPictureJson>,
  boards: readonly BoardPictureJson[],
): ReadonlyMap<number, BoardPictureJson> => new Map([...known, ...boards.map((board) => [board.game, board] as const)]);
