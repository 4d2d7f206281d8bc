import type { UnfinishedGame } from '../lobby/games/unfinished-game.ts';
import { isOnlyTurns } from './event-text.ts';
import { GameDamaged, type StoredGame } from './journal.ts';
import { type Line, readFirst, readRest } from './stored-game.ts';

/**
 * Many games on their way from one thread to the other, flat, because the structured clone of many objects is slow. What
 * they mostly consist of is bytes in one piece, which is handed over and stays as it is until a game is asked for its turns.
 */
export interface PackedGames {
  /** `NUMBERS_PER_GAME` for each: game, at, where its bytes end, and 1 if all but its first event are turns. */
  readonly numbers: Float64Array;
  /** The first line of each, as a JSON array: to parse many at once takes two thirds of the time. */
  readonly firsts: string;
  /** All other lines, game by game, in UTF-8. */
  readonly rests: Uint8Array<ArrayBuffer>;
  /** What is wrong with some, by their places. */
  readonly damages: ReadonlyMap<number, string>;
}

const NUMBERS_PER_GAME = 4;

export function packGames(stored: readonly StoredGame[]): PackedGames {
  // What is damaged may be no JSON.
  const games = stored.map((game) => (game.damage === undefined ? game : { ...game, first: 'null', rest: '' }));
  const numbers = new Float64Array(NUMBERS_PER_GAME * games.length);
  const damages = new Map<number, string>();
  const rests = new Uint8Array(games.reduce((sum, { rest }) => sum + Buffer.byteLength(rest), 0));
  const bytes = Buffer.from(rests.buffer);
  let end = 0;
  for (const [place, { game, at, rest, damage }] of games.entries()) {
    end += bytes.write(rest, end);
    numbers.set([game, at, end, isOnlyTurns(rest) ? 1 : 0], place * NUMBERS_PER_GAME);
    if (damage !== undefined) damages.set(place, damage);
  }
  return { numbers, firsts: `[${games.map(({ first }) => first).join()}]`, rests, damages };
}

/** Each game, or what is wrong with it. */
export function unpackGames({ numbers, firsts, rests, damages }: PackedGames): (UnfinishedGame | GameDamaged)[] {
  const lines: Line[] = JSON.parse(firsts);
  let start = 0;
  return lines.map((line, place) => {
    const number = (which: number): number => numbers[place * NUMBERS_PER_GAME + which] ?? 0;
    const [game, at, end, from] = [number(0), number(1), number(2), start];
    start = end;
    const damage = damages.get(place);
    if (damage !== undefined) return new GameDamaged(game, damage);
    const rest = () => readRest(game, at, UTF_8.decode(rests.subarray(from, end)));
    try {
      return { first: readFirst(game, at, line), hasOnlyTurns: number(3) === 1, rest };
    } catch (error) {
      if (error instanceof GameDamaged) return error;
      throw error;
    }
  });
}

const UTF_8 = new TextDecoder();
