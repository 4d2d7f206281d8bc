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
  /** How long somebody must have waited; milliseconds. */
  readonly minimumWait: number;
}

/** What the one who looks after a seat is told and asked. */
export interface SeatCallbacks {
  /** A move is wanted: `choose` it, unless `wants` says by then that the game is over. */
  think(situation: Situation): void;
  /** A game is over, and its engine waits for the next one. */
  gameOver(): void;
  /** It attends, has sat down and attends no more, or has retired. */
  changed(): void;
  /** Whether its engine is still in the middle of a move. */
  isThinking(): boolean;
  /** It resigns, because this has gone wrong with its engine. */
  trouble(words: string): void;
}

/** Bytes that say nothing but that the session is to look at what has come up. */
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
 * The server's side of a conversation in which nobody is at the other end: it speaks to the lobby for an engine. It says
 * no bytes, and those that it receives are nudges.
 */
export class ComputerSession extends ServerSessionBase<'nudge'> {
  readonly #options: SeatOptions;
  readonly #keeper: SeatCallbacks;
  #stage: 'new' | 'free' | 'playing' | 'leaving' | 'refused' | 'retired' = 'new';
  #game: Game | undefined;
  /** It attends for the time being, and is not needed. */
  #withdraws = false;
  /** Why it plays no more, once that is so. */
  #retiresBecause: string | undefined;
  /** The position in which a move is wanted, and the move once it is there. */
  #wanted: Situation | undefined;
  #chosen: Result<Choice> | undefined;
  /** A move that cannot be kept now. */
  readonly #postponed = new PostponedCommand<Asked>();

  constructor(options: SeatOptions, keeper: SeatCallbacks) {
    // It does nothing before its first nudge, which tells the time.
    super(0);
    this.#options = options;
    this.#keeper = keeper;
  }

  /** It attends, or is about to. */
  get isFree(): boolean {
    return this.#stage === 'new' || this.#stage === 'free';
  }

  /** It plays no more, or will not once its game is over. */
  get isRetiring(): boolean {
    return this.#retiresBecause !== undefined;
  }

  /** It is present and plays no more. */
  get isRetired(): boolean {
    return this.#stage === 'retired';
  }

  /** Its name was somebody else's. */
  get isRefused(): boolean {
    return this.#stage === 'refused';
  }

  /** Asks it to go, unless it has met somebody; it does at the next nudge. */
  withdraw(): void {
    this.#withdraws = true;
  }

  /**
   * It plays no more, from the next nudge on or once its game is over. It stays among those who are present, tells
   * everybody why, and then each player who waits for it by name.
   */
  retire(why: string): void {
    this.#retiresBecause = why;
  }

  wants(situation: Situation): boolean {
    return situation === this.#wanted;
  }

  /** What the engine has come to; taken at the next nudge, and forgotten if it is not wanted any more. */
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
    // By now somebody may sit at the table, and nobody has been told yet: the lobby would refuse to change the offers.
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
      this.#tellThoseWhoWait(answer.directory.seeks);
      if (answer.next !== undefined) this.#ask({ kind: 'observe', after: answer.next });
    } else if (command.kind === 'chat') {
      // Who cannot be told goes without.
    } else if (answer.kind === 'refused') this.#refused(command, answer.why);
  }

  #refused(command: Asked, why: Refusal): void {
    if (why === 'not-now') this.#postponed.put(command, this.now);
    // Between the end of a game and the notice of it, a move is refused because there is no game: that is no trouble.
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
        // Nobody is to wait for an engine that is busy with an old game.
        if (this.#keeper.isThinking()) this.#go();
        else {
          this.#keeper.gameOver();
          this.#attend();
        }
        break;
      case 'directory':
        this.#tellThoseWhoWait(notice.changes.flatMap((change) => (change.kind === 'seeks' ? [change.seek] : [])));
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

  /** A seek for this player alone is shown to it and to nobody else. */
  #tellThoseWhoWait(seeks: readonly ListedSeek[]): void {
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
