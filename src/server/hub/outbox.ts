import type { Clock } from '../../clock.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Decision } from '../../lobby/decision.ts';
import type { Entry } from '../../lobby/event.ts';
import { tellGames } from './story.ts';
import type { Log, Meter } from './witnesses.ts';

interface OutboxOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** The journal could not keep what has been decided: nothing is told any more. */
  readonly onFailure: (error: Error) => void;
  /** What has just been kept, before anybody is told. */
  readonly onKept?: (entries: readonly Entry[]) => void;
}

/**
 * Where decisions wait until they may be told. What was decided in one turn of the event loop is kept by one append; when
 * that is done it is told, and what was decided meanwhile is next: in the order of deciding.
 */
export class Outbox<Letter extends { readonly decision: Decision }> {
  readonly #options: OutboxOptions;
  readonly #tell: (letter: Letter) => void;
  /** Decisions that may not be told yet, and what must be kept before. */
  #waiting: Letter[] = [];
  #entries: Entry[] = [];
  /** Decisions that may be told, in a row of their own so that telling one never nests in telling another. */
  #letters: Letter[] = [];
  #state: 'resting' | 'gathering' | 'writing' | 'failed' = 'resting';
  #telling = false;
  #whenQuiet: (() => void) | undefined;

  constructor(options: OutboxOptions, tell: (letter: Letter) => void) {
    this.#options = options;
    this.#tell = tell;
  }

  /** Sees to it that a decision is kept and then told, after all earlier ones. */
  post(letter: Letter): void {
    const { entries } = letter.decision;
    if (this.#state === 'resting' && entries.length === 0) {
      this.#letters.push(letter);
      this.#tellAll();
      return;
    }
    this.#waiting.push(letter);
    // One by one, here and where letters are told: a hundred thousand games that end at once are more than a call takes.
    for (const entry of entries) this.#entries.push(entry);
    if (this.#state !== 'resting') return;
    this.#state = 'gathering';
    this.#options.clock.soon(() => void this.#write());
  }

  /** Resolves once everything that is posted is told. */
  async quiet(): Promise<void> {
    if (this.#state !== 'gathering' && this.#state !== 'writing') return;
    await new Promise<void>((resolve) => {
      this.#whenQuiet = resolve;
    });
  }

  async #write(): Promise<void> {
    const { journal, log, meter, onKept, onFailure } = this.#options;
    while (this.#waiting.length > 0) {
      const [letters, entries] = [this.#waiting, this.#entries];
      this.#waiting = [];
      this.#entries = [];
      this.#state = 'writing';
      const kept = entries.length > 0 ? meter?.keeping(entries) : undefined;
      try {
        if (entries.length > 0) await journal.append(entries);
        kept?.();
      } catch (error) {
        this.#state = 'failed';
        onFailure(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (entries.length > 0) onKept?.(entries);
      tellGames(log, entries);
      for (const letter of letters) this.#letters.push(letter);
      this.#tellAll();
    }
    this.#state = 'resting';
    this.#whenQuiet?.();
  }

  #tellAll(): void {
    if (this.#telling) return;
    this.#telling = true;
    try {
      // Telling adds to the row that is being told, and an array's iterator sees what is added.
      for (const letter of this.#letters) this.#tell(letter);
    } finally {
      this.#letters = [];
      this.#telling = false;
    }
  }
}
