import { LINES } from '../generated-games.ts';
import {
  both,
  byLine,
  byMover,
  type GameExchanges,
  type MeasuredProtocol,
  step,
  tellBoth,
} from '../measured-protocol.ts';

const dialect: GameExchanges = {
  sitDown: (black, white) => [
    step([`GO ${black} ${LINES} ${white}\n`, ''], ['WAITING\n', '']),
    step(
      ['', `GO ${white} ${LINES} ${black}\n`],
      [`READY black ${white} ${LINES}\n`, `WAITING\nREADY white ${black} ${LINES}\n`],
    ),
  ],
  place: (stone) => [
    step(byMover(stone, `MOVE ${stone.x} ${stone.y}\n`, ''), both(`VALID ${stone.color} ${stone.x} ${stone.y}\n`)),
  ],
};

const protocol: MeasuredProtocol = {
  dialect: () => dialect,
  relayed: {
    sitDown: byLine,
    place: (stone) => {
      const move = `MOVE ${stone.x} ${stone.y}\n`;
      return [step(byMover(stone, move, ''), both(move))];
    },
  },
  relay: tellBoth,
  // A name alone is not answered, a goodbye to nothing is.
  idle: (index) => `PLAYER idle${index}\nCANCEL\n`,
};

export { protocol };
