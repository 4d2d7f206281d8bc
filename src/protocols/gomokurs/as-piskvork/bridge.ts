import type {
  BridgedPlayerTimeouts,
  PiskvorkBridgeOutput,
  PiskvorkManagerBridge,
} from '../../piskvork-manager-bridge.ts';
import type { BoardStone, GameResult, MalformedAction, ManagerAction, PlayerAction } from '../messages.ts';
import { description } from './about-command-answer.ts';
import { BridgeBase } from './bridge-base.ts';
import { CommandReader, type ManagerCommand } from './command-reader.ts';
import { isPlayable, ManagerBoard } from './manager-board.ts';
import { PendingInfo } from './pending-info.ts';
import type { VersionCheck } from './player-codec.ts';
import { resultOnBoard } from './result-on-board.ts';

interface BridgeOptions extends BridgedPlayerTimeouts {
  /** Whether ABOUT may be sent to the player before its first stone. */
  readonly about: boolean;
  /** Whether INFO may be sent to the player before its first stone. */
  readonly info: boolean;
}

/** The maximum number of queued commands of the manager. If there are more, the bridge ends. */
const MAX_QUEUED_COMMANDS = 1_000;

/**
 * Makes a Gomokurs player usable as a Piskvork program: it reads the commands of a Piskvork manager, and is the Gomokurs
 * manager of the player. It has no sockets and no clock: bytes and times in milliseconds are passed in.
 */
export class Bridge extends BridgeBase implements PiskvorkManagerBridge {
  readonly #options: BridgeOptions;
  readonly #commands = new CommandReader();
  readonly #pendingInfo = new PendingInfo();
  /** The commands that are not executed yet. */
  readonly #queue: ManagerCommand[] = [];
  #isManagerClosed = false;
  #stones: ManagerBoard | undefined;
  #hasPlayed = false;
  /** Whether a stone was requested since START or RESTART, and RESULT has not been sent. */
  #isGameOpen = false;
  /**
   * The number of PLAYs out of turn that are ignored. By the document, the player answers each INFO by PLAY. A PLAY of the
   * manager may cross one of the player.
   */
  #toleratedPlays = 0;

  constructor(options: BridgeOptions) {
    super();
    this.#options = options;
  }

