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

const dialect = (lines: number): GameExchanges => ({
  sitDown: (black, white) => [
    // A move without a game is refused after the seek before it is stored: of two nodes, the other one may be faster.
    step(
      [`CORE.HELLO~${black}\nCORE.NEWGAME~${lines}\nCORE.MOVE~0\n`, ''],
      ['CORE.HELLO\nCORE.ERROR~PROTOCOL~CORE.MOVE~0\n', ''],
    ),
    step(['', `CORE.HELLO~${white}\n`], ['', 'CORE.HELLO\n']),
    step(
      ['', `CORE.NEWGAME~${lines}\n`],
      [`CORE.MATCH~BLACK~${lines}~${white}\n`, `CORE.MATCH~WHITE~${lines}~${black}\n`],
    ),
  ],
  place: (stone) => {
    const move = `CORE.MOVE~${stone.y * lines + stone.x}\n`;
    return [step(byMover(stone, move, ''), both(move))];
  },
});

const protocol: MeasuredProtocol = {
  choosesBoard: true,
  dialect,
  relayed: { sitDown: byLine, place: dialect(LINES).place },
  relay: tellBoth,
  idle: (index) => `CORE.HELLO~idle${index}\n`,
};

export { protocol };
