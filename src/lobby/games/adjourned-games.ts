import { COLORS, type Color, opposite } from '../../rules/color.ts';
import type { AdjournObstacle } from '../refusal.ts';
import type { Game } from './game.ts';
import type { GameId } from './game-event.ts';

const MAX_PER_ACCOUNT = 20;

const NONE: ReadonlySet<Game> = new Set();

/** The adjourned games, by number and by account. Their players' names are free, and the directory does not list them. */
export class AdjournedGames {
  readonly #byId = new Map<GameId, Game>();
  readonly #byAccount = new Map<string, Set<Game>>();

  get all(): Iterable<Game> {
    return this.#byId.values();
  }

  find(id: GameId): Game | undefined {
    return this.#byId.get(id);
  }

  /** The adjourned games of an account, by number. */
  ofAccount(account: string): readonly Game[] {
    return [...(this.#byAccount.get(account) ?? NONE)].sort((one, other) => one.id - other.id);
  }

  add(game: Game): void {
    this.#byId.set(game.id, game);
    for (const account of accountsOf(game)) {
      const games = this.#byAccount.get(account);
      if (games === undefined) this.#byAccount.set(account, new Set([game]));
      else games.add(game);
    }
  }

  remove(game: Game): void {
    this.#byId.delete(game.id);
    for (const account of accountsOf(game)) {
      const games = this.#byAccount.get(account);
      games?.delete(game);
      if (games?.size === 0) this.#byAccount.delete(account);
    }
  }

  /** Why a running game cannot be adjourned. Both players must be present and have accounts, and their clients must support adjournment. */
  obstacleTo(game: Game): AdjournObstacle | undefined {
    if (!game.allowsProposals) return 'not-spoken';
    if (!isBetweenAccounts(game)) return 'no-account';
    if (game.players().length < 2) return 'opponent-away';
    if (game.marking !== undefined) return 'marking';
    const isFull = (account: string) => (this.#byAccount.get(account)?.size ?? 0) >= MAX_PER_ACCOUNT;
    return accountsOf(game).some(isFull) ? 'too-many' : undefined;
  }
}

/** Whether the two players have different accounts. */
export const isBetweenAccounts = (game: Game): boolean => new Set(accountsOf(game)).size === 2;

const accountsOf = (game: Game): string[] => COLORS.flatMap((color) => game.record(color).ownedName ?? []);

/** The colour that an account has in a game, and the account of the other side. */
export function sideOfAccount(game: Game, account: string | undefined): { color: Color; other: string } | undefined {
  const color = COLORS.find((each) => game.record(each).ownedName === account);
  const other = color && game.record(opposite(color)).ownedName;
  return color === undefined || other === undefined ? undefined : { color, other };
}
