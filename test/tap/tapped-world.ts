import type { Reception } from '../../src/server/doors/reception.ts';
import type { Connection, Link } from '../../src/server/hub/link.ts';
import { Recorder } from '../../src/tap/recorder.ts';
import { World, type WorldOptions } from '../world/world.ts';

/** A whole server, and a recorder that overhears every connection to it. */
export class TappedWorld extends World {
  /** The transcript, line by line. */
  readonly written: string[] = [];
  readonly shown: string[] = [];
  readonly #recorder: Recorder;

  constructor(options: WorldOptions) {
    super(options);
    const paper = {
      write: (line: string) => void this.written.push(line),
      show: (line: string) => void this.shown.push(line),
    };
    this.#recorder = new Recorder('a test', paper, this.clock.now());
  }

  override reception(listener: string): Reception {
    const inner = super.reception(listener);
    const now = (): number => this.clock.now();
    return (address, link) => {
      const call = this.#recorder.connect(address, now());
      const tapped: Link = {
        id: link.id,
        send(bytes) {
          call.serverSaid(bytes, now());
          link.send(bytes);
        },
        close() {
          call.serverFinished(now());
          link.close();
        },
        pause: (paused) => link.pause(paused),
      };
      const connection: Connection = inner(address, tapped);
      return {
        receive(bytes) {
          call.clientSaid(bytes, now());
          connection.receive(bytes);
        },
        finish() {
          call.clientFinished(now());
          connection.finish();
        },
        lost() {
          call.lost('client', now());
          connection.lost();
        },
      };
    };
  }
}