  playerConnected(now: number): PiskvorkBridgeOutput {
    return this.handle(now, () => this.awaitAnswer('version', this.#options.answerTimeout));
  }

  receiveFromManager(bytes: Uint8Array, now: number): PiskvorkBridgeOutput {
    return this.handle(now, () => this.#handleCommands(this.#commands.take(bytes)));
  }

  managerClosed(now: number): PiskvorkBridgeOutput {
    return this.handle(now, () => {
      this.#handleCommands(this.#commands.end());
      this.#isManagerClosed = true;
    });
  }

  receiveFromPlayer(bytes: Uint8Array, now: number): PiskvorkBridgeOutput {
    return this.handle(now, () => {
      this.player.push(bytes);
      for (let action = this.player.next(); action !== undefined; action = this.player.next()) {
        this.#handleAction(action);
        if (this.isOver) return;
        // First the next command is executed, so that the next answer is known to belong to it.
        this.work();
      }
    });
  }

  playerDisconnected(now: number): PiskvorkBridgeOutput {
    return this.handle(now, () => this.fail('the player has disconnected'));
  }

  tick(now: number): PiskvorkBridgeOutput {
    return this.handle(now, () => {
      if (this.deadline !== undefined && this.deadline <= now) this.#onDeadline();
    });
  }

  stop(now: number): PiskvorkBridgeOutput {
    return this.handle(now, () => this.end());
  }

  // The manager's side.

  #handleCommands(commands: readonly ManagerCommand[]): void {
    for (const command of commands) {
      if (command.kind === 'info') this.#pendingInfo.set(command.key, command.value);
      else this.#queue.push(command);
      // END does not wait for the player's answer: the program must exit within a second.
      if (command.kind === 'end') this.#finish();
      // One by one, so that the division of the bytes has no effect.
      this.work();
    }
    if (this.#queue.length > MAX_QUEUED_COMMANDS) this.fail('the manager says too much at once');
  }

  /** Executes the queued commands in order, each after the answer to the one before. */
  protected override work(): void {
    this.#sendInfo();
    for (let next = this.#queue[0]; next !== undefined && this.#canExecute(next); next = this.#queue[0]) {
      this.#queue.shift();
      this.#execute(next);
    }
    const isDone = this.#queue.length === 0 && (this.pendingAnswer === undefined || this.pendingAnswer === 'version');
    if (this.#isManagerClosed && isDone) this.#finish();
  }

  /** Ends the bridge, after the end of a game or during one. */
  #finish(): void {
    if (!this.isOver) this.#sendResult(undefined);
    this.end();
  }

  #canExecute({ kind }: ManagerCommand): boolean {
    if (this.isOver) return false;
    switch (this.pendingAnswer) {
      case undefined:
        return true;
      // Managers send ABOUT at once, even before the player has connected.
      case 'version':
        return kind === 'about' && !this.#options.about;
      // PLAY is the only command that is executed while the player thinks.
      case 'move':
        return kind === 'play';
      case 'ready':
      case 'description':
        return false;
    }
  }

  #execute(command: ManagerCommand): void {
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
        this.#imposeMove(command.x, command.y);
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
      // These were handled on arrival.
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
    this.#sendResult('draw');
    this.#stones = new ManagerBoard(size);
    this.sendToPlayer({ kind: 'start', size });
    this.awaitAnswer('ready', this.#options.answerTimeout);
  }

  /** The board. Undefined before START: then the manager gets an ERROR. */
  #startedBoard(): ManagerBoard | undefined {
    if (this.#stones === undefined) this.refuse('START must come first');
    return this.#stones;
  }

  /** Version 0.1.0 has no RESTART, and START clears the board too. */
  #restart(): void {
    const size = this.#startedBoard()?.size;
    if (size === undefined) return;
    if (this.player.version === '0.1.0') this.#start(size);
    else {
      this.#sendResult('draw');
      this.#stones = new ManagerBoard(size);
      this.sendToPlayer({ kind: 'restart' });
      this.awaitAnswer('ready', this.#options.answerTimeout);
    }
  }

  /**
   * Sends RESULT. The original manager sends it before the next game, and players of 0.2.0 wait for it. A Piskvork manager
   * does not send the result. If the board does not show it, it is `undecided`.
   */
  #sendResult(undecided: GameResult | undefined): void {
    const stones = this.#stones;
    if (!this.#isGameOpen || stones === undefined || this.player.version !== '0.2.0') return;
    this.#isGameOpen = false;
    const result = resultOnBoard(stones.size, stones.all(), this.#pendingInfo.rule) ?? undecided;
    if (result !== undefined) this.sendToPlayer({ kind: 'result', result });
  }

  #begin(): void {
    const stones = this.#startedBoard();
    if (stones?.isEmpty) this.#requestMove(stones, { kind: 'begin' });
    else if (stones !== undefined) this.refuse('BEGIN is for an empty board');
  }

  #turn(x: number, y: number): void {
    const stones = this.#startedBoard();
    if (stones === undefined) return;
    const put = stones.put({ x, y, owner: 'opponent' });
    if (put.ok) this.#requestMove(stones, { kind: 'turn', x, y });
    else this.refuse(put.problem);
  }

  #board(stones: readonly BoardStone[]): void {
    const size = this.#startedBoard()?.size;
    if (size === undefined) return;
    const board = ManagerBoard.of(size, stones);
    if (board.ok) {
      this.#stones = board.value;
      this.#requestMove(board.value, { kind: 'begin' });
    } else this.refuse(board.problem);
  }

  /** Gomokurs has no TAKEBACK. The player gets the whole board with the next request for a stone. */
  #takeBack(x: number, y: number): void {
    if (this.#stones?.takeBack({ x, y }) === true) this.answer({ kind: 'ok' });
    else this.refuse(`there is no stone on ${x},${y}`);
  }

