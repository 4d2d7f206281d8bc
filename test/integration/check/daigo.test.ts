import { type AlteredClient, saying, TEXT } from '../../support/check/faulty-server.ts';
import { eachIsFound, type PlantedFault } from '../../support/check/planted-faults.ts';

/** Whether the client's last line is a stone on a point where its opponent's stone stood before. */
const isOpponentsPoint = ({ last, heard }: AlteredClient, stone: string): boolean =>
  last === stone && heard.includes(stone);

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'accepts a name that another client has',
    alteration: saying(/^ERROR 8$/, 'OK'),
    breaks: ['a name that is taken is error 8'],
    hides: 'some',
  },
  {
    fault: 'answers a second HELO as if its name were taken',
    alteration: saying(/^ERROR 7$/, 'ERROR 8'),
    breaks: ['a second HELO is error 7'],
  },
  {
    fault: 'reports a move out of turn as an invalid move',
    alteration: saying(/^ERROR 4$/, 'ERROR 5'),
    breaks: ['STONE out of turn is error 4', 'PASS out of turn is error 4', 'FORFEIT out of turn is error 4'],
  },
  {
    fault: 'answers a client without HELO by another error',
    alteration: saying(/^ERROR 1$/, 'ERROR 2'),
    breaks: ['CREATE before HELO is error 1', 'LIST before HELO is error 1', 'JOIN before HELO is error 1'],
  },
  {
    fault: 'lists games that are full',
    alteration: {
      told: (line, { others }) => [
        /^GAMES/.test(line) ? `GAMES ${others.map(({ said }) => said[0]?.slice(5)).join(' ')}` : line,
      ],
    },
    breaks: ['LIST does not name a player in a game'],
  },
  {
    fault: 'sends START to both players',
    alteration: { told: (line, { last }) => [last === 'PLAY' ? line.replace(/^WAIT (?=.)/, 'START ') : line] },
    breaks: ["PLAY is START for black and WAIT for white, with the other's name"],
    hides: 'some',
  },
  {
    fault: 'sends a stone with its column and row exchanged',
    alteration: saying(/^STONE (\d+) (\d+)$/, 'STONE $2 $1'),
    breaks: ["PLAY tells the other's stone", 'the players move in turn'],
    hides: 'some',
  },
  {
    fault: 'sends a column that is too large by 1',
    alteration: { told: (line) => [line.replace(/^STONE (\d+)/, (_all, x) => `STONE ${Number(x) + 1}`)] },
    breaks: ["PLAY tells the other's stone"],
    hides: 'some',
  },
  {
    fault: 'does not send a pass to the opponent',
    alteration: { told: (line, { last }) => (line === 'PASS' && last === 'PLAY' ? ['WAIT somebody'] : [line]) },
    breaks: ["PLAY tells the other's pass"],
    hides: 'some',
  },
  {
    fault: 'allows a ko to be taken back at once',
    alteration: { told: (line, { last }) => [line === 'ERROR 5' && last === 'STONE 2 2' ? 'OK' : line] },
    breaks: ['STONE on another is error 5', 'taking a ko back at once is error 5'],
    hides: 'some',
  },
  {
    fault: 'leaves captured stones on the board',
    alteration: {
      told: (line, client) => [line === 'OK' && isOpponentsPoint(client, 'STONE 3 3') ? 'ERROR 5' : line],
    },
    breaks: ['captured stones come off', 'a group of two stones comes off', 'two groups come off by one stone'],
  },
  {
    fault: 'has a board without a lower edge',
    alteration: { told: (line, { last }) => [/ 10$/.test(last) ? 'OK' : line] },
    breaks: ['STONE below the board is error 5'],
  },
  {
    fault: 'exchanges winner and loser',
    alteration: {
      told: (line) => [line.replace(/^RESULT (-?)1$/, (_all, minus) => `RESULT ${minus === '' ? '-' : ''}1`)],
    },
    breaks: ['PLAY tells a victory', 'PLAY tells a defeat', "PLAY tells white's victory by points to both"],
  },
  {
    fault: 'does not send that the opponent gave up',
    alteration: saying(/^FORFEIT$/, 'DISCONNECT'),
    breaks: ['PLAY tells that the other gave up'],
  },
  {
    fault: 'sends a move to the opponent who has not asked by PLAY',
    alteration: {
      told(line, { last, others }) {
        if (line === 'OK' && last.startsWith('STONE')) for (const other of others) other.tell(last);
        return [line];
      },
    },
    breaks: [
      'the players move in turn',
      'STONE on another is error 5',
      'passes with a stone between them do not end the game',
      'a client is told nothing unasked',
    ],
    hides: 'some',
  },
  {
    fault: 'does not answer an unknown message',
    alteration: { told: (line) => (line === 'ERROR -1' ? [] : [line]) },
    breaks: ['an unknown message is error -1'],
  },
  {
    fault: 'removes only one stone of a captured group',
    alteration: { told: (line, client) => [line === 'OK' && isOpponentsPoint(client, 'STONE 4 3') ? 'ERROR 5' : line] },
    breaks: ['a group of two stones comes off'],
  },
  {
    fault: 'removes only one of two captured groups',
    alteration: { told: (line, client) => [line === 'OK' && isOpponentsPoint(client, 'STONE 5 3') ? 'ERROR 5' : line] },
    breaks: ['two groups come off by one stone'],
  },
  {
    fault: 'ends a game after two passes that are not consecutive',
    alteration: { told: (line, { heard }) => [line === 'PASS' && heard.includes(line) ? 'RESULT 1' : line] },
    breaks: ['passes with a stone between them do not end the game'],
  },
  {
    fault: 'reports a defeat of white, who has more points',
    alteration: { told: (line, { said }) => [line === 'RESULT 1' && said.includes('STONE 3 2') ? 'RESULT -1' : line] },
    breaks: ["PLAY tells white's victory by points to both"],
  },
  {
    fault: 'reports a draw as a victory',
    alteration: saying(/^RESULT 0$/, 'RESULT 1'),
    breaks: ['PLAY tells a draw to both'],
  },
];

eachIsFound('daigo?komi=0', FAULTS, TEXT, { size: '9' });

// Without a size, the check can only use stones that are off every board.
eachIsFound('daigo?komi=0', [
  {
    fault: 'has a board without edges',
    alteration: { told: (line, { last }) => [/ 1\d\d\d$| 1\d\d\d /.test(last) ? 'OK' : line] },
    breaks: ['STONE off the board is error 5', 'STONE below the board is error 5'],
  },
]);
