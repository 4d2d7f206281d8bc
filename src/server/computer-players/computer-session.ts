import type { Choice, Situation } from '../../engines/engine.ts';
import type { Answer, Command } from '../../lobby/command.ts';
import type { ListedSeek } from '../../lobby/directory/directory.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { Notice, Started } from '../../lobby/notice.ts';
import type { Offer } from '../../lobby/pairing/standby-offer.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { PostponedCommand } from '../../protocols/postponed-command.ts';
import { type Read, ServerSessionBase } from '../../protocols/server-session-base.ts';
import type { Result } from '../../result.ts';
import type { Color } from '../../rules/color.ts';

/** One seat of a computer player. */
export interface SeatOptions {
  readonly name: string;
  readonly offers: readonly Offer[];
  /** How long a seek must have waited before the seat takes it; milliseconds. */
  readonly minimumWait: number;
}

/** Calls from a seat to its pool. */
export interface SeatCallbacks {
  /** The lobby waits for a move: `choose` it, unless `wants` says by then that the game is over. */
  think(situation: Situation): void;
  /** A game is over, and its engine waits for the next one. */
  gameOver(): void;
  /** The seat stands by, has begun a game, or has retired. */
  changed(): void;
  /** Whether its engine is still in the middle of a move. */
  isThinking(): boolean;
  /** It resigns because of this problem with its engine. */
  trouble(words: string): void;
}

/** Bytes without a meaning of their own: they make the session run. */
export const WAKE_UP = new Uint8Array(1);

interface Game {
  readonly started: Started;
  readonly color: Color;
  readonly turns: Move[];
}

/** The commands that this session asks. */
type Asked = Extract<
  Command,
  { kind: 'enter' | 'stand-by' | 'observe' | 'chat' | 'play' | 'pass' | 'forfeit' | 'leave' }
>;

/**
 * A session without a client: it sends the lobby the commands of an engine. It sends no bytes, and received bytes only
 * make it run (`WAKE_UP`).
 */
export class ComputerSession extends ServerSessionBase<'nudge'> {
  readonly #options: SeatOptions;
  readonly #keeper: SeatCallbacks;
  #stage: 'new' | 'free' | 'playing' | 'leaving' | 'refused' | 'retired' = 'new';
  #game: Game | undefined;
  /** It stands by, and is not needed any more. */
  #withdraws = false;
  /** The reason of the retirement, if it plays no more. */
  #retiresBecause: string | undefined;
  /** The position in which a move is due, and the move when it is known. */
  #wanted: Situation | undefined;
  #chosen: Result<Choice> | undefined;
  /** A move that cannot be stored now. */
  readonly #postponed = new PostponedCommand<Asked>();

  constructor(options: SeatOptions, keeper: SeatCallbacks) {
    // It does nothing before its first wake-up, which has the time.
    super(0);
    this.#options = options;
    this.#keeper = keeper;
  }

  /** It stands by, or is about to. */
  get isFree(): boolean {
    return this.#stage === 'new' || this.#stage === 'free';
  }

  /** It plays no more, now or after its current game. */
  get isRetiring(): boolean {
    return this.#retiresBecause !== undefined;
  }

  /** It is present and plays no more. */
  get isRetired(): boolean {
    return this.#stage === 'retired';
  }

  /** Its name belongs to another player. */
  get isRefused(): boolean {
    return this.#stage === 'refused';
  }

  /** Makes it leave at the next wake-up, unless it has begun a game. */
  withdraw(): void {
    this.#withdraws = true;
  }

  /**
   * Retires it, at the next wake-up or after its current game. It stays connected and sends the reason by chat: to
   * everyone, and then to each player whose seek names it.
   */
  retire(why: string): void {
    this.#retiresBecause = why;
  }

  wants(situation: Situation): boolean {
    return situation === this.#wanted;
  }

  /** The engine's choice. It is used at the next wake-up, or dropped if no move is due any more. */
  choose(situation: Situation, choice: Result<Choice>): void {
    if (this.wants(situation)) this.#chosen = choice;
  }

  protected override read(): Read<'nudge'> {
    return { kind: 'message', message: 'nudge', length: WAKE_UP.length };
  }

  override get deadline(): number | undefined {
    return this.#postponed.deadline;
  }

  protected override rang(): void {
    const again = this.#postponed.take(this.now);
    if (again !== undefined) this.#ask(again);
  }

