import { Caller, type Heard } from '../client/caller.ts';
import { Table } from '../client/table.ts';
import type { Dial } from '../client/wire.ts';
import { inWords } from '../client/words.ts';
import type { Clock } from '../clock.ts';
import type { Intent, OpenPlayer, PlayerProtocol } from '../protocols/player.ts';

export interface SittingOptions {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly protocol: PlayerProtocol;
  readonly open: OpenPlayer;
  /** Made as soon as we are let in. */
  readonly seek: (Intent & { readonly kind: 'seek' }) | undefined;
  /** Something has changed; `line` is what to say of it, for people. */
  readonly onChange: (line: string | undefined, heard: Heard | undefined) => void;
}

/** Where things stand between a person and the server. */
export type Stage = 'calling' | 'idle' | 'waiting' | 'playing' | 'lost' | 'gone';

/** A person at somebody's server, whatever is typed and shown with: follows the game and wants what is typed. */
export class Sitting {
  readonly protocol: PlayerProtocol;
  readonly #options: SittingOptions;
  readonly #caller: Caller;
  #table: Table | undefined;
  #stage: Stage = 'calling';
  /** The wish that is not fulfilled. */
  #wish: (Intent & { kind: 'seek' }) | undefined;
  #time: { readonly told: number; readonly left: number } | undefined;

  constructor(options: SittingOptions) {
    this.#options = options;
    this.protocol = options.protocol;
    const { dial, protocol, open, clock } = options;
    this.#caller = new Caller({ dial, protocol, open, clock, hear: (heard) => this.#hear(heard) });
  }

  /** The game that is played, or was played last. */
  get table(): Table | undefined {
    return this.#table;
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Milliseconds left on our clock, where there is one, at a time. */
  timeLeft(now: number): number | undefined {
    if (this.#time === undefined) return undefined;
    const running = this.#table?.wanted !== undefined;
    return Math.max(0, this.#time.left - (running ? now - this.#time.told : 0));
  }

  /** Calls the server: once at first, and again for another game after `parted`. */
  call(seek = this.#options.seek): void {
    this.#stage = 'calling';
    this.#wish = seek;
    this.#caller.call(seek);
  }

  /** Whether it was said to the server, or will be. */
  want(intent: Intent): boolean {
    if (this.#stage === 'gone') {
      if (intent.kind !== 'seek') return false;
      this.call(intent);
      return true;
    }
    const allowed = this.#isAllowed(intent);
    if (intent.kind === 'seek') this.#wish = intent;
    if (intent.kind === 'cancel') this.#wish = undefined;
    if (intent.kind === 'seek' && this.#stage === 'idle') this.#stage = 'calling';
    if (allowed) this.#caller.want(intent);
    return allowed;
  }

  /** Whoever sits here notices a stone that cannot stand at once; everything else is for the server to judge. */
  #isAllowed(intent: Intent): boolean {
    const table = this.#table;
    const color = table?.wanted;
    if (intent.kind !== 'play' || table === undefined || color === undefined) return true;
    const why = table.judge(color, intent.point);
    if (why !== undefined) this.#options.onChange(`not there: ${why}`, undefined);
    return why === undefined;
  }

  #hear(heard: Heard): void {
    if (heard.kind === 'begun' && !(heard.continues && this.#table !== undefined)) this.#table = new Table(heard);
    if (heard.kind === 'ended') this.#wish = undefined;
    const followed = this.#table?.follow(heard);
    this.#stage = this.#stageAfter(heard);
    if (heard.kind === 'time' && heard.left !== undefined) {
      this.#time = { told: this.#options.clock.now(), left: heard.left };
    }
    if (heard.kind === 'begun') this.#time = undefined;
    this.#options.onChange(inWords(heard, this.#table), heard);
    if (followed?.ok === false) this.#options.onChange(`the server cannot mean this: ${followed.problem}`, undefined);
  }

  /** A wish comes next: ours, or by being here at all. */
  get #isWishing(): boolean {
    return this.#wish !== undefined || !this.protocol.intents.includes('seek');
  }

  #stageAfter(heard: Heard): Stage {
    switch (heard.kind) {
      case 'entered':
        return this.#isWishing ? 'calling' : 'idle';
      case 'ended':
        return 'idle';
      case 'waiting':
        return 'waiting';
      case 'begun':
        return 'playing';
      case 'lost':
        return 'lost';
      case 'failed':
      case 'parted':
        return 'gone';
      default:
        return this.#stage;
    }
  }
}
