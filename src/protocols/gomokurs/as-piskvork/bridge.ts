import type {
  PiskvorkBridgeOutput,
  PiskvorkBridgeTimeLimits,
  PiskvorkManagerBridge,
} from '../../piskvork-manager-bridge.ts';
import type { BoardStone, GameResult, MalformedAction, ManagerAction, PlayerAction } from '../messages.ts';
import { description } from './about-command-answer.ts';
import { BridgeBase } from './bridge-base.ts';
import { CommandReader, type ManagerCommand } from './command-reader.ts';
import { isPlayable, ManagerBoard } from './manager-board.ts';
import { PendingInfo } from './pending-info.ts';
import type { VersionCheck } from './player-codec.ts';
import { resultOf } from './result-on-board.ts';

interface BridgeOptions extends PiskvorkBridgeTimeLimits {
  /** ABOUT is passed on at once, and not only after the player's first stone. */
  readonly about: boolean;
  /** INFO likewise. */
  readonly info: boolean;
}

/** A manager that says more than this while the player thinks is not waited for. */
const MOST_COMMANDS = 1_000;

/**
 * Makes a Gomokurs player usable as a Piskvork program: it reads the commands of a Piskvork manager, and is itself the
 * Gomokurs manager of the player. Pure: bytes and the time, in milliseconds, go in.
 */
export class Bridge extends BridgeBase implements PiskvorkManagerBridge {
  readonly #options: BridgeOptions;
  readonly #commands = new CommandReader();
  readonly #information = new PendingInfo();
  /** Not carried out yet. */
  readonly #queue: ManagerCommand[] = [];
  #managerGone = false;
  #stones: ManagerBoard | undefined;
  #hasPlayed = false;
  /** The player was asked for a stone since START or RESTART, and RESULT has not been sent. */
  #isGameOpen = false;
  /** PLAYs that are let pass: the document has one follow each INFO, and PLAY of the manager overtakes the player's. */
  #pardons = 0;

  constructor(options: BridgeOptions) {
    super();
    this.#options = options;
  }

