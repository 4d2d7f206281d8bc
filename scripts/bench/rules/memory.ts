import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Game } from '../../../src/lobby/games/game.ts';
import type { SeatRecord } from '../../../src/lobby/games/game-event.ts';
import { opposite } from '../../../src/rules/color.ts';
import type { Point } from '../../../src/rules/point.ts';
import { USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { RANDOM_GAME_RULESET, type Turns } from './random-games.ts';

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

/** A game as the lobby holds it, each of its events made anew as if they were read one by one. */
function gameOf(id: number, { lines, turns }: Turns): Game {
  const [black, white] = [`black-${id}`, `white-${id}`].map((name) => seat(name, lines));
  const game = new Game(id, { kind: 'seated', black: black!, white: white!, komi: 0, options: USUAL_OPTIONS }, 0);
  for (const turn of turns) {
    const color = game.toMove;
    game.apply(turn < 0 ? { kind: 'passed', color } : { kind: 'played', color, point: turn as Point }, 0);
    if (game.toMove !== opposite(color)) throw new Error('no turn was taken');
  }
  return game;
}

/** Bytes that this process holds after a garbage collection, typed arrays included. */
export function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Bytes that one of so many running games holds, typed arrays included. */
export function bytesPerGame(games: readonly Turns[], count: number): number {
  gameOf(0, games[0]!);
  const before = heldBytes();
  const held = Array.from({ length: count }, (_, id) => gameOf(id, games[id % games.length]!));
  const bytes = (heldBytes() - before) / held.length;
  if (held.some((game) => game.ended)) throw new Error('a game ended');
  return bytes;
}
