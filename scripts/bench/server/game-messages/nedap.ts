import { LINES } from '../generated-games.ts';
import {
  both,
  byMover,
  exchange,
  type GameExchanges,
  joinRelayPairByLine,
  type MeasuredProtocol,
  sendToBoth,
} from '../measured-protocol.ts';

const exchanges: GameExchanges = {
  startGame: (black, white) => [
    exchange([`GO ${black} ${LINES} ${white}\n`, ''], ['WAITING\n', '']),
    exchange(
      ['', `GO ${white} ${LINES} ${black}\n`],
      [`READY black ${white} ${LINES}\n`, `WAITING\nREADY white ${black} ${LINES}\n`],
    ),
  ],
  place: (stone) => [
    exchange(byMover(stone, `MOVE ${stone.x} ${stone.y}\n`, ''), both(`VALID ${stone.color} ${stone.x} ${stone.y}\n`)),
  ],
};

const protocol: MeasuredProtocol = {
  exchanges: () => exchanges,
  relayExchanges: {
    startGame: joinRelayPairByLine,
    place: (stone) => {
      const move = `MOVE ${stone.x} ${stone.y}\n`;
      return [exchange(byMover(stone, move, ''), both(move))];
    },
  },
  relay: sendToBoth,
  // The server does not answer PLAYER. It answers CANCEL without a seek.
  idle: (index) => `PLAYER idle${index}\nCANCEL\n`,
};

export { protocol };
