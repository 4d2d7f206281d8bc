import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { environmentOf, type MessageToNode, type MessageToParent } from '../server/nodes/node-ipc.ts';

/** Milliseconds before a process that has ended is started again; twice as long each time, unless it ran for `STEADY` milliseconds. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
const STEADY = 60_000;
/** Milliseconds in which a process must have told its metrics. */
const METRICS_TIMEOUT = 1_000;

interface Options {
  readonly count: number;
  /** How many ports each process listens on. */
  readonly ports: number;
  /** Of the command; the same for each process. */
  readonly arguments: readonly string[];
  readonly log: Logger;
}

interface Slot {
  readonly number: number;
  child: ChildProcess | undefined;
  isListening: boolean;
  /** It was starting, and may have read its configuration before it changed. */
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

/** Node processes that share their ports. A process that ends is started again. All end with this process, however it ends. */
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
   * Starts the first process, and then the others on its ports. Resolves with the addresses when all listen. Rejects with
   * `NodeDidNotStart` if the first one does not: the others would not start either.
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

  /** Each process reads its configuration again. One that is starting would end with the signal and gets it later. */
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

  /** Tells all processes to stop; the second time, to drain no longer. Resolves when they have ended, or were killed after `patience` milliseconds. */
  async stop(patience: number): Promise<void> {
    this.#isStopping = true;
    const children = this.#slots.flatMap(({ child }) => child ?? []);
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const child of children) child.kill('SIGKILL');
    }, patience);
    await Promise.all(ended);
    clearTimeout(timer);
  }

  /** `listening` is called with the addresses the first time, and `refused` instead of another start if the process ends before. */
  #launch(slot: Slot, listening: (addresses: readonly string[]) => void, refused?: (code: number) => void): void {
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
    child.on('message', (message: MessageToParent) => this.#hear(child, number, message));
    const lines: string[] = [];
    if (child.stdout === null) throw new Error('a child without standard output');
    createInterface(child.stdout).on('line', (line) => {
      if (lines.push(line.replace(/^listening on /, '')) !== ports) return;
      slot.isListening = true;
      log.info({ process: number, child: child.pid }, 'process.listening');
      if (slot.mustReload) child.kill('SIGHUP');
      if (this.#isDraining) child.kill('SIGUSR2');
      listening(lines);
    });
    child.once('exit', (code, signal) => {
      const isNew = lines.length < ports;
      slot.child = undefined;
      slot.isListening = false;
      if (this.#isStopping) return;
      if (isNew && refused !== undefined) return refused(code ?? 1);
      if (performance.now() - slot.startedAt > STEADY) slot.pause = FIRST_PAUSE;
      log.error({ process: number, child: child.pid, code, signal, pause: slot.pause }, 'process.ended');
      setTimeout(() => this.#launch(slot, isNew ? listening : () => {}), slot.pause);
      slot.pause = Math.min(2 * slot.pause, LONGEST_PAUSE);
    });
  }

  #hear(child: ChildProcess, number: number, message: MessageToParent): void {
    if (message.kind === 'own-metrics') this.#requests.get(message.request)?.(number, message.text);
    else void this.#gather().then((texts) => tell(child, { kind: 'all-metrics', request: message.request, texts }));
  }

  /** The metrics of all processes, in their order. */
  async #gather(): Promise<readonly string[]> {
    const request = ++this.#request;
    const asked = this.#slots.filter(({ isListening }) => isListening);
    const texts = new Map<number, string>();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, METRICS_TIMEOUT);
      this.#requests.set(request, (number, text) => {
        texts.set(number, text);
        if (texts.size < asked.length) return;
        clearTimeout(timer);
        resolve();
      });
      for (const { child } of asked) if (child !== undefined) tell(child, { kind: 'tell-metrics', request });
    });
    this.#requests.delete(request);
    return asked.flatMap(({ number }) => texts.get(number) ?? []);
  }
}

/** A process that has just ended needs no answer. */
const tell = (child: ChildProcess, message: MessageToNode): void => void child.send(message, () => {});
