import type { Journal } from '../../journal/journal.ts';
import type { ServiceMode } from '../../lobby/service-mode.ts';
import type { Log } from './observability.ts';

/** Reasons why the server may refuse to start games. */
export interface ServiceCondition {
  /** The journal's disk is not full. */
  readonly hasRoom: boolean;
  /** The loss of a database file, in one line; undefined if no file is lost. */
  readonly lost: string | undefined;
  /** New games are refused, and running games continue. */
  readonly isDraining: boolean;
  /** Every client is disconnected. */
  readonly isStopping: boolean;
  /** Clients are served. Always true in a single process; on a node, while it is up to date with the other nodes. */
  readonly isOpen: boolean;
}

type Store = 'journal' | 'archive';

const LOG_EVENTS: Readonly<Record<ServiceMode, string>> = {
  open: 'mode.open',
  'no-new-games': 'mode.no-new-games',
  'endings-only': 'mode.endings-only',
};

/** Determines the service mode from the disk, the database files and the operator's drain command. Changes are logged. */
export class ServiceState {
  readonly #log: Log;
  readonly #restrict: (mode: ServiceMode) => void;
  #hasRoom = true;
  #lost: Readonly<Partial<Record<Store, string | undefined>>> = {};
  #isDraining = false;
  #mode: ServiceMode = 'open';

  /** `restrict` is called with the service mode after every change. */
  constructor(log: Log, restrict: (mode: ServiceMode) => void) {
    this.#log = log;
    this.#restrict = restrict;
  }

  get condition(): Omit<ServiceCondition, 'isStopping' | 'isOpen'> {
    const { journal, archive } = this.#lost;
    return { hasRoom: this.#hasRoom, lost: journal ?? archive, isDraining: this.#isDraining };
  }

  /** Follows the journal's reports on its disk and files. */
  watch(journal: Pick<Journal, 'watchDiskSpace'>): void {
    journal.watchDiskSpace((hasRoom, lost) => {
      this.setLoss('journal', lost);
      this.hasRoom = hasRoom || lost !== undefined;
    });
  }

  /** False while the disk of the journal is full. */
  set hasRoom(hasRoom: boolean) {
    this.#hasRoom = hasRoom;
    this.#change();
  }

  /** `loss`: what happened to a file of `store`, in one line; undefined once no file is lost any more. */
  setLoss(store: Store, loss: string | undefined): void {
    if (loss !== undefined && loss !== this.#lost[store]) this.#log.error({ error: loss }, 'database.lost');
    this.#lost = { ...this.#lost, [store]: loss };
    this.#change();
  }

  drain(isDraining: boolean): void {
    this.#isDraining = isDraining;
    this.#change();
  }

  #change(): void {
    const { hasRoom, lost, isDraining } = this.condition;
    const mode = !hasRoom || lost !== undefined ? 'endings-only' : isDraining ? 'no-new-games' : 'open';
    if (mode !== this.#mode) {
      if (mode === 'endings-only') this.#log.error({ mode }, LOG_EVENTS[mode]);
      else this.#log.info({ mode }, LOG_EVENTS[mode]);
    }
    this.#mode = mode;
    this.#restrict(mode);
  }
}
