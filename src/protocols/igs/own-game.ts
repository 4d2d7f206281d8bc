import type { Command, CommandAnswer, RefusedAnswer } from '../../lobby/command.ts';
import type { Proposal } from '../../lobby/games/game-event.ts';
import type { SpectatorUpdate } from '../../lobby/games/game-view.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { AdjournObstacle, Refusal } from '../../lobby/refusal.ts';
import { COLORS, type Color, opposite } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import { square } from '../../rules/point.ts';
import { parseVertex } from '../../rules/vertex.ts';
import type { ClientCommand } from './client-messages.ts';
import { isUsualKomi, minutesOf } from './match-terms.ts';
import { carryName, SYSTEM } from './name.ts';
import { NO_GAME } from './observed-games.ts';
import { ServerSessionGame } from './server-session-game.ts';
import type { SessionContext } from './session-context.ts';

type GameCommand = ClientCommand & {
  readonly kind: 'move' | 'pass' | 'resign' | 'undo' | 'undoplease' | 'noundo' | 'done' | 'score' | 'adjourn';
};

const NOT_PLAYING = '5 You are not playing a game.';
const RESTORED = '9 Board is restored to what it was when you started scoring';
const NOT_POSSIBLE = '5 That is not possible now.';
const HOW_TO_SCORE = "9 You can check your score with the score command, type 'done' when finished.";

export class OwnGame {
  readonly #link: SessionContext;
  readonly #usualKomi: number;
  #game: ServerSessionGame | undefined;
  #color: Color = 'black';
  /** The side that last requested a take-back. */
  #asker: Color = 'black';
  #proposal: Proposal = 'undo';
  /** The sides that accept the marked stones as dead. */
  #accepted = new Set<Color>();
  /** Whether the client's `undo` still has chains to mark as alive. */
  #isRestoring = false;

  constructor(link: SessionContext, usualKomi: number) {
    this.#link = link;
    this.#usualKomi = usualKomi;
  }

  get game(): ServerSessionGame | undefined {
    return this.#game;
  }

  // Commands of the client

  /** Executes a command. If the command names a game, it must be this one, because the client may have confused two boards. */
  execute(command: GameCommand): void {
    const game = this.#game;
    if (game === undefined) this.#link.send(NOT_PLAYING);
    else if (command.game !== undefined && command.game !== game.terms.id) this.#link.send(NO_GAME);
    else this.#command(game, command);
  }

