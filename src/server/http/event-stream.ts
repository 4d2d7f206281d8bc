import type { Clock } from '../../clock.ts';
import type { VisitSubscriber } from './visits/visit.ts';

/** Milliseconds between two comment lines, which keep the connection open. */
const KEEP_ALIVE_INTERVAL = 20_000;
/** A stream with more bytes of unread output is closed. */
const MAXIMUM_UNREAD = 4 << 20;

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

/**
 * A response of server-sent events: each message is the `data` of one event. `open` gets the subscriber whose messages are sent, and
 * returns a function that is called at the end; or undefined, and then there is no response.
 */
export function eventStream(
  clock: Clock,
  open: (stream: VisitSubscriber) => (() => void) | undefined,
): Response | undefined {
  const stream = new EventStream(clock);
  const close = open(stream);
  if (close === undefined) return undefined;
  stream.start(close);
  return new Response(stream.body, { headers: HEADERS });
}

class EventStream implements VisitSubscriber {
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
        cancel: () => this.#stop(),
      },
      { highWaterMark: MAXIMUM_UNREAD, size: (bytes) => bytes.byteLength },
    );
  }

  start(close: () => void): void {
    this.#close = close;
    if (this.#controller !== undefined) this.#keepAlive();
  }

  send(line: string): void {
    this.#write(`data: ${line}\n\n`);
  }

  end(): void {
    const controller = this.#controller;
    this.#stop();
    controller?.close();
  }

  /** Nothing to pause: an event stream has no input. */
  pause(): void {}

  #write(text: string): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    controller.enqueue(Buffer.from(text));
    if ((controller.desiredSize ?? 0) > 0) return;
    this.#stop();
    controller.error(new Error('too many unread bytes'));
  }

  #stop(): void {
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
