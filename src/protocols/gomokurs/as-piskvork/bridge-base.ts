import { type EngineMessage, LINE_END, makeEngineMessage } from '../../../engines/piskvork/piskvork-codec.ts';
import type { PiskvorkBridgeOutput } from '../../piskvork-manager-bridge.ts';
import type { ManagerAction } from '../messages.ts';
import { PlayerCodec } from './player-codec.ts';

/** An answer that the player owes before the manager's next command is taken. */
type Owed = 'version' | 'ready' | 'move' | 'description';

/** The output to both sides, the answer that the player owes with its deadline, and the end. */
export abstract class BridgeBase {
  protected readonly player = new PlayerCodec();
  #owed: Owed | undefined = 'version';
  #until: number | undefined;
  #toManager: Uint8Array[] = [];
  #end: { readonly problem?: string } | undefined;
  #now = 0;

  /** Does what has become possible. */
  protected abstract work(): void;

  /** Milliseconds since the epoch: when `tick` is to be called. */
  get deadline(): number | undefined {
    return this.isOver ? undefined : this.#until;
  }

  protected get isOver(): boolean {
    return this.#end !== undefined;
  }

  protected get owed(): Owed | undefined {
    return this.#owed;
  }

  /** Carries out one call from outside with its consequences. After the end it does nothing. */
  protected at(now: number, act: () => void): PiskvorkBridgeOutput {
    this.#now = now;
    if (!this.isOver) {
      act();
      this.work();
    }
    const toManager = this.#toManager;
    this.#toManager = [];
    const effects = { toManager, toPlayer: this.player.takeOutput() };
    return this.#end === undefined ? effects : { ...effects, end: this.#end };
  }

  protected owe(what: Owed, milliseconds: number): void {
    this.#owed = what;
    this.#until = this.#now + milliseconds;
  }

  /** The answer that the player owed has come. */
  protected settle(answer?: EngineMessage): void {
    this.#owed = undefined;
    this.#until = undefined;
    if (answer !== undefined) this.answer(answer);
  }

  protected answer(message: EngineMessage): void {
    this.#toManager.push(Buffer.from(makeEngineMessage(message) + LINE_END));
  }

  /** The manager's request cannot be carried out. */
  protected refuse(text: string): void {
    this.answer({ kind: 'error', text });
  }

  protected tell(action: ManagerAction): void {
    this.player.say(action);
  }

  /** Sends the problem to both sides and ends the bridge. */
  protected fail(problem: string): void {
    if (this.isOver) return;
    this.refuse(problem);
    this.tell({ kind: 'error', text: problem });
    this.end(problem);
  }

  protected end(problem?: string): void {
    if (this.isOver) return;
    this.tell({ kind: 'end' });
    this.#end = problem === undefined ? {} : { problem };
  }
}
