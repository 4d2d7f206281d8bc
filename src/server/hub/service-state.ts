import type { Journal } from '../../journal/journal.ts';
import type { ServiceMode } from '../../lobby/service-mode.ts';
import type { Log } from './observability.ts';

/** What may keep a server from beginning games. */
export interface ServiceCondition {
  /** The disk is not full. */
  readonly hasRoom: boolean;
  /** What has happened to a file of a database; undefined if nothing has. */
  readonly lost: string | undefined;
  /** No game begins any more. */
  readonly isDraining: boolean;
  /** Every client is sent away. */
  readonly isStopping: boolean;
  /** Clients are read and answered: always so in one process, and while a node is up to date with the others. */
  readonly isOpen: boolean;
}

type Store = 'journal' | 'archive';

const LOG_EVENTS: Readonly<Record<ServiceMode, string>> = {
  open: 'mode.open',
  'no-new-games': 'mode.no-new-games',
  'endings-only': 'mode.endings-only',
};

/** What the disks, the database files and the operator allow. Changes are logged. */
export class ServiceState {
  readonly #log: Log;
  readonly #restrict: (mode: ServiceMode) => void;
  #hasRoom = true;
  #lost: Readonly<Partial<Record<Store, string | undefined>>> = {};
  #isDraining = false;
  #mode: ServiceMode = 'open';

  /** `restrict` is called after every change. */
  constructor(log: Log, restrict: (mode: ServiceMode) => void) {
    this.#log = log;
    this.#restrict = restrict;
  }

  get condition(): Omit<ServiceCondition, 'isStopping' | 'isOpen'> {
    const { journal, archive } = this.#lost;
    return { hasRoom: this.#hasRoom, lost: journal ?? archive, isDraining: this.#isDraining };
  }

  /** Follows the disk and the files of the journal. */
  watch(journal: Pick<Journal, 'watchDiskSpace'>): void {
    journal.watchDiskSpace((hasRoom, lost) => {
      this.lose('journal', lost);
      this.hasRoom = hasRoom || lost !== undefined;
    });
  }

  /** The disk of the journal is full, or is not any more. */
  set hasRoom(hasRoom: boolean) {
    this.#hasRoom = hasRoom;
    this.#change();
  }

  /** A file of `store` is lost, or none is any more. */
  lose(store: Store, what: string | undefined): void {
    if (what !== undefined && what !== this.#lost[store]) this.#log.error({ error: what }, 'database.lost');
    this.#lost = { ...this.#lost, [store]: what };
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
