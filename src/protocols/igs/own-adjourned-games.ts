import type { CommandAnswer } from '../../lobby/command.ts';
import type { AdjournedGame } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { opposite } from '../../rules/color.ts';
import { NO_NEW_GAMES } from './match-requests.ts';
import type { SessionContext } from './session-context.ts';

const NO_SUCH_GAME = '5 There is no such stored game.';

/** The adjourned games of the client's account, which other servers call stored. */
export class OwnAdjournedGames {
  readonly #link: SessionContext;
  #games: readonly AdjournedGame[] = [];

  constructor(link: SessionContext) {
    this.#link = link;
  }

  /** Tells of games with which the opponent wants to go on. */
  changed(games: readonly AdjournedGame[]): void {
    const before = new Map(this.#games.map((each) => [each.game, each]));
    this.#games = games;
    const lines = games
      .filter(({ game, color, askedBy }) => askedBy === opposite(color) && before.get(game)?.askedBy !== askedBy)
      .flatMap((each) => [
        `9 ${each.opponent} wants to go on with the adjourned game ${this.#labelOf(each)}.`,
        `9 Use "load ${this.#isOnly(each) ? this.#nameOf(each) : each.game}" to go on.`,
      ]);
    if (lines.length > 0) this.#link.tell(...lines);
  }

  /** Those of others are not known. */
  list(name: string): void {
    const isOwn = name.toLowerCase() === this.#link.name.toLowerCase();
    const games = isOwn ? this.#games : this.#games.filter(({ opponent }) => isSame(opponent, name));
    this.#link.tell(
      `9 Stored games for ${name}:`,
      ...games.map((game) => `23 ${this.#labelOf(game)}`),
      `9 Found ${games.length} stored games.`,
    );
  }

  /** Goes on with a game, `white-black` or its number. Of two with the same players it is the older one. */
  load(which: string): void {
    const game = this.#games.find((each) => isSame(this.#nameOf(each), which) || String(each.game) === which);
    if (game === undefined) this.#link.tell(NO_SUCH_GAME);
    else this.#link.ask({ kind: 'reopen', game: game.game }, (answer) => this.#loaded(answer, game));
  }

  /** That a game goes on tells itself. */
  #loaded(answer: CommandAnswer, game: AdjournedGame): void {
    if (answer.kind === 'done')
      this.#link.tell(`9 ${game.opponent} is asked to go on with the game ${this.#labelOf(game)}.`);
    else if (answer.kind === 'refused') this.#link.tell(this.#refusal(answer.why, game.opponent));
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

  /** The name, with the number if two games have that name. */
  #labelOf(game: AdjournedGame): string {
    return this.#isOnly(game) ? this.#nameOf(game) : `${this.#nameOf(game)} ${game.game}`;
  }

  #isOnly(game: AdjournedGame): boolean {
    const name = this.#nameOf(game);
    return this.#games.every((each) => each.game === game.game || !isSame(this.#nameOf(each), name));
  }

  #nameOf({ color, opponent }: AdjournedGame): string {
    return color === 'white' ? `${this.#link.name}-${opponent}` : `${opponent}-${this.#link.name}`;
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
