import type { GameEvent, GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { goSeat, USUAL_OPTIONS } from '../lobby/go-seat.ts';
import { entry } from './journal-contract.ts';

const SIZE = 19;
/** Stones on every fourth point do not touch each other. */
const STRIDE = 4;

const moveEvent = (number: number): GameEvent => {
  const index = number * STRIDE;
  const point = pointAt(square(SIZE), index % SIZE, Math.floor(index / SIZE));
  if (point === undefined) throw new Error(`the board has no point for move ${number}`);
  return { kind: 'played', color: number % 2 === 0 ? 'black' : 'white', point };
};

/** A legal game of at most 90 moves. */
export function legalGame(game: GameId, moves: number, ended: boolean): JournalEntry[] {
  const seated: GameEvent = {
    kind: 'seated',
    black: goSeat(`black-${game}`, SIZE),
    white: goSeat(`天-${game}`, SIZE),
    komi: 0,
    options: USUAL_OPTIONS,
  };
  const events = [seated, ...Array.from({ length: moves }, (_, number) => moveEvent(number))];
  if (ended) events.push({ kind: 'ended', winner: 'black', reason: 'resigned' });
  return events.map((event, index) => entry(game, index, event));
}
