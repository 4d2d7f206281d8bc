import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few mebibytes in memory, which a test can fill. */
export class SmallDisk {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Undefined if this process may not mount a disk. The disk is removed after the test. */
  static mount(context: { after(clean: () => void): void }, mebibytes: number): SmallDisk | undefined {
    const path = mkdtempSync(join(tmpdir(), 'tengen-disk-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]).status === 0;
    context.after(() => {
      // Lazy, because a server may still have files open. It may also make new ones below the mount point until it is killed.
      if (mounted) spawnSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true, maxRetries: 10 });
    });
    return mounted ? new SmallDisk(path) : undefined;
  }

  file(name: string): string {
    return join(this.#path, name);
  }

  /** Writes a file that takes all free space. */
  fill(): void {
    const filler = openSync(this.file('filler'), 'a');
    try {
      for (let length = 1 << 20; length > 0; length >>= 1) {
        try {
          for (;;) if (writeSync(filler, Buffer.alloc(length)) < length) break;
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      }
    } finally {
      closeSync(filler);
    }
  }

  /** Deletes the file that `fill` has written. */
  clear(): void {
    rmSync(this.file('filler'));
  }
}
