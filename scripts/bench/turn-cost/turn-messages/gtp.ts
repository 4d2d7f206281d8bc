import { type TurnMessages, vertex } from '../turn-messages.ts';

/** `genmove` seeks an opponent. White sends it at the start, because black moves first: black sends it after its first move. */
const messages: TurnMessages = {
  opening: (name) => ['boardsize 19', 'clear_board', ...(name.startsWith('b') ? ['genmove b'] : [])],
  place: (stone) =>
    stone.color === 'black' ? `play b ${vertex(stone)}\ngenmove w` : `play w ${vertex(stone)}\ngenmove b`,
};

export { messages };