  playerConnected(now: number): PiskvorkBridgeOutput {
    return this.at(now, () => this.owe('version', this.#options.answerTimeout));
  }

  receiveFromManager(bytes: Uint8Array, now: number): PiskvorkBridgeOutput {
    return this.at(now, () => this.#take(this.#commands.take(bytes)));
  }

  managerClosed(now: number): PiskvorkBridgeOutput {
    return this.at(now, () => {
      this.#take(this.#commands.end());
      this.#managerGone = true;
    });
  }

  receiveFromPlayer(bytes: Uint8Array, now: number): PiskvorkBridgeOutput {
    return this.at(now, () => {
      this.player.push(bytes);
      for (let heard = this.player.next(); heard !== undefined; heard = this.player.next()) {
        this.#hear(heard);
        if (this.isOver) return;
        // Each answer first leads to the next command, so that it is known what the player answers next.
        this.work();
      }
    });
  }

  playerDisconnected(now: number): PiskvorkBridgeOutput {
    return this.at(now, () => this.fail('the player has disconnected'));
  }

  tick(now: number): PiskvorkBridgeOutput {
    return this.at(now, () => {
      if (this.deadline !== undefined && this.deadline <= now) this.#rang();
    });
  }

  stop(now: number): PiskvorkBridgeOutput {
    return this.at(now, () => this.end());
  }

  // The manager's side.

  #take(commands: readonly ManagerCommand[]): void {
    for (const command of commands) {
      if (command.kind === 'info') this.#information.note(command.key, command.value);
      else this.#queue.push(command);
      // It does not wait for the player's answer: the program must be gone within a second.
      if (command.kind === 'end') this.#finish();
      // One by one, so that it does not matter how much of it comes at once.
      this.work();
    }
    if (this.#queue.length > MOST_COMMANDS) this.fail('the manager says too much at once');
  }

  /** Carries out what can be, one command after the other's answer. */
  protected override work(): void {
    this.#inform();
    for (let next = this.#queue[0]; next !== undefined && this.#mayObey(next); next = this.#queue[0]) {
      this.#queue.shift();
      this.#obey(next);
    }
    const isDone = this.#queue.length === 0 && (this.owed === undefined || this.owed === 'version');
    if (this.#managerGone && isDone) this.#finish();
  }

  /** The manager is done with the player, after the end of a game or in the middle of one. */
  #finish(): void {
    if (!this.isOver) this.#tellResult(undefined);
    this.end();
  }

  #mayObey({ kind }: ManagerCommand): boolean {
    if (this.isOver) return false;
    switch (this.owed) {
      case undefined:
        return true;
      // The player may not have come yet, and managers ask this at once.
      case 'version':
        return kind === 'about' && !this.#options.about;
      // The one command that is for a player who thinks.
      case 'move':
        return kind === 'play';
      case 'ready':
      case 'description':
        return false;
    }
  }

  #obey(command: ManagerCommand): void {
    switch (command.kind) {
      case 'start':
        this.#start(command.size);
        break;
      case 'restart':
        this.#restart();
        break;
      case 'rectstart':
        this.refuse('only square boards are played on: use START');
        break;
      case 'begin':
        this.#begin();
        break;
      case 'turn':
        this.#turn(command.x, command.y);
        break;
      case 'position':
        this.#board(command.stones);
        break;
      case 'takeback':
        this.#takeBack(command.x, command.y);
        break;
      case 'play':
        this.#overrule(command.x, command.y);
        break;
      case 'about':
        this.#about();
        break;
      case 'done':
        this.refuse('DONE is for the end of a BOARD');
        break;
      case 'misplaced':
        this.refuse(`a BOARD is BOARD, its stones, and DONE: ${command.text}`);
        break;
      case 'malformed':
        if (command.known) this.refuse(`this cannot be read: ${command.text}`);
        else this.answer({ kind: 'unknown', text: command.text });
        break;
      // Taken as soon as they come.
      case 'board':
      case 'info':
      case 'end':
        break;
    }
  }

  #start(size: number): void {
    if (!isPlayable(size)) {
      this.refuse(`no board of ${size} lines`);
      return;
    }
    this.#tellResult('draw');
    this.#stones = new ManagerBoard(size);
    this.tell({ kind: 'start', size });
    this.owe('ready', this.#options.answerTimeout);
  }

  /** The board. Without one, the manager gets an ERROR. */
  #startedBoard(): ManagerBoard | undefined {
    if (this.#stones === undefined) this.refuse('START must come first');
    return this.#stones;
  }

  /** The first version has no RESTART, and its START begins with an empty board as well. */
  #restart(): void {
    const size = this.#startedBoard()?.size;
    if (size === undefined) return;
    if (this.player.version === '0.1.0') this.#start(size);
    else {
      this.#tellResult('draw');
      this.#stones = new ManagerBoard(size);
      this.tell({ kind: 'restart' });
      this.owe('ready', this.#options.answerTimeout);
    }
  }

  /**
   * The original manager says RESULT before it begins another game, and players of 0.2.0 wait for it. Our manager does not
   * say how a game has ended; the board shows it, or else it is `undecided`.
   */
  #tellResult(undecided: GameResult | undefined): void {
    const stones = this.#stones;
    if (!this.#isGameOpen || stones === undefined || this.player.version !== '0.2.0') return;
    this.#isGameOpen = false;
    const result = resultOf(stones.size, stones.all(), this.#information.rule) ?? undecided;
    if (result !== undefined) this.tell({ kind: 'result', result });
  }

  #begin(): void {
    const stones = this.#startedBoard();
    if (stones?.isEmpty) this.#ask(stones, { kind: 'begin' });
    else if (stones !== undefined) this.refuse('BEGIN is for an empty board');
  }

  #turn(x: number, y: number): void {
    const stones = this.#startedBoard();
    if (stones === undefined) return;
    const put = stones.put({ x, y, owner: 'opponent' });
    if (put.ok) this.#ask(stones, { kind: 'turn', x, y });
    else this.refuse(put.problem);
  }

