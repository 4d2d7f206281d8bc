import type { GameState, ServerMessage } from '../../protocols/api/message.ts';
import type { Turn } from '../../protocols/api/values.ts';
import type { Result } from '../../result.ts';
import { makeSgf } from '../../rules/records/sgf.ts';
import { recordOf } from './game-record.ts';

/** The lines that a spectator is told of a running game: `turns` where it is long, and `game`. */
export type GameLines = readonly string[];

/** The game that these lines tell of, with every turn; undefined where there is none. */
export function gameOf(lines: GameLines): GameState | undefined {
  let earlier: Turn[] = [];
  for (const line of lines) {
    const message: ServerMessage = JSON.parse(line);
    if (message.kind === 'turns') earlier = [...earlier.slice(0, message.first), ...message.turns];
    else if (message.kind === 'game') return withEarlier(earlier, message.state);
  }
  return undefined;
}

const withEarlier = (turns: readonly Turn[], { earlier, ...state }: GameState): GameState =>
  earlier === undefined ? state : { ...state, turns: [...turns.slice(0, earlier), ...state.turns] };

/** A running game in SGF, as far as it has come. The problem: its board is larger than SGF can write. */
export const sgfOf = (game: GameState, version: string): Result<string> =>
  makeSgf({ ...recordOf(game), application: { name: 'Tengen', version } });
