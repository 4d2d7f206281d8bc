import assert from 'node:assert/strict';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { GameEvent, GameId, JournalEntry, Move, SeatRecord } from '../../../src/lobby/games/game-event.ts';
import type { StartedNotice } from '../../../src/lobby/notice.ts';
import type { Color } from '../../../src/rules/color.ts';
import { handicapPoints } from '../../../src/rules/go/handicap.ts';
import type { Point } from '../../../src/rules/point.ts';

/** The state of one game, derived from its entries and from the notices of its players. */
export interface KnownGame {
  readonly entries: JournalEntry[];
  readonly seats: Record<Color, SeatRecord>;
  readonly moves: Move[];
  readonly stones: Map<Point, Color>;
  /** The stones before each move. */
  readonly before: Map<Point, Color>[];
  ended: boolean;
}

const fold = (name: string): string => name.toLowerCase();

/** Reads every decision and follows the games without knowing the rules. It fails if a decision is inconsistent. */
export class GameCheck {
  readonly games = new Map<GameId, KnownGame>();

  onDecision({ entries, notices }: Decision): void {
    for (const entry of entries) this.#onEntry(entry);
    const played = entries.findLast(({ event }) => event.kind === 'played');
    const known = played && this.games.get(played.game);
    const stone = notices.find(({ notice }) => notice.kind === 'played')?.notice;
    assert.equal(stone?.kind, played?.event.kind, 'a stone must be stored exactly if the players are notified');
    if (known !== undefined && stone?.kind === 'played') for (const point of stone.captured) known.stones.delete(point);
  }

  /** The running games, the oldest first. */
  get running(): KnownGame[] {
    return [...this.games.values()].filter(({ ended }) => !ended);
  }

  /** The players of the running games except computer players. A player occurs once for each game. */
  get seated(): string[] {
    return this.running.flatMap(({ seats: { black, white } }) => {
      const clients = [black, white].filter(({ isComputer }) => !isComputer);
      return [...new Set(clients.map(({ name }) => fold(name)))];
    });
  }

  /** Checks that a player who reconnects receives the state of its game. `canWriteName`: its protocol can write any name. */
  checkStarted(
    known: KnownGame,
    { parameters, moves, stones, color, opponent }: StartedNotice,
    canWriteName: boolean,
  ): void {
    const seat = color === 'both' ? 'black' : color;
    const other = color === 'black' ? 'white' : 'black';
    if (canWriteName) assert.equal(opponent, known.seats[other].name);
    assert.deepEqual(parameters, known.seats[seat].parameters);
    assert.deepEqual(moves, known.moves);
    const expected = [...known.stones].map(([point, side]) => `${point} ${side}`);
    assert.deepEqual(stones.map((stone) => `${stone.point} ${stone.color}`).sort(), expected.sort());
  }

  #onEntry(entry: JournalEntry): void {
    const { game, index, event } = entry;
    if (event.kind === 'seated') {
      assert.equal(index, 0);
      assert(!this.games.has(game) && game > Math.max(0, ...this.games.keys()), 'numbers of games must increase');
      const seats = { black: event.black, white: event.white };
      this.games.set(game, { entries: [entry], seats, moves: [], stones: stonesOf(event), before: [], ended: false });
      return;
    }
    const known = this.games.get(game);
    assert(known !== undefined, 'the first event of a game must be `seated`');
    assert(!known.ended, 'no event may follow the end');
    assert.equal(index, known.entries.length, 'indexes must have no gap');
    known.entries.push(entry);
    if (event.kind === 'played' || event.kind === 'passed') known.before.push(new Map(known.stones));
    if (event.kind === 'played') {
      assert(!known.stones.has(event.point));
      known.stones.set(event.point, event.color);
      known.moves.push({ kind: 'play', color: event.color, point: event.point });
    } else if (event.kind === 'passed') known.moves.push({ kind: 'pass', color: event.color });
    else if (event.kind === 'undone') takeBack(known, event.turns);
    else if (event.kind === 'renamed') known.seats[event.color] = { ...known.seats[event.color], name: event.name };
    else if (event.kind === 'marking') assert(passedTwice(known), 'dead stones may be marked only after two passes');
    else if (event.kind === 'marked') assert(known.stones.has(event.point), 'the marked point must have a stone');
    else if (event.kind === 'ended') known.ended = true;
  }
}

const stonesOf = ({ black, handicap = 0, placement }: GameEvent & { kind: 'seated' }): Map<Point, Color> =>
  new Map(
    (placement === 'free' ? [] : handicapPoints(black.parameters.size, handicap)).map((point) => [point, 'black']),
  );

function takeBack({ moves, before, stones }: KnownGame, count: number): void {
  assert(count >= 1 && count <= 2 && count <= moves.length, 'one or two existing moves are taken back');
  moves.splice(-count);
  const [stood] = before.splice(-count);
  stones.clear();
  for (const [point, color] of stood ?? []) stones.set(point, color);
}

const passedTwice = ({ moves }: KnownGame): boolean =>
  moves.length >= 2 && moves.slice(-2).every(({ kind }) => kind === 'pass');
