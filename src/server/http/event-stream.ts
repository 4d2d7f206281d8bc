import type { Clock } from '../../clock.ts';
import type { VisitListener } from './visits/visit.ts';

/** Milliseconds after which a line without meaning shows that the stream is alive. */
const STILL_EVERY = 20_000;
/** Bytes that a client may leave unread. */
const LONGEST_UNREAD = 4 << 20;

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

/**
 * Server-sent events: one message of the web protocol each, as `data`. `open` is told where to send them and says how
 * to let go; nothing where it cannot be had.
 */
export function eventStream(
  clock: Clock,
  open: (ear: VisitListener) => (() => void) | undefined,
): Response | undefined {
  const stream = new EventStream(clock);
  const letGo = open(stream);
  if (letGo === undefined) return undefined;
  stream.begin(letGo);
  return new Response(stream.body, { headers: HEADERS });
}

class EventStream implements VisitListener {
  readonly body: ReadableStream<Uint8Array>;
  #letGo: () => void = () => {};
  readonly #clock: Clock;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #cancelStill: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#drop(),
      },
      { highWaterMark: LONGEST_UNREAD, size: (bytes) => bytes.byteLength },
    );
  }

  begin(letGo: () => void): void {
    this.#letGo = letGo;
    if (this.#controller !== undefined) this.#stillLater();
  }

  hear(line: string): void {
    this.#write(`data: ${line}\n\n`);
  }

  over(): void {
    const controller = this.#controller;
    this.#drop();
    controller?.close();
  }

  /** Nobody speaks by a stream of events. */
  pause(): void {}

  #write(text: string): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    controller.enqueue(Buffer.from(text));
    if ((controller.desiredSize ?? 0) > 0) return;
    this.#drop();
    controller.error(new Error('too much is unread'));
  }

  #drop(): void {
    this.#controller = undefined;
    this.#cancelStill?.();
    this.#letGo();
  }

  #stillLater(): void {
    this.#cancelStill = this.#clock.at(this.#clock.now() + STILL_EVERY, () => {
      this.#write(': still here\n\n');
      if (this.#controller !== undefined) this.#stillLater();
    });
  }
}
