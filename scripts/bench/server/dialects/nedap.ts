import { both, byLine, byMover, type Dialect, type MeasuredProtocol, step, tellBoth } from '../dialect.ts';
import { LINES } from '../recorded.ts';

const dialect: Dialect = {
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