  /** The manager plays the player's stone, usually the player's suggestion. */
  #imposeMove(x: number, y: number): void {
    const put = this.pendingAnswer === 'move' ? this.#stones?.impose({ x, y }) : undefined;
    if (put === undefined) this.refuse('PLAY is for a turn of ours');
    else if (!put.ok) this.refuse(put.problem);
    else {
      this.#toleratedPlays++;
      this.answered({ kind: 'move', x, y });
    }
  }

  /** Known players fail if they receive ABOUT before their first stone. */
  #about(): void {
    if (!this.#hasPlayed && !this.#options.about) {
      this.#describe();
      return;
    }
    this.sendToPlayer({ kind: 'about' });
    this.awaitAnswer('description', this.#options.answerTimeout);
  }

  #describe(): void {
    this.answer({ kind: 'description', text: 'name="Gomokurs player"' });
  }

  /**
   * Sends INFO. Known players fail if they receive it before their first stone. While a move is pending, PLAY must be the
   * move.
   */
  #sendInfo(): void {
    const canSend = this.player.version !== undefined && (this.#hasPlayed || this.#options.info);
    if (!canSend || this.pendingAnswer === 'move') return;
    for (const text of this.#pendingInfo.takeAll()) {
      this.sendToPlayer({ kind: 'info', text });
      this.#toleratedPlays++;
    }
  }

  // The player's side.

  #handleAction(action: PlayerAction | MalformedAction | VersionCheck): void {
    switch (action.kind) {
      case 'accepted':
        this.sendToPlayer({ kind: 'compatible' });
        this.answered();
        break;
      case 'refused':
        this.fail('the player speaks no version that is known here');
        break;
      case 'ready':
        if (this.pendingAnswer === 'ready') this.answered({ kind: 'ok' });
        else this.sendToPlayer({ kind: 'error', text: 'READY answers START, once' });
        break;
      case 'play':
        this.#played(action.x, action.y);
        break;
      case 'suggestion':
        if (this.pendingAnswer === 'move') this.answer({ kind: 'suggest', x: action.x, y: action.y });
        break;
      case 'player-description':
        if (this.pendingAnswer === 'description') this.answered(description(action.text));
        break;
      case 'protocol-version':
        this.sendToPlayer({ kind: 'error', text: 'the version is agreed already' });
        break;
      case 'message':
      case 'debug':
        this.answer({ kind: action.kind, text: action.text });
        break;
      case 'unknown':
      case 'error':
        this.#onPlayerError(action.kind, action.text ?? '');
        break;
      case 'malformed':
        this.#onMalformed(action);
        break;
    }
  }

  #played(x: number, y: number): void {
    if (this.pendingAnswer !== 'move') {
      if (this.#toleratedPlays === 0) this.fail(`the player plays ${x},${y} out of turn`);
      else this.#toleratedPlays--;
      return;
    }
    const put = this.#stones?.put({ x, y, owner: 'own' });
    if (put?.ok === true) {
      this.#hasPlayed = true;
      this.answered({ kind: 'move', x, y });
    } else this.fail(`the player plays an illegal stone: ${put?.problem ?? 'there is no board'}`);
  }

  /** Handles UNKNOWN or ERROR, by which the player refuses START, RESTART or ABOUT. A pending move remains pending. */
  #onPlayerError(kind: 'unknown' | 'error', text: string): void {
    if (this.pendingAnswer === 'ready') this.#stones = undefined;
    if (this.pendingAnswer === 'ready' || this.pendingAnswer === 'description') this.answered({ kind, text });
    else this.answer({ kind, text });
  }

  #onMalformed({ problem, number }: MalformedAction): void {
    if (this.player.version === undefined) this.fail('it is no Gomokurs player');
    else if (problem === 'not-utf8') this.sendToPlayer({ kind: 'error', text: 'the payload is not UTF-8' });
    else if (problem === 'too-long') this.fail('the player says more than a payload can hold');
    else this.fail(`the player says an action with the number ${number}, which there is not`);
  }

  #onDeadline(): void {
    switch (this.pendingAnswer) {
      case 'version':
        this.fail('the player does not say its version');
        break;
      case 'ready':
        this.fail('the player does not answer START');
        break;
      case 'move':
        this.fail('the player does not play');
        break;
      // Without the description, the game can go on.
      case 'description':
        this.answered();
        this.#describe();
        break;
      case undefined:
        break;
    }
  }

  // Both sides.

  /** Requests a stone. A player that does not know the current board gets all stones. */
  #requestMove(stones: ManagerBoard, action: ManagerAction): void {
    this.#isGameOpen = true;
    this.sendToPlayer(stones.moveRequest(action));
    const { moveTime, answerTimeout } = this.#options;
    const { moveTime: managerMoveTime } = this.#pendingInfo;
    this.awaitAnswer('move', managerMoveTime === 0 ? moveTime : managerMoveTime + answerTimeout);
  }
}
