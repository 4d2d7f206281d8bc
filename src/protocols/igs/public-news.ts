import type { Change, ListedEnd, ListedGame } from '../../lobby/directory/directory.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { ClientSwitches } from './client-switches.ts';
import { rankOf } from './lists.ts';
import { isShowable } from './match-terms.ts';
import type { SessionLink } from './session-link.ts';
import { endLine } from './told-game.ts';

/** Ends of private games are in no list, and would be kept for ever. */
const MOST_KEPT = 100;

/** What clients that are not quiet are told of other players and their games. */
export class PublicNews {
  readonly #link: SessionLink;
  readonly #switches: ClientSwitches;
  /** Games of which the client has been told the end, because it played or watched. */
  readonly #told = new Set<GameId>();

  constructor(link: SessionLink, switches: ClientSwitches) {
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

  changed(changes: readonly Change[]): void {
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
