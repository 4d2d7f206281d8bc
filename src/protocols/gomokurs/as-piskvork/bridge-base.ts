import { LINE_END, makeEngineMessage, type PiskvorkEngineMessage } from '../../../engines/piskvork/piskvork-codec.ts';
import type { PiskvorkBridgeOutput } from '../../piskvork-manager-bridge.ts';
import type { ManagerAction } from '../messages.ts';
import { PlayerCodec } from './player-codec.ts';

/** The answer of the player that must arrive before the manager's next command is executed. */
type PendingAnswer = 'version' | 'ready' | 'move' | 'description';

/**
 * The base class of the bridge. It collects the output to both sides, and stores the pending answer, its deadline, and the
 * end.
 */
export abstract class BridgeBase {
  protected readonly player = new PlayerCodec();
  #pendingAnswer: PendingAnswer | undefined = 'version';
  #answerDeadline: number | undefined;
  #toManager: Uint8Array[] = [];
  #end: { readonly problem?: string } | undefined;
  #now = 0;

  /** Executes the commands that can be executed now. */
  protected abstract work(): void;

  /** The time at which `tick` must be called, in milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.isOver ? undefined : this.#answerDeadline;
  }

  protected get isOver(): boolean {
    return this.#end !== undefined;
  }

  protected get pendingAnswer(): PendingAnswer | undefined {
    return this.#pendingAnswer;
  }

  /** Executes one call from outside and its consequences, and returns the output. After the end it does nothing. */
  protected handle(now: number, act: () => void): PiskvorkBridgeOutput {
    this.#now = now;
    if (!this.isOver) {
      act();
      this.work();
    }
    const toManager = this.#toManager;
    this.#toManager = [];
    const output = { toManager, toPlayer: this.player.takeOutput() };
    return this.#end === undefined ? output : { ...output, end: this.#end };
  }

  protected awaitAnswer(what: PendingAnswer, milliseconds: number): void {
    this.#pendingAnswer = what;
    this.#answerDeadline = this.#now + milliseconds;
  }

  /** The pending answer has arrived. Sends `answer` to the manager, if it is given. */
  protected answered(sendToManager?: PiskvorkEngineMessage): void {
    this.#pendingAnswer = undefined;
    this.#answerDeadline = undefined;
    if (sendToManager !== undefined) this.answer(sendToManager);
  }

  protected answer(message: PiskvorkEngineMessage): void {
    this.#toManager.push(Buffer.from(makeEngineMessage(message) + LINE_END));
  }

  /** Sends ERROR to the manager, because its command cannot be executed. */
  protected refuse(text: string): void {
    this.answer({ kind: 'error', text });
  }

  protected sendToPlayer(action: ManagerAction): void {
    this.player.send(action);
  }

  /** Sends the problem to both sides and ends the bridge. */
  protected fail(problem: string): void {
    if (this.isOver) return;
    this.refuse(problem);
    this.sendToPlayer({ kind: 'error', text: problem });
    this.end(problem);
  }

  protected end(problem?: string): void {
    if (this.isOver) return;
    this.sendToPlayer({ kind: 'end' });
    this.#end = problem === undefined ? {} : { problem };
  }
}
