import { MemoryJournal } from '../../../src/journal/memory-journal.ts';

/** A journal in memory that can report a full disk. */
export class FullJournal extends MemoryJournal {
  #hasRoom = true;
  #watcher: (hasRoom: boolean) => void = () => {};

  override watchDiskSpace(listener: (hasRoom: boolean) => void): void {
    this.#watcher = listener;
    listener(this.#hasRoom);
  }

  set hasRoom(hasRoom: boolean) {
    this.#hasRoom = hasRoom;
    this.#watcher(hasRoom);
  }
}