  protected override received(): void {
    if (this.#stage === 'new') this.#ask({ kind: 'enter', name: this.#options.name });
    else if (this.#chosen !== undefined) this.#move(this.#chosen);
    else if (this.#retiresBecause !== undefined && this.isFree) this.#attend();
    // A game may have begun whose notice has not arrived yet: then the lobby refuses to change the offers.
    else if (this.#withdraws && this.isFree) this.#ask({ kind: 'stand-by', minimumWait: 0, offers: [] });
  }

  #ask(command: Asked): void {
    this.ask(command, (answer) => this.#answered(command, answer));
  }

  #answered(command: Asked, answer: Answer): void {
    if (command.kind === 'enter') {
      if (answer.kind === 'entered') this.#attend();
      else {
        this.#stage = 'refused';
        this.close();
      }
    } else if (command.kind === 'stand-by') this.#attends(command.offers.length > 0, answer);
    else if (command.kind === 'leave') this.close();
    else if (answer.kind === 'directory') {
      this.#informSeekers(answer.directory.seeks);
      if (answer.next !== undefined) this.#ask({ kind: 'observe', after: answer.next });
    } else if (command.kind === 'chat') {
      // A player who cannot receive chat gets no reason.
    } else if (answer.kind === 'refused') this.#refused(command, answer.why);
  }

  #refused(command: Asked, why: Refusal): void {
    if (why === 'not-now') this.#postponed.put(command, this.now);
    // Between the end of a game and the notice of it, a move is refused because there is no game: that is not a problem.
    else if (why !== 'no-game') this.#resign(`the move was refused: ${why}`);
  }

  protected override heard(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        break;
      case 'played':
        this.#turned({ kind: 'play', color: notice.color, point: notice.point });
        break;
      case 'passed':
        this.#turned({ kind: 'pass', color: notice.color });
        break;
      case 'ended':
        this.#game = undefined;
        this.#forget();
        // No player should wait for an engine that is busy with an old game.
        if (this.#keeper.isThinking()) this.#go();
        else {
          this.#keeper.gameOver();
          this.#attend();
        }
        break;
      case 'directory':
        this.#informSeekers(notice.changes.flatMap((change) => (change.kind === 'seeks' ? [change.seek] : [])));
        break;
      case 'replaced':
      case 'removed':
      case 'farewell':
        this.#forget();
        this.close();
        break;
      case 'begun':
      case 'chat':
      case 'entered':
      case 'left':
      case 'news':
        break;
    }
  }

  #attend(): void {
    const { minimumWait, offers } = this.#options;
    this.#stage = 'free';
    this.#ask({ kind: 'stand-by', minimumWait, offers: this.#retiresBecause === undefined ? offers : [] });
  }

  #go(): void {
    this.#stage = 'leaving';
    this.#ask({ kind: 'leave' });
  }

  #attends(toSomebody: boolean, answer: Answer): void {
    if (answer.kind !== 'waiting') return;
    if (toSomebody) this.#keeper.changed();
    else if (this.#retiresBecause === undefined) this.#go();
    else this.#retire(this.#retiresBecause);
  }

  #retire(why: string): void {
    this.#stage = 'retired';
    this.#ask({ kind: 'chat', text: why, to: 'everyone' });
    this.#ask({ kind: 'observe' });
    this.#keeper.changed();
  }

  /** A seek for this player alone is shown only to this player. */
  #informSeekers(seeks: readonly ListedSeek[]): void {
    for (const { host, opponent } of seeks) {
      if (opponent !== this.#options.name || this.#retiresBecause === undefined) continue;
      this.#ask({ kind: 'chat', text: this.#retiresBecause, to: { name: host } });
    }
  }

  #start(started: Started): void {
    if (started.color === 'both') throw new Error('the house never practises');
    this.#stage = 'playing';
    this.#withdraws = false;
    this.#game = { started, color: started.color, turns: [...started.moves] };
    this.#keeper.changed();
    if (started.toMove === started.color) this.#think(this.#game);
  }

  #turned(action: Move): void {
    const game = this.#game;
    if (game === undefined) throw new Error('news of a game that never started');
    game.turns.push(action);
    if (action.color !== game.color) this.#think(game);
  }

  #think({ started: { parameters, komi }, color, turns }: Game): void {
    const board = { size: parameters.size, color, setup: [], turns: [...turns] };
    const situation: Situation =
      parameters.game === 'go'
        ? { game: 'go', ...board, rulesets: [parameters.ruleset], komi }
        : { game: 'gomoku', ...board, rule: parameters.rule };
    this.#wanted = situation;
    this.#keeper.think(situation);
  }

  #move(chosen: Result<Choice>): void {
    const game = this.#wanted?.game;
    this.#forget();
    if (!chosen.ok) this.#resign(chosen.problem);
    else if (chosen.value.kind === 'resign') this.#ask({ kind: 'forfeit', how: 'resigned' });
    else if (chosen.value.kind === 'play') this.#ask({ kind: 'play', point: chosen.value.point });
    else if (game === 'go') this.#ask({ kind: 'pass' });
    else this.#resign('it passed, and Gomoku has no pass');
  }

  #forget(): void {
    this.#wanted = undefined;
    this.#chosen = undefined;
    this.#postponed.drop();
  }

  #resign(words: string): void {
    this.#keeper.trouble(words);
    this.#ask({ kind: 'forfeit', how: 'resigned' });
  }
}
