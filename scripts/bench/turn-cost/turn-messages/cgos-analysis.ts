import { LINES } from '../../server/generated-games.ts';
import { type TurnMessages, vertex } from '../turn-messages.ts';

/** About as long as an engine's analysis with six candidate moves. */
const ANALYSIS = JSON.stringify({
  winrate: 0.5123,
  score: 1.25,
  visits: 800,
  moves: ['D4', 'Q16', 'C3', 'R17', 'K10', 'pass'].map((move) => ({
    move,
    winrate: 0.5,
    visits: 100,
    pv: 'D4 Q16 C3 R17 K10',
  })),
});

const messages: TurnMessages = {
  settings: `size=${LINES}&time=100000`,
  opening: (name) => ['e1 bench genmove_analyze', name, 'password'],
  place: (stone) => `${vertex(stone)} ${ANALYSIS}`,
};

export { messages };
