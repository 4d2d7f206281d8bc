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
  /** The stones before each action. */
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
    const told = notices.find(({ notice }) => notice.kind === 'played')?.notice;
    assert.equal(told?.kind, played?.event.kind, 'a stone must be stored exactly if the players are notified');
    if (known !== undefined && told?.kind === 'played') for (const point of told.captured) known.stones.delete(point);
  }

  /** The running games, the oldest first. */
  get running(): KnownGame[] {
    return [...this.games.values()].filter(({ ended }) => !ended);
  }

  /** The players of the running games except computer players. A player occurs once for each game. */
  get seated(): string[] {
    return this.running.flatMap(({ seats: { black, white } }) => {
      const people = [black, white].filter(({ isComputer }) => !isComputer);
      return [...new Set(people.map(({ name }) => fold(name)))];
    });
  }

  /** Checks that a player that reconnects receives the state of its game. `carries`: its protocol can write any name. */
  checkStarted(
    known: KnownGame,
    { parameters, moves, stones, color, opponent }: StartedNotice,
    carries: boolean,
  ): void {
    const seat = color === 'both' ? 'black' : color;
    const other = color === 'black' ? 'white' : 'black';
    if (carries) assert.equal(opponent, known.seats[other].name);
    assert.deepEqual(parameters, known.seats[seat].parameters);
    assert.deepEqual(moves, known.moves);
    const expected = [...known.stones].map(([point, side]) => `${point} ${side}`);
    assert.deepEqual(stones.map((stone) => `${stone.point} ${stone.color}`).sort(), expected.sort());
  }

  #onEntry(entry: JournalEntry): void {
    const { game, index, event } = entry;
    if (event.kind === 'seated') {
      assert.equal(index, 0);
      assert(!this.games.has(game) && game > Math.max(0, ...this.games.keys()), 'games count up');
      const seats = { black: event.black, white: event.white };
      this.games.set(game, { entries: [entry], seats, moves: [], stones: stonesOf(event), before: [], ended: false });
      return;
    }
    const known = this.games.get(game);
    assert(known !== undefined, 'a game begins by being seated');
    assert(!known.ended, 'nothing follows the end');
    assert.equal(index, known.entries.length, 'no index is left out');
    known.entries.push(entry);
    if (event.kind === 'played' || event.kind === 'passed') known.before.push(new Map(known.stones));
    if (event.kind === 'played') {
      assert(!known.stones.has(event.point));
      known.stones.set(event.point, event.color);
      known.moves.push({ kind: 'play', color: event.color, point: event.point });
    } else if (event.kind === 'passed') known.moves.push({ kind: 'pass', color: event.color });
    else if (event.kind === 'undone') takeBack(known, event.turns);
    else if (event.kind === 'renamed') known.seats[event.color] = { ...known.seats[event.color], name: event.name };
    else if (event.kind === 'marking') assert(passedTwice(known), 'dead stones are marked after two passes');
    else if (event.kind === 'marked') assert(known.stones.has(event.point), 'a stone is marked');
    else if (event.kind === 'ended') known.ended = true;
  }
}

const stonesOf = ({ black, handicap = 0, placement }: GameEvent & { kind: 'seated' }): Map<Point, Color> =>
  new Map(
    (placement === 'free' ? [] : handicapPoints(black.parameters.size, handicap)).map((point) => [point, 'black']),
  );

function takeBack({ moves, before, stones }: KnownGame, turns: number): void {
  assert(turns >= 1 && turns <= 2 && turns <= moves.length, 'somebody’s last turn is taken back');
  moves.splice(-turns);
  const [stood] = before.splice(-turns);
  stones.clear();
  for (const [point, color] of stood ?? []) stones.set(point, color);
}

const passedTwice = ({ moves }: KnownGame): boolean =>
  moves.length >= 2 && moves.slice(-2).every(({ kind }) => kind === 'pass');