  #command(game: ServerSessionGame, command: GameCommand): void {
    switch (command.kind) {
      case 'move':
        this.#move(game, command.point);
        return;
      case 'pass':
        this.#askInGame({ kind: 'pass' });
        return;
      case 'resign':
        this.#askInGame({ kind: 'forfeit', how: 'resigned' });
        return;
      case 'undo':
      case 'undoplease':
        this.#undo(game);
        return;
      case 'noundo':
        this.declineProposal();
        return;
      case 'done':
        if (game.dead === undefined) this.#link.send('5 There is nothing to accept now.');
        else this.#askInGame({ kind: 'accept-marks' });
        return;
      case 'score': {
        const { white, black } = game.score();
        this.#link.send(`9 (Chinese) White: ${white.toFixed(1)}, Black: ${black.toFixed(1)}`);
        return;
      }
      case 'adjourn':
        this.#askInGame({ kind: 'propose', what: 'adjourn' });
    }
  }

  #move({ terms, dead }: ServerSessionGame, vertex: string): void {
    const point = parseVertex(square(terms.size), vertex) ?? 'off-board';
    if (dead !== undefined) this.#askInGame({ kind: 'mark', point, dead: true });
    else this.#askInGame({ kind: 'play', point });
  }

  /** During the marking, all stones count as alive again. Otherwise requests a take-back. */
  #undo({ dead }: ServerSessionGame): void {
    if (dead === undefined) this.#askInGame({ kind: 'propose', what: 'undo' }, '5 Nothing can be taken back now.');
    else if (dead.size === 0) this.#link.send(RESTORED);
    else this.#restore(this.#chains(dead.keys()));
  }

  /** Marks chains as alive, one after the other. Only the last one is answered, because one command has one prompt. */
  #restore([point, ...more]: readonly Point[]): void {
    if (point === undefined) return;
    this.#link.ask({ kind: 'mark', point, dead: false }, (answer: CommandAnswer) => {
      this.#isRestoring = answer.kind !== 'refused' && more.length > 0;
      if (answer.kind === 'refused') this.#link.send(wordsOf(answer) ?? NOT_POSSIBLE);
      else if (this.#isRestoring) this.#restore(more);
      else this.#link.promptAfterNotices();
    });
  }

  declineProposal(): void {
    this.#askInGame({ kind: 'decline' }, '5 Nothing was asked.');
  }

  /** Sends a command to the lobby. If it succeeds, a notice is the answer. */
  #askInGame(command: Command, otherwise = NOT_POSSIBLE): void {
    if (this.#game === undefined) this.#link.send(NOT_PLAYING);
    else
      this.#link.ask(command, (answer: CommandAnswer) => {
        if (answer.kind === 'refused') this.#link.send(wordsOf(answer) ?? otherwise);
        // Some commands may have no notice, such as a mark that changes nothing or a repeated request.
        else this.#link.promptAfterNotices();
      });
  }

  /** One point of each chain of dead stones. */
  #chains(dead: Iterable<Point>): Point[] {
    const seen = new Set<Point>();
    return [...dead].filter((point) => {
      const isNew = !seen.has(point);
      for (const each of this.#game?.chainAt(point) ?? []) seen.add(each);
      return isNew;
    });
  }

  // Notices

  start(started: StartedNotice): void {
    const game = ServerSessionGame.ofSeat(started, this.#link.name);
    this.#game = game;
    this.#isRestoring = false;
    this.#accepted = new Set(started.marking?.accepted);
    this.#color = started.color === 'both' ? 'black' : started.color;
    const { id } = game.terms;
    const { opponent, moves } = started;
    const komiLines = isUsualKomi(game.terms, this.#usualKomi) ? [] : [`9 Komi is now set to ${game.terms.komi}`];
    if (moves.length > 0) {
      const { white, black } = game.names;
      this.#link.sendWithBoard(game, [
        `9 ${opponent} has restarted your game.`,
        `21 {Game ${id}: ${white} vs ${black} @ Move ${moves.length}}`,
        ...komiLines,
        ...game.lastMoveLines(this.#link.now),
        ...(started.marking === undefined ? [] : this.#markingLines(started.marking.accepted)),
      ]);
    } else
      this.#link.sendWithBoard(game, [
        `9 Match [${id}] with ${opponent} in ${minutesOf(game.terms.time)} accepted.`,
        `9 Creating match [${id}] with ${opponent}.`,
        ...komiLines,
        ...game.lastMoveLines(this.#link.now),
      ]);
  }

  moved(notice: Notice & { readonly kind: 'played' | 'passed' }): void {
    const game = this.#running();
    game.clock = notice.clock;
    const { color } = notice;
    game.apply(notice.kind === 'played' ? { kind: 'play', color, point: notice.point } : { kind: 'pass', color });
    const lines = game.lastMoveLines(this.#link.now);
    // After the second pass, the marking or the end follows at once, with the prompt.
    if (game.isPassedOut) this.#link.sendWithoutPrompt(...lines);
    else this.#link.sendWithBoard(game, lines);
  }

  marking({ clock }: Notice & { readonly kind: 'marking' }): void {
    const game = this.#running();
    game.clock = clock;
    this.#accepted.clear();
    game.beginMarking();
    this.#link.sendWithBoard(game, [HOW_TO_SCORE]);
  }

  marked(notice: Notice & { readonly kind: 'marked' }): void {
    const { color, dead } = notice;
    this.#running().mark(notice);
    this.#accepted.clear();
    if (this.#isRestoring && !dead && color === this.#color) return;
    const [first] = notice.stones;
    if (dead && first !== undefined) this.#link.send(...this.#removal(first, color));
    else this.#link.send(RESTORED, ...this.#removalLines());
  }

  accepted({ color }: Notice & { readonly kind: 'accepted' }): void {
    this.#accepted.add(color);
    // Once both sides have accepted, the end follows at once, with the prompt.
    if (this.#accepted.size < COLORS.length) this.#link.send(...(color === this.#color ? [] : [this.#doneLine(color)]));
  }

  resumed({ clock }: Notice & { readonly kind: 'resumed' }): void {
    const game = this.#running();
    game.dead = undefined;
    game.clock = clock;
    this.#link.sendWithBoard(game, [RESTORED, '9 Play goes on.', ...game.lastMoveLines(this.#link.now)]);
  }

  ended(end: EndedNotice): void {
    const game = this.#running();
    const { winner, reason, score } = end;
    const lines = [];
    if (reason === 'score' && score !== undefined)
      lines.push(...game.positionLines(this.#link.now), game.scoreLine(score));
    else if (reason === 'adjourned')
      lines.push(
        '9 Game has been adjourned.',
        `9 Game ${game.terms.id}: ${game.names.white} vs ${game.names.black} : has adjourned.`,
      );
    else if (winner === undefined) lines.push('9 The game ends without a winner.');
    else lines.push(`9 ${game.names[opposite(winner)]} ${ENDS[reason] ?? 'has left the game.'}`);
    this.#game = undefined;
    lines.push(game.endLine(end));
    if (reason === 'score') this.#link.sendWithBoard(game, lines);
    else this.#link.send(...lines);
  }

  /** Handles events of this game that only spectators get. The session watches its own game for them. */
  onSpectatorUpdate(update: SpectatorUpdate): void {
    const game = this.#game;
    if (game === undefined) return;
    switch (update.kind) {
      case 'proposed':
        this.#proposed(game, update.color, update.what);
        return;
      case 'declined':
        if (update.color === this.#color) this.#link.send();
        else if (this.#proposal === 'adjourn') this.#link.send(`53 Game ${game.terms.id} adjournment is declined`);
        else this.#link.send(`9 ${game.names[update.color]} declines ${this.#proposal}.`);
        return;
      case 'undone': {
        const taken = game.takeBack(game.moves.length - update.view.moves.length);
        game.clock = update.view.clock;
        game.dead = undefined;
        const lines = game.undoLines(this.#asker, taken, true);
        this.#link.sendWithBoard(game, [...lines, ...game.lastMoveLines(this.#link.now)]);
        return;
      }
      case 'renamed':
        if (update.color !== this.#color) game.names[update.color] = carryName(update.name);
        return;
      case 'clock':
      case 'away':
      case 'back':
        game.clock = update.clock ?? game.clock;
        return;
      // A player gets notices of the other events.
    }
  }

  #proposed(game: ServerSessionGame, color: Color, what: Proposal): void {
    this.#proposal = what;
    if (what === 'undo') this.#asker = color;
    if (color === this.#color) return;
    if (what === 'undo') this.#link.send(`24 *${SYSTEM}*: ${game.names[color]} requests undo.`);
    else if (what === 'adjourn')
      this.#link.send(
        `48 Game ${game.terms.id} ${game.names[color]} requests an adjournment`,
        `9 ${game.names[color]} would like to adjourn the game.`,
        '9 Use adjourn to adjourn the game.',
      );
    else {
      this.#link.send(`9 ${game.names[color]} offers a draw, which this protocol cannot accept.`);
      this.#link.ask({ kind: 'decline' }, () => {});
    }
  }

  /** The two lines for a marked chain. Some clients read the first line, others the second. */
  #removal(point: Point, color: Color): string[] {
    const game = this.#running();
    const vertex = game.vertex(point);
    return [`9 Removing @ ${vertex}`, `49 Game ${game.terms.id} ${game.names[color]} is removing @ ${vertex}`];
  }

  /** The lines of all marked chains. */
  #removalLines(): string[] {
    const { dead = new Map<Point, Color>() } = this.#running();
    return this.#chains(dead.keys()).flatMap((point) => this.#removal(point, dead.get(point) ?? this.#color));
  }

  /** The lines with the state of the marking, for a returning player. */
  #markingLines(accepted: readonly Color[]): string[] {
    const isDone = accepted.includes(opposite(this.#color));
    return [HOW_TO_SCORE, ...this.#removalLines(), ...(isDone ? [this.#doneLine(opposite(this.#color))] : [])];
  }

  #doneLine(color: Color): string {
    return `9 ${this.#running().names[color]} has typed done.`;
  }

  #running(): ServerSessionGame {
    if (this.#game === undefined) throw new Error('a notice of a game that has not started');
    return this.#game;
  }
}

const ILLEGAL = '5 Illegal move.';

const REFUSALS: Readonly<Partial<Record<Refusal, string>>> = {
  'not-your-turn': '5 It is not your move.',
  'off-board': ILLEGAL,
  occupied: ILLEGAL,
  suicide: ILLEGAL,
  ko: ILLEGAL,
  'cannot-mark': '5 There is no stone to remove.',
  'no-game': NOT_PLAYING,
  'not-now': '5 The server cannot store moves now. Please try again.',
};

const OBSTACLES: Readonly<Record<AdjournObstacle, string>> = {
  'opponent-away': 'your opponent is away.',
  'not-spoken': 'the client of your opponent cannot be asked.',
  'no-account': 'each player needs an account.',
  marking: 'dead stones are marked.',
  'too-many': 'a player has too many adjourned games.',
  'asked-too-often': 'you have asked too often.',
};

const wordsOf = ({ why, obstacle }: RefusedAnswer): string | undefined =>
  obstacle === undefined ? REFUSALS[why] : `5 This game cannot be adjourned: ${OBSTACLES[obstacle]}`;

const ENDS: Readonly<Partial<Record<EndedNotice['reason'], string>>> = {
  resigned: 'has resigned the game.',
  'timed-out': 'has run out of time.',
};
