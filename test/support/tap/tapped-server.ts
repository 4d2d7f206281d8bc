import type { Transport, TransportCallbacks } from '../../../src/server/hub/transport.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';
import { TapRecorder } from '../../../src/tap/tap-recorder.ts';
import { TAP_PROTOCOLS } from '../protocols/loaded-protocols.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../server/in-memory-server.ts';

/** A whole server in memory, with a tap that records all its connections. */
export class TappedServer extends InMemoryServer {
  /** The lines of the transcript. */
  readonly written: string[] = [];
  readonly shown: string[] = [];
  readonly #recorder: TapRecorder;

  constructor(options: InMemoryServerOptions) {
    super(options);
    const output = {
      write: (line: string) => void this.written.push(line),
      show: (line: string) => void this.shown.push(line),
    };
    this.#recorder = new TapRecorder('a test', output, this.clock.now(), TAP_PROTOCOLS);
  }

  override reception(listener: string): AcceptConnection {
    const inner = super.reception(listener);
    const now = (): number => this.clock.now();
    return (address, link) => {
      const recorded = this.#recorder.connect(address, now());
      const tapped: Transport = {
        id: link.id,
        send(bytes) {
          recorded.serverSent(bytes, now());
          link.send(bytes);
        },
        close() {
          recorded.serverFinished(now());
          link.close();
        },
        pause: (paused) => link.pause(paused),
      };
      const connection: TransportCallbacks = inner(address, tapped);
      return {
        receive(bytes) {
          recorded.clientSent(bytes, now());
          connection.receive(bytes);
        },
        finish() {
          recorded.clientFinished(now());
          connection.finish();
        },
        lost() {
          recorded.lost('client', now());
          connection.lost();
        },
      };
    };
  }
}
