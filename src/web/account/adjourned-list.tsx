import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { AdjournedGameJson } from '../../protocols/api/server-message-schema.ts';
import { status, you } from '../connection/connection.ts';
import { day } from '../formatting/dates.ts';
import { displayName } from '../formatting/display-name.ts';
import { boardName } from '../formatting/game-text.ts';
import { askLobby, failure } from '../lobby/lobby-requests.ts';
import { language, texts } from '../texts/page-language.ts';

/** The adjourned games of the account. A game continues when both players ask for it. */
export function AdjournedGames() {
  const words = texts();
  const { adjourned = [], seat } = you.value;
  if (adjourned.length === 0) return null;
  return (
    <section class="card" aria-labelledby="adjourned">
      <h2 id="adjourned">{words.adjourned.title}</h2>
      <p class="soft small">{words.adjourned.help}</p>
      <ul class="list">
        {adjourned.map((game) => (
          <li key={game.game}>
            <span class="grow">
              <bdi>{displayName(game.opponent)}</bdi>
              <span class="soft small account-line">
                {boardName(game.board, words)}, {words.rules[game.color]}, {words.adjourned.moves(game.turns)}.{' '}
                {words.adjourned.until(day(game.until, language.value))}
              </span>
            </span>
            {game.askedBy === game.color ? (
              <span class="soft small" role="status">
                {words.adjourned.waits}
              </span>
            ) : (
              <button
                type="button"
                disabled={status.value !== 'open' || seat !== undefined}
                onClick={() => void askLobby({ kind: 'reopen', game: game.game })}
              >
                {words.adjourned.goOn}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="problem" role="alert">
        {failure.value?.(words)}
      </p>
    </section>
  );
}

/** Opens the page of an adjourned game when the game continues. */
export function useReopenedGame(): void {
  const { adjourned = [], seat } = you.value;
  const { route } = useLocation();
  const waits = useRef<readonly number[]>([]);
  useEffect(() => {
    if (seat !== undefined && waits.current.includes(seat.game)) route(`/games/${seat.game}`);
    waits.current = adjourned.map(({ game }) => game);
  }, [seat?.game, adjourned]);
}

/** The games that an opponent wants to continue. */
export const opponentRequests = (games: readonly AdjournedGameJson[] = []): AdjournedGameJson[] =>
  games.filter(({ askedBy, color }) => askedBy !== undefined && askedBy !== color);
