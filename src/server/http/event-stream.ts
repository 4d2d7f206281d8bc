import type { Clock } from '../../clock.ts';
import type { VisitListener } from './visits/visit.ts';

/** Milliseconds after which a comment line shows that the stream is alive. */
const KEEP_ALIVE_INTERVAL = 20_000;
/** Bytes of unread output after which the stream is closed. */
const MAXIMUM_UNREAD = 4 << 20;

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

/**
 * Server-sent events: each message is the `data` of one event. `open` starts the stream and returns a function that ends it, or
 * undefined if it is refused.
 */
export function eventStream(
  clock: Clock,
  open: (stream: VisitListener) => (() => void) | undefined,
): Response | undefined {
  const stream = new EventStream(clock);
  const close = open(stream);
  if (close === undefined) return undefined;
  stream.begin(close);
  return new Response(stream.body, { headers: HEADERS });
}

class EventStream implements VisitListener {
  readonly body: ReadableStream<Uint8Array>;
  #close: () => void = () => {};
  readonly #clock: Clock;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #cancelKeepAlive: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#drop(),
      },
      { highWaterMark: MAXIMUM_UNREAD, size: (bytes) => bytes.byteLength },
    );
  }

  begin(close: () => void): void {
    this.#close = close;
    if (this.#controller !== undefined) this.#keepAlive();
  }

  hear(line: string): void {
    this.#write(`data: ${line}\n\n`);
  }

  over(): void {
    const controller = this.#controller;
    this.#drop();
    controller?.close();
  }

  /** A stream of events has no input that could be paused. */
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
    this.#cancelKeepAlive?.();
    this.#close();
  }

  #keepAlive(): void {
    this.#cancelKeepAlive = this.#clock.at(this.#clock.now() + KEEP_ALIVE_INTERVAL, () => {
      this.#write(': keep-alive\n\n');
      if (this.#controller !== undefined) this.#keepAlive();
    });
  }
}
