import type { GameEvent, GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { goSeat, USUAL_OPTIONS } from '../lobby/go-seat.ts';
import { entry } from './contract.ts';

const SIZE = 19;
/** A stone on every fourth point touches no other. */
const STRIDE = 4;

const turn = (number: number): GameEvent => {
  const at = number * STRIDE;
  const point = pointAt(square(SIZE), at % SIZE, Math.floor(at / SIZE));
  if (point === undefined) throw new Error(`there are not ${number} turns`);
  return { kind: 'played', color: number % 2 === 0 ? 'black' : 'white', point };
};

/** A game by the rules, of at most 90 turns. */
export function legalGame(game: GameId, turns: number, ended: boolean): JournalEntry[] {
  const seated: GameEvent = {
    kind: 'seated',
    black: goSeat(`black-${game}`, SIZE),
    white: goSeat(`天-${game}`, SIZE),
    komi: 0,
    options: USUAL_OPTIONS,
  };
  const events = [seated, ...Array.from({ length: turns }, (_, number) => turn(number))];
  if (ended) events.push({ kind: 'ended', winner: 'black', reason: 'resigned' });
  return events.map((event, index) => entry(game, index, event));
}