  #board(stones: readonly BoardStone[]): void {
    const size = this.#startedBoard()?.size;
    if (size === undefined) return;
    const board = ManagerBoard.of(size, stones);
    if (board.ok) {
      this.#stones = board.value;
      this.#ask(board.value, { kind: 'begin' });
    } else this.refuse(board.problem);
  }

  /** The player has no words for this: it is shown the board at its next turn. */
  #takeBack(x: number, y: number): void {
    if (this.#stones?.takeBack({ x, y }) === true) this.answer({ kind: 'ok' });
    else this.refuse(`there is no stone on ${x},${y}`);
  }

  /** The manager decides on the player's stone, most often as the player has suggested. */
  #overrule(x: number, y: number): void {
    const put = this.owed === 'move' ? this.#stones?.impose({ x, y }) : undefined;
    if (put === undefined) this.refuse('PLAY is for a turn of ours');
    else if (!put.ok) this.refuse(put.problem);
    else {
      this.#pardons++;
      this.settle({ kind: 'move', x, y });
    }
  }

  /** Known players cannot take ABOUT before their first stone. */
  #about(): void {
    if (!this.#hasPlayed && !this.#options.about) {
      this.#describe();
      return;
    }
    this.tell({ kind: 'about' });
    this.owe('description', this.#options.answerTimeout);
  }

  #describe(): void {
    this.answer({ kind: 'description', text: 'name="Gomokurs player"' });
  }

  /** Known players cannot take INFO before their first stone; and while one is owed, PLAY must be a move. */
  #inform(): void {
    const mayHear = this.player.version !== undefined && (this.#hasPlayed || this.#options.info);
    if (!mayHear || this.owed === 'move') return;
    for (const text of this.#information.taken()) {
      this.tell({ kind: 'info', text });
      this.#pardons++;
    }
  }

  // The player's side.

  #hear(action: PlayerAction | MalformedAction | VersionCheck): void {
    switch (action.kind) {
      case 'accepted':
        this.tell({ kind: 'compatible' });
        this.settle();
        break;
      case 'refused':
        this.fail('the player speaks no version that is known here');
        break;
      case 'ready':
        if (this.owed === 'ready') this.settle({ kind: 'ok' });
        else this.tell({ kind: 'error', text: 'READY answers START, once' });
        break;
      case 'play':
        this.#played(action.x, action.y);
        break;
      case 'suggestion':
        if (this.owed === 'move') this.answer({ kind: 'suggest', x: action.x, y: action.y });
        break;
      case 'player-description':
        if (this.owed === 'description') this.settle(description(action.text));
        break;
      case 'protocol-version':
        this.tell({ kind: 'error', text: 'the version is agreed already' });
        break;
      case 'message':
      case 'debug':
        this.answer({ kind: action.kind, text: action.text });
        break;
      case 'unknown':
      case 'error':
        this.#complained(action.kind, action.text ?? '');
        break;
      case 'malformed':
        this.#misread(action);
        break;
    }
  }

  #played(x: number, y: number): void {
    if (this.owed !== 'move') {
      if (this.#pardons === 0) this.fail(`the player plays ${x},${y} out of turn`);
      else this.#pardons--;
      return;
    }
    const put = this.#stones?.put({ x, y, owner: 'own' });
    if (put?.ok === true) {
      this.#hasPlayed = true;
      this.settle({ kind: 'move', x, y });
    } else this.fail(`the player plays an illegal stone: ${put?.problem ?? 'there is no board'}`);
  }

  /** START, RESTART and ABOUT cannot be refused in any other way. A stone that is due stays due. */
  #complained(kind: 'unknown' | 'error', text: string): void {
    if (this.owed === 'ready') this.#stones = undefined;
    if (this.owed === 'ready' || this.owed === 'description') this.settle({ kind, text });
    else this.answer({ kind, text });
  }

  #misread({ problem, number }: MalformedAction): void {
    if (this.player.version === undefined) this.fail('it is no Gomokurs player');
    else if (problem === 'not-utf8') this.tell({ kind: 'error', text: 'the payload is not UTF-8' });
    else if (problem === 'too-long') this.fail('the player says more than a payload can hold');
    else this.fail(`the player says an action with the number ${number}, which there is not`);
  }

  #rang(): void {
    switch (this.owed) {
      case 'version':
        this.fail('the player does not say its version');
        break;
      case 'ready':
        this.fail('the player does not answer START');
        break;
      case 'move':
        this.fail('the player does not play');
        break;
      // Who it is matters less than how it plays.
      case 'description':
        this.settle();
        this.#describe();
        break;
      case undefined:
        break;
    }
  }

  // Both.

  /** Asks for a stone; a player that is behind is shown every stone instead. */
  #ask(stones: ManagerBoard, action: ManagerAction): void {
    this.#isGameOpen = true;
    this.tell(stones.toldBy(action));
    const { moveTime, answerTimeout: patience } = this.#options;
    const { turnTime } = this.#information;
    this.owe('move', turnTime === 0 ? moveTime : turnTime + patience);
  }
}
