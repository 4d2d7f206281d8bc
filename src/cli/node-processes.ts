import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { environmentOf, type MessageToNode, type MessageToParent } from '../server/nodes/node-ipc.ts';

/**
 * Milliseconds before a process that has ended is started again. Each further pause is twice as long, unless the process
 * ran for `STABLE_AFTER` milliseconds.
 */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const STABLE_AFTER = 60_000;
/** Milliseconds that a process has to send its metrics. */
const METRICS_TIMEOUT = 1_000;

interface Options {
  readonly count: number;
  /** How many ports each process listens on. */
  readonly ports: number;
  /** The arguments of the command, the same for each process. */
  readonly arguments: readonly string[];
  readonly log: Logger;
}

interface Slot {
  readonly number: number;
  child: ChildProcess | undefined;
  isListening: boolean;
  /** The configuration has changed while the process was starting, so the process may have read the old one. */
  mustReload: boolean;
  startedAt: number;
  pause: number;
}

/** A process ended before it listened for the first time. */
export class NodeDidNotStart extends Error {
  override readonly name = 'NodeDidNotStart';
  readonly code: number;

  constructor(code: number) {
    super(`the first node ended with exit code ${code}`);
    this.code = code;
  }
}

/** Node processes that share their ports. A process that ends is started again. When this process ends, they all end. */
export class NodeProcesses {
  readonly #options: Options;
  readonly #slots: readonly Slot[];
  readonly #requests = new Map<number, (number: number, text: string) => void>();
  #ports: readonly number[] | undefined;
  #isDraining = false;
  #isStopping = false;
  #request = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, (_, index) => {
      return {
        number: index + 1,
        child: undefined,
        isListening: false,
        mustReload: false,
        startedAt: 0,
        pause: FIRST_PAUSE,
      };
    });
  }

  /**
   * Starts the first process, and then the others on its ports. Resolves with the addresses when all listen. If the first
   * process ends before it listens, rejects with `NodeDidNotStart` and starts no other process.
   */
  async start(): Promise<readonly string[]> {
    const [first, ...others] = this.#slots;
    if (first === undefined) throw new Error('no process is wanted');
    const addresses = await new Promise<readonly string[]>((resolve, reject) => {
      this.#launch(first, resolve, (code) => reject(new NodeDidNotStart(code)));
    });
    this.#ports = addresses.map((address) => Number(/\d+$/.exec(address)?.[0]));
    await Promise.all(others.map((slot) => new Promise<unknown>((listening) => this.#launch(slot, listening))));
    return addresses;
  }

  /** Each process reads its configuration again. The signal would end a starting process, which gets it later. */
  reload(): void {
    for (const slot of this.#slots) {
      if (slot.isListening) slot.child?.kill('SIGHUP');
      else slot.mustReload = true;
    }
  }

  /** Starts and ends draining, also for processes that start later. */
  toggleDrain(): void {
    this.#isDraining = !this.#isDraining;
    for (const { child, isListening } of this.#slots) if (isListening) child?.kill('SIGUSR2');
  }

  /**
   * Sends SIGTERM to all processes; a second call ends their draining. Resolves when all have ended. Processes that still
   * run after `timeout` milliseconds are killed.
   */
  async stop(timeout: number): Promise<void> {
    this.#isStopping = true;
    const children = this.#slots.flatMap(({ child }) => child ?? []);
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const child of children) child.kill('SIGKILL');
    }, timeout);
    await Promise.all(ended);
    clearTimeout(timer);
  }

  /**
   * Starts a process. Calls `onListening` with the addresses when it listens for the first time. If the process ends before
   * that, calls `onFailedStart`, or starts the process again if there is no `onFailedStart`.
   */
  #launch(
    slot: Slot,
    onListening: (addresses: readonly string[]) => void,
    onFailedStart?: (code: number) => void,
  ): void {
    if (this.#isStopping) return;
    const { number } = slot;
    const { log, arguments: args, ports } = this.#options;
    const child = fork(process.argv[1] ?? '', args, {
      // A signal of the terminal reaches this process only, which passes it on once.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, ...environmentOf({ number, ...(this.#ports && { ports: this.#ports }) }) },
    });
    slot.child = child;
    slot.startedAt = performance.now();
    slot.mustReload = false;
    log.info({ process: number, child: child.pid }, 'process.started');
    child.on('message', (message: MessageToParent) => this.#onMessage(child, number, message));
    const lines: string[] = [];
    if (child.stdout === null) throw new Error('a child without standard output');
    createInterface(child.stdout).on('line', (line) => {
      if (lines.push(line.replace(/^listening on /, '')) !== ports) return;
      slot.isListening = true;
      log.info({ process: number, child: child.pid }, 'process.listening');
      if (slot.mustReload) child.kill('SIGHUP');
      if (this.#isDraining) child.kill('SIGUSR2');
      onListening(lines);
    });
    child.once('exit', (code, signal) => {
      const isNew = lines.length < ports;
      slot.child = undefined;
      slot.isListening = false;
      if (this.#isStopping) return;
      if (isNew && onFailedStart !== undefined) return onFailedStart(code ?? 1);
      if (performance.now() - slot.startedAt > STABLE_AFTER) slot.pause = FIRST_PAUSE;
      log.error({ process: number, child: child.pid, code, signal, pause: slot.pause }, 'process.ended');
      setTimeout(() => this.#launch(slot, isNew ? onListening : () => {}), slot.pause);
      slot.pause = Math.min(2 * slot.pause, LONGEST_PAUSE);
    });
  }

  #onMessage(child: ChildProcess, number: number, message: MessageToParent): void {
    if (message.kind === 'own-metrics') this.#requests.get(message.request)?.(number, message.text);
    else
      void this.#collectMetrics().then((texts) =>
        send(child, { kind: 'all-metrics', request: message.request, texts }),
      );
  }

  /** The metrics of all listening processes, in the order of their numbers. */
  async #collectMetrics(): Promise<readonly string[]> {
    const request = ++this.#request;
    const queried = this.#slots.filter(({ isListening }) => isListening);
    const texts = new Map<number, string>();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, METRICS_TIMEOUT);
      this.#requests.set(request, (number, text) => {
        texts.set(number, text);
        if (texts.size < queried.length) return;
        clearTimeout(timer);
        resolve();
      });
      for (const { child } of queried) if (child !== undefined) send(child, { kind: 'get-own-metrics', request });
    });
    this.#requests.delete(request);
    return queried.flatMap(({ number }) => texts.get(number) ?? []);
  }
}

/** A process that has just ended needs no answer. */
const send = (child: ChildProcess, message: MessageToNode): void => void child.send(message, () => {});
