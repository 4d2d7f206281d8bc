import type { UnfinishedGame } from '../lobby/unfinished-game.ts';
import { isOnlyTurns } from './event-text.ts';
import { GameDamaged } from './journal.ts';
import type { StoredGame } from './sqlite-message.ts';
import { readFirst, readRest } from './stored-game.ts';

/**
 * Many games on their way from one thread to the other, flat, because the structured clone of many objects is slow. What
 * they mostly consist of is bytes in one piece, which is handed over and stays as it is until a game is asked for its turns.
 */
export interface PackedGames {
  /** `NUMBERS_PER_GAME` for each: game, at, length, where its bytes end, and 1 if all but its first event are turns. */
  readonly numbers: Float64Array;
  /** The first line of each. */
  readonly firsts: string;
  /** All other lines, game by game, in UTF-8. */
  readonly rests: Uint8Array<ArrayBuffer>;
  /** What is wrong with some, by their places. */
  readonly damages: ReadonlyMap<number, string>;
}

const NUMBERS_PER_GAME = 5;

export function packGames(stored: readonly StoredGame[]): PackedGames {
  // What is damaged may have line feeds anywhere.
  const games = stored.map((game) => (game.damage === undefined ? game : { ...game, first: '', rest: '' }));
  const numbers = new Float64Array(NUMBERS_PER_GAME * games.length);
  const damages = new Map<number, string>();
  let end = 0;
  for (const [place, { game, at, length, rest, damage }] of games.entries()) {
    end += Buffer.byteLength(rest);
    numbers.set([game, at, length, end, isOnlyTurns(rest) ? 1 : 0], place * NUMBERS_PER_GAME);
    if (damage !== undefined) damages.set(place, damage);
  }
  const rests = new Uint8Array(end);
  Buffer.from(rests.buffer).write(games.map(({ rest }) => rest).join(''));
  return { numbers, firsts: games.map(({ first }) => first).join('\n'), rests, damages };
}

/** Each game, or what is wrong with it. */
export function* unpackGames({
  numbers,
  firsts,
  rests,
  damages,
}: PackedGames): Generator<UnfinishedGame | GameDamaged> {
  let start = 0;
  const lines = numbers.length === 0 ? [] : firsts.split('\n');
  for (const [place, line] of lines.entries()) {
    const number = (which: number): number => numbers[place * NUMBERS_PER_GAME + which] ?? 0;
    const [game, at, length, end, from] = [number(0), number(1), number(2), number(3), start];
    start = end;
    const damage = damages.get(place);
    try {
      if (damage !== undefined) throw new GameDamaged(game, damage);
      const first = readFirst(game, at, line);
      const rest = () => readRest(game, at, UTF_8.decode(rests.subarray(from, end)));
      yield { first, length, hasOnlyTurns: number(4) === 1, rest };
    } catch (error) {
      if (!(error instanceof GameDamaged)) throw error;
      yield error;
    }
  }
}

const UTF_8 = new TextDecoder();
