import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Game } from '../../../src/lobby/games/game.ts';
import type { SeatRecord } from '../../../src/lobby/games/game-event.ts';
import { opposite } from '../../../src/rules/color.ts';
import type { Point } from '../../../src/rules/point.ts';
import { USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { RANDOM_GAME_RULESET, type RandomGame } from './random-games.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const seat = (name: string, lines: number): SeatRecord => ({
  name,
  guest: false,
  protocol: 'any',
  listener: 'plain',
  address: '127.0.0.1',
  parameters: { game: 'go', size: lines, ruleset: RANDOM_GAME_RULESET, komi: 0, fixedKomi: false },
});

/** A game as the lobby stores it. Each event is a new object, as if it had been read from the journal. */
function gameOf(id: number, { lines, moves }: RandomGame): Game {
  const [black, white] = [`black-${id}`, `white-${id}`].map((name) => seat(name, lines));
  const game = new Game(id, { kind: 'seated', black: black!, white: white!, komi: 0, options: USUAL_OPTIONS }, 0);
  for (const move of moves) {
    const color = game.toMove;
    game.apply(move < 0 ? { kind: 'passed', color } : { kind: 'played', color, point: move as Point }, 0);
    if (game.toMove !== opposite(color)) throw new Error('the turn did not pass to the opponent');
  }
  return game;
}

/** Bytes of this process's heap after a garbage collection, typed arrays included. */
export function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The memory of `count` running games, in bytes per game, typed arrays included. */
export function bytesPerGame(records: readonly RandomGame[], count: number): number {
  gameOf(0, records[0]!);
  const before = heldBytes();
  const games = Array.from({ length: count }, (_, id) => gameOf(id, records[id % records.length]!));
  const bytes = (heldBytes() - before) / games.length;
  if (games.some((game) => game.ended)) throw new Error('a game ended');
  return bytes;
}
