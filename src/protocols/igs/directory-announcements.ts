import type { DirectoryChange, ListedEnd, ListedGame } from '../../lobby/directory/directory.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { ClientToggles } from './client-toggles.ts';
import { rankOf } from './list-lines.ts';
import { isShowable } from './match-terms.ts';
import { endLine } from './server-session-game.ts';
import type { SessionContext } from './session-context.ts';

/** The maximum number of stored games. The end of a private game is in no list, so its entry would never be removed. */
const MAX_STORED = 100;

/**
 * Announces changes of the directory to clients that are not quiet: players who connect and disconnect, and the begin and end
 * of their games.
 */
export class DirectoryAnnouncements {
  readonly #link: SessionContext;
  readonly #toggles: ClientToggles;
  /** The games whose end was already sent, because the client played or watched them. */
  readonly #announced = new Set<GameId>();

  constructor(link: SessionContext, switches: ClientToggles) {
    this.#link = link;
    this.#toggles = switches;
  }

  entered(name: string): void {
    this.#send(`21 {${name} [ NR ] has connected.}`);
  }

  left(name: string): void {
    this.#send(`21 {${name} has disconnected}`);
  }

  /** Stores that the end of a game was already sent. */
  markAnnounced(game: GameId | undefined): void {
    if (this.#announced.size >= MAX_STORED) this.#announced.clear();
    if (game !== undefined) this.#announced.add(game);
  }

  changed(changes: readonly DirectoryChange[]): void {
    for (const change of changes) {
      if (change.kind === 'game-started') this.#announceStart(change.game);
      else if (change.kind === 'game-ended' && !this.#announced.delete(change.game))
        this.#announceEnd(change.game, change.end);
    }
  }

  #announceStart({ game, parameters, black, white }: ListedGame): void {
    if (!isShowable(parameters) || game === this.#link.own?.terms.id) return;
    const [first, second] = [white, black].map(({ name, rating }) => `${name} [${rankOf(rating)}]`);
    this.#send(`21 {Match ${game}: ${first} vs. ${second} }`);
  }

  #announceEnd(game: GameId, end: ListedEnd | undefined): void {
    if (end !== undefined && isShowable(end.parameters)) this.#send(endLine(game, end, end));
  }

  #send(text: string): void {
    if (!this.#toggles.isQuiet) this.#link.send(text);
  }
}
