import assert from 'node:assert/strict';
import type { OfferGamesCommand, Seek } from '../../../src/lobby/command.ts';
import type { GameParameters, GoParameters } from '../../../src/lobby/game-parameters.ts';
import type { OfferedBoards } from '../../../src/lobby/pairing/offered-boards.ts';
import { COLORS, type Color } from '../../../src/rules/color.ts';
import { GOMOKU_RULES } from '../../../src/rules/gomoku/gomoku-rules.ts';
import { coordinates, type Point, pointAt, square } from '../../../src/rules/point.ts';
import type { TimeControl } from '../../../src/rules/time/time-control.ts';

/** Reads the words of one line of a dialogue from left to right. A name with spaces is in double quotes. */
export class DialogueLineReader {
  readonly #line: string;
  readonly #words: string[];

  constructor(line: string) {
    this.#line = line;
    this.#words = (line.match(/"[^"]*"|[^\s,]+/g) ?? []).map((word) => word.replaceAll('"', ''));
  }

  get isDone(): boolean {
    return this.#words.length === 0;
  }

  next(): string {
    const word = this.#words.shift();
    assert(word !== undefined, `a word is missing: ${this.#line}`);
    return word;
  }

  /** Skips these words if they come next. Returns whether they came next. */
  skip(text: string): boolean {
    const words = text.split(' ');
    if (!words.every((word, index) => this.#words[index] === word)) return false;
    this.#words.splice(0, words.length);
    return true;
  }

  rest(): string {
    return this.#words.splice(0).join(' ');
  }

  number(): number {
    return Number(this.next());
  }

  /** `60 s` in milliseconds. */
  seconds(): number {
    const seconds = this.number();
    assert(this.skip('s'), `"s" must follow a number of seconds: ${this.#line}`);
    return seconds * 1000;
  }

  /** The hash of an invitation key. The dialogue writes the key as one letter. */
  key(): string {
    return this.next().repeat(43);
  }

  color(): Color {
    return oneOf(COLORS, this.next());
  }

  /** `go 9`, then `komi 7` (`counted 7` for a fixed komi), `handicap 3` or `any`, then perhaps `placed freely` or `placed anyhow`, `no-suicide`; or `gomoku 15 renju`; either with `time` (timeControl). */
  parameters(): GameParameters {
    if (this.skip('gomoku')) {
      const game = { game: 'gomoku', size: this.number(), rule: oneOf(GOMOKU_RULES, this.next()) } as const;
      return this.skip('time') ? { ...game, time: timeControl(this.next()) } : game;
    }
    assert(this.skip('go'), `the game must be go or gomoku: ${this.#line}`);
    const size = this.number();
    let [komi, fixedKomi, suicide]: [number, boolean, 'allowed' | 'forbidden'] = [0, false, 'allowed'];
    let stones: Pick<GoParameters, 'handicap' | 'placement'> = {};
    let time: { time?: TimeControl } = {};
    for (;;) {
      if (this.skip('komi')) komi = this.number();
      else if (this.skip('counted')) [komi, fixedKomi] = [this.number(), true];
      else if (this.skip('no-suicide')) suicide = 'forbidden';
      else if (this.skip('handicap')) stones = { handicap: this.skip('any') ? 'any' : this.number() };
      else if (this.skip('placed freely')) stones = { ...stones, placement: 'free' };
      else if (this.skip('placed anyhow')) stones = { ...stones, placement: 'any' };
      else if (this.skip('time')) time = { time: timeControl(this.next()) };
      else return { game: 'go', size, ruleset: { ko: 'positional', suicide }, komi, fixedKomi, ...stones, ...time };
    }
  }

  /** Perhaps `as one of GROUP`, perhaps `after 5 s`, perhaps `with 1 seat`, then offers: `go 9 13 no-suicide`, `gomoku 15 freestyle renju`. */
  offerGames(): OfferGamesCommand {
    const group = this.skip('as one of') ? this.next() : undefined;
    const wait = this.skip('after') ? { minimumWait: this.seconds() } : {};
    const seats = this.skip('with') ? this.number() : 16;
    this.skip('seats') || this.skip('seat');
    const offers: OfferedBoards[] = [];
    while (!this.isDone) offers.push(this.#offer());
    return { kind: 'offer-games', ...wait, seats, offers, ...(group !== undefined && { group }) };
  }

  #offer(): OfferedBoards {
    const game = oneOf(['go', 'gomoku'], this.next());
    const sizes: number[] = [];
    while (/^\d+$/.test(this.#words[0] ?? '')) sizes.push(this.number());
    if (game === 'go') {
      return { game, sizes, ruleset: { ko: 'positional', suicide: this.skip('no-suicide') ? 'forbidden' : 'allowed' } };
    }
    const rules = GOMOKU_RULES.filter((rule) => this.#words.includes(rule));
    for (const _rule of rules) this.next();
    return { game, sizes, rules };
  }

  /**
   * Game parameters, then `for bob`, `for a person`, `for a computer`, `as white`, `promised black`, `only to wait`, `not ready`,
   * `inviting with A`, `privately`, `rated`, `with take-backs`, `in the pool`, `in rounds of 60 s`, `with rating 1800`.
   */
  seek(): Seek {
    let seek: Seek = { kind: 'seek', parameters: this.parameters() };
    while (!this.isDone) {
      if (this.skip('for a person')) seek = { ...seek, opponentKind: 'person' };
      else if (this.skip('for a computer')) seek = { ...seek, opponentKind: 'computer' };
      else if (this.skip('for')) seek = { ...seek, opponent: this.next() };
      else if (this.skip('who must see it')) seek = { ...seek, mustBeSeen: true };
      else if (this.skip('as')) seek = { ...seek, color: this.color() };
      else if (this.skip('promised')) seek = { ...seek, hostColor: this.color() };
      else if (this.skip('inviting with')) seek = { ...seek, invitation: this.key() };
      else if (this.skip('privately')) seek = { ...seek, options: { ...seek.options, private: true } };
      else if (this.skip('rated')) seek = { ...seek, options: { ...seek.options, rated: true } };
      else if (this.skip('in the pool')) seek = { ...seek, pool: {} };
      else if (this.skip('in rounds of')) seek = { ...seek, pool: { round: this.seconds() } };
      else if (this.skip('with rating')) seek = { ...seek, rating: { value: this.number(), isProvisional: false } };
      else if (this.skip('with take-backs')) seek = { ...seek, options: { ...seek.options, takeBack: true } };
      else if (this.skip('only to wait')) seek = { ...seek, role: 'host' };
      else if (this.skip('not ready')) seek = { ...seek, handshake: true };
      else assert.fail(`unknown part of a seek: ${this.#line}`);
    }
    return seek;
  }
}

export function oneOf<Word extends string>(words: readonly Word[], text: string): Word {
  const found = words.find((word) => word === text);
  assert(found !== undefined, `${text} is not one of ${words.join(', ')}`);
  return found;
}

/** `c1` is the third point of the top row. */
export function readPoint(size: number, text: string): Point {
  const point = pointAt(square(size), text.charCodeAt(0) - 97, Number(text.slice(1)) - 1);
  assert(point !== undefined, `${text} is not on a board of ${size}`);
  return point;
}

export function writePoint(size: number, point: Point): string {
  const { x, y } = coordinates(square(size), point);
  return `${String.fromCharCode(97 + x)}${y + 1}`;
}

/** In seconds: `none`, `60`, `60+5` (Fischer), `60+3x10` (byo-yomi), `60+5in10` (Canadian: 5 stones in 10 s), `30of180` (for a move and for all). */
export function timeControl(text: string): TimeControl {
  if (text === 'none') return { kind: 'none' };
  const [main = 0, second = 0, third = 0] = (text.match(/\d+/g) ?? []).map(Number);
  const form = text.replace(/\d+/g, '');
  switch (form) {
    case '':
      return { kind: 'absolute', main: main * 1000 };
    case '+':
      return { kind: 'fischer', main: main * 1000, increment: second * 1000 };
    case '+x':
      return { kind: 'byo-yomi', main: main * 1000, periods: second, period: third * 1000 };
    case '+in':
      return { kind: 'canadian', main: main * 1000, stones: second, period: third * 1000 };
    case 'of':
      return { kind: 'per-move', move: main * 1000, match: second * 1000 };
    default:
      return assert.fail(`unknown time control: ${text}`);
  }
}
