import type { DirectoryChange, ListedEnd, ListedGame } from '../../lobby/directory/directory.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { ClientToggles } from './client-toggles.ts';
import { rankOf } from './list-lines.ts';
import { isShowable } from './match-terms.ts';
import { endLine } from './server-game.ts';
import type { SessionContext } from './session-context.ts';

/** Ends of private games are in no list, and would be kept for ever. */
const MOST_KEPT = 100;

/** What clients that are not quiet are told of other players and their games. */
export class ServerAnnouncements {
  readonly #link: SessionContext;
  readonly #switches: ClientToggles;
  /** Games of which the client has been told the end, because it played or watched. */
  readonly #told = new Set<GameId>();

  constructor(link: SessionContext, switches: ClientToggles) {
    this.#link = link;
    this.#switches = switches;
  }

  entered(name: string): void {
    this.#tell(`21 {${name} [ NR ] has connected.}`);
  }

  left(name: string): void {
    this.#tell(`21 {${name} has disconnected}`);
  }

  /** The client was told of it apart from the list. */
  hasTold(game: GameId | undefined): void {
    if (this.#told.size >= MOST_KEPT) this.#told.clear();
    if (game !== undefined) this.#told.add(game);
  }

  changed(changes: readonly DirectoryChange[]): void {
    for (const change of changes) {
      if (change.kind === 'begun') this.#begun(change.game);
      else if (change.kind === 'over' && !this.#told.delete(change.game)) this.#over(change.game, change.end);
    }
  }

  #begun({ game, parameters, black, white }: ListedGame): void {
    if (!isShowable(parameters) || game === this.#link.own?.terms.id) return;
    const [first, second] = [white, black].map(({ name, rating }) => `${name} [${rankOf(rating)}]`);
    this.#tell(`21 {Match ${game}: ${first} vs. ${second} }`);
  }

  #over(game: GameId, end: ListedEnd | undefined): void {
    if (end !== undefined && isShowable(end.parameters)) this.#tell(endLine(game, end, end));
  }

  #tell(text: string): void {
    if (!this.#switches.isQuiet) this.#link.tell(text);
  }
}
