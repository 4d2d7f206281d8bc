import { type TurnMessages, vertex } from '../turn-messages.ts';

/** White asks first, and so waits for an opponent; black makes its first move before it asks. */
const words: TurnMessages = {
  opening: (name) => ['boardsize 19', 'clear_board', ...(name.startsWith('b') ? ['genmove b'] : [])],
  place: (stone) =>
    stone.color === 'black' ? `play b ${vertex(stone)}\ngenmove w` : `play w ${vertex(stone)}\ngenmove b`,
};

export { words };
