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

const exchanges = (lines: number): GameExchanges => ({
  startGame: (black, white) => [
    // The refusal of a move without a game shows that the seek before it is stored. Otherwise, with two nodes, white's seek could
    // arrive first.
    exchange(
      [`CORE.HELLO~${black}\nCORE.NEWGAME~${lines}\nCORE.MOVE~0\n`, ''],
      ['CORE.HELLO\nCORE.ERROR~PROTOCOL~CORE.MOVE~0\n', ''],
    ),
    exchange(['', `CORE.HELLO~${white}\n`], ['', 'CORE.HELLO\n']),
    exchange(
      ['', `CORE.NEWGAME~${lines}\n`],
      [`CORE.MATCH~BLACK~${lines}~${white}\n`, `CORE.MATCH~WHITE~${lines}~${black}\n`],
    ),
  ],
  place: (stone) => {
    const move = `CORE.MOVE~${stone.y * lines + stone.x}\n`;
    return [exchange(byMover(stone, move, ''), both(move))];
  },
});

const protocol: MeasuredProtocol = {
  choosesBoard: true,
  exchanges,
  relayExchanges: { startGame: joinRelayPairByLine, place: exchanges(LINES).place },
  relay: sendToBoth,
  idle: (index) => `CORE.HELLO~idle${index}\n`,
};

export { protocol };
