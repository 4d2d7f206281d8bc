import type { Heard } from '../client/caller.ts';
import type { Clock } from '../clock.ts';
import { type Point, pointAt, square } from '../rules/point.ts';
import type { View } from './screen.ts';
import { Sitting, type SittingOptions } from './sitting.ts';
import { parseTyped, type Typed } from './typed.ts';

/** A key as the terminal names it; `text` is what it writes, if anything. */
export interface Key {
  readonly name: string;
  readonly text: string;
  readonly ctrl: boolean;
}

/** So many messages are kept. */
const MOST_MESSAGES = 200;
/** So long a line can be typed, in characters. */
const LONGEST_INPUT = 500;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

export interface DeskOptions extends Omit<SittingOptions, 'onChange'> {
  readonly title: string;
  readonly clock: Clock;
  /** What is shown is not true any more. */
  readonly onChange: () => void;
  /** Whoever sits here is done. */
  readonly onEnd: (why: string | undefined) => void;
}

/** What a person at a terminal has before them: the board with a cursor, a line to type in, what has happened. */
export class Desk {
  readonly #options: DeskOptions;
  readonly #sitting: Sitting;
  readonly #messages: string[] = [];
  #cursor = 0 as Point;
  #input = '';
  #help = false;
  #leaving = false;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#sitting = new Sitting({ ...options, onChange: (line, heard) => this.#changed(line, heard) });
  }

  start(): void {
    this.#sitting.call();
  }

  press({ name, text, ctrl }: Key): void {
    const arrow = ARROWS[name];
    if (ctrl && (name === 'c' || name === 'd')) this.#leave();
    else if (arrow !== undefined) this.#move(...arrow);
    else if (name === 'return' || name === 'enter') this.#enter();
    else if (name === 'escape') this.#clear();
    else if (name === 'backspace') this.#input = this.#input.slice(0, -1);
    else if (text === '?' && this.#input === '') this.#help = !this.#help;
    else if (!ctrl && text !== '' && !/\p{Cc}/u.test(text) && this.#input.length < LONGEST_INPUT) this.#input += text;
    this.#options.onChange();
  }

  view(size: { readonly columns: number; readonly rows: number; readonly rich: boolean }): View {
    return {
      ...size,
      title: this.#options.title,
      status: this.#status(),
      table: this.#sitting.table,
      cursor: this.#cursor,
      timeLeft: this.#sitting.timeLeft(this.#options.clock.now()),
      messages: this.#messages,
      input: this.#input,
      help: this.#help,
    };
  }

  #status(): string {
    const { stage, table } = this.#sitting;
    switch (stage) {
      case 'calling':
        return 'calling the server ...';
      case 'idle':
        return 'no game: type seek to look for one, ? for help';
      case 'waiting':
        return 'waiting for an opponent; cancel gives up, ? for help';
      case 'playing':
        if (table?.wanted === undefined) return 'the other side is to move; ? for help';
        return `your turn, ${table.wanted}: type a point, or arrows and Enter; ? for help`;
      case 'lost':
        return 'the connection is lost; trying again';
      case 'gone':
        return 'goodbye: type seek to play once more, or quit';
    }
  }

  #changed(line: string | undefined, heard: Heard | undefined): void {
    if (line !== undefined) this.#messages.push(line);
    if (this.#messages.length > MOST_MESSAGES) this.#messages.shift();
    if (heard?.kind === 'begun') this.#center();
    if (heard?.kind === 'failed') this.#options.onEnd(heard.words);
    else if (heard?.kind === 'parted' && (this.#leaving || this.#sitting.table === undefined))
      this.#options.onEnd(undefined);
    this.#options.onChange();
  }

  #center(): void {
    const size = this.#sitting.table?.game.size ?? 1;
    const middle = Math.floor((size - 1) / 2);
    this.#cursor = pointAt(square(size), middle, middle)!;
  }

  #move(dx: number, dy: number): void {
    const size = this.#sitting.table?.game.size;
    if (size === undefined) return;
    const within = (at: number): number => Math.min(Math.max(0, at), size - 1);
    const x = within((this.#cursor % size) + dx);
    const y = within(Math.floor(this.#cursor / size) + dy);
    this.#cursor = pointAt(square(size), x, y)!;
  }

  #clear(): void {
    this.#help = false;
    this.#input = '';
  }

  #enter(): void {
    const line = this.#input;
    this.#input = '';
    this.#help = false;
    if (line.trim() !== '') this.#typed(line);
    else if (this.#sitting.table?.wanted !== undefined) this.#sitting.want({ kind: 'play', point: this.#cursor });
  }

  #typed(line: string): void {
    const typed = parseTyped(line, this.#sitting.table?.game.size);
    if (typed.ok) this.#do(typed.value);
    else this.#changed(typed.problem, undefined);
  }

  #do(typed: Typed): void {
    switch (typed.kind) {
      case 'want':
        if (typed.intent.kind === 'play') this.#cursor = typed.intent.point;
        this.#sitting.want(typed.intent);
        break;
      case 'quit':
        this.#leave();
        break;
      case 'help':
        this.#help = true;
        break;
      case 'board':
        break;
    }
  }

  /** The second time without waiting for anybody. */
  #leave(): void {
    if (this.#leaving || this.#sitting.stage === 'gone') this.#options.onEnd(undefined);
    else {
      this.#leaving = true;
      this.#sitting.want({ kind: 'leave' });
    }
  }
}
