import assert from 'node:assert/strict';
import type { GameState, ServerMessage } from '../../../src/protocols/api/server-message-schema.ts';
import type { Turn } from '../../../src/protocols/api/value-schemas.ts';

/** The first moves of long games, which the server sends before the state of the game. */
export class LongGameMoves {
  readonly #turns = new Map<number, readonly Turn[]>();

  take({ game, first, turns }: ServerMessage & { readonly kind: 'turns' }): void {
    const earlier = first === 0 ? [] : (this.#turns.get(game) ?? []);
    assert(earlier.length === first && turns.length > 0, 'turns are missing');
    this.#turns.set(game, [...earlier, ...turns]);
  }

  /** Returns the state of a game with all its moves. */
  complete({ earlier: count = 0, ...state }: GameState): GameState {
    const earlier = count === 0 ? [] : (this.#turns.get(state.game) ?? []);
    assert.equal(earlier.length, count, 'turns are missing');
    this.#turns.delete(state.game);
    return { ...state, turns: [...earlier, ...state.turns] };
  }
}
