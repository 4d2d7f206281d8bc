import type { CommandAnswer } from '../../lobby/command.ts';
import type { AdjournedGameView } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { opposite } from '../../rules/color.ts';
import { NO_NEW_GAMES } from './match-requests.ts';
import type { SessionContext } from './session-context.ts';

const NO_SUCH_GAME = '5 There is no such stored game.';

/** The adjourned games of the client's account. IGS calls them stored games. */
export class OwnAdjournedGames {
  readonly #link: SessionContext;
  #games: readonly AdjournedGameView[] = [];

  constructor(link: SessionContext) {
    this.#link = link;
  }

  /** Stores the adjourned games. Sends a line for each game that the opponent wants to continue. */
  changed(games: readonly AdjournedGameView[]): void {
    const before = new Map(this.#games.map((each) => [each.game, each]));
    this.#games = games;
    const lines = games
      .filter(({ game, color, askedBy }) => askedBy === opposite(color) && before.get(game)?.askedBy !== askedBy)
      .flatMap((each) => [
        `9 ${each.opponent} wants to go on with the adjourned game ${this.#labelOf(each)}.`,
        `9 Use "load ${this.#isOnly(each) ? this.#nameOf(each) : each.game}" to go on.`,
      ]);
    if (lines.length > 0) this.#link.send(...lines);
  }

  /** Lists the adjourned games. For another player's name, lists only the games against this player. */
  list(name: string): void {
    const isOwn = name.toLowerCase() === this.#link.name.toLowerCase();
    const games = isOwn ? this.#games : this.#games.filter(({ opponent }) => isSame(opponent, name));
    this.#link.send(
      `9 Stored games for ${name}:`,
      ...games.map((game) => `23 ${this.#labelOf(game)}`),
      `9 Found ${games.length} stored games.`,
    );
  }

  /** Handles `load` of a game, by `white-black` or by its number. If two games have the same players, it is the older one. */
  load(which: string): void {
    const game = this.#games.find((each) => isSame(this.#nameOf(each), which) || String(each.game) === which);
    if (game === undefined) this.#link.send(NO_SUCH_GAME);
    else this.#link.ask({ kind: 'reopen', game: game.game }, (answer) => this.#loaded(answer, game));
  }

  /** Answers `load`. If the game continues, its notice is the answer. */
  #loaded(answer: CommandAnswer, game: AdjournedGameView): void {
    if (answer.kind === 'done')
      this.#link.send(`9 ${game.opponent} is asked to go on with the game ${this.#labelOf(game)}.`);
    else if (answer.kind === 'refused') this.#link.send(this.#refusal(answer.why, game.opponent));
  }

  #refusal(why: Refusal, opponent: string): string {
    switch (why) {
      case 'no-such-player':
        return `5 No user named "${opponent}" is logged in.`;
      case 'in-game':
        return this.#link.own === undefined
          ? `5 ${opponent} is currently involved in a match against someone else.`
          : '5 You are playing a game already.';
      case 'not-now':
        return NO_NEW_GAMES;
      default:
        return NO_SUCH_GAME;
    }
  }

  /** The name of a game, with its number if two games have the same name. */
  #labelOf(game: AdjournedGameView): string {
    return this.#isOnly(game) ? this.#nameOf(game) : `${this.#nameOf(game)} ${game.game}`;
  }

  #isOnly(game: AdjournedGameView): boolean {
    const name = this.#nameOf(game);
    return this.#games.every((each) => each.game === game.game || !isSame(this.#nameOf(each), name));
  }

  #nameOf({ color, opponent }: AdjournedGameView): string {
    return color === 'white' ? `${this.#link.name}-${opponent}` : `${opponent}-${this.#link.name}`;
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
