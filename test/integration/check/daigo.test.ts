import { type AlteredClient, replaceServerText, TEXT_LINES } from '../../support/check/message-alteration.ts';
import { type PlantedFault, testPlantedFaults } from '../../support/check/planted-faults.ts';

/** Whether the client's last line is a stone on a point where its opponent's stone stood before. */
const isOpponentsPoint = ({ lastLine, received }: AlteredClient, stone: string): boolean =>
  lastLine === stone && received.includes(stone);

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'accepts a name that another client has',
    alteration: replaceServerText(/^ERROR 8$/, 'OK'),
    breaks: ['a name that is taken is error 8'],
    hides: 'some',
  },
  {
    fault: 'answers a second HELO as if its name were taken',
    alteration: replaceServerText(/^ERROR 7$/, 'ERROR 8'),
    breaks: ['a second HELO is error 7'],
  },
  {
    fault: 'reports a move out of turn as an invalid move',
    alteration: replaceServerText(/^ERROR 4$/, 'ERROR 5'),
    breaks: ['STONE out of turn is error 4', 'PASS out of turn is error 4', 'FORFEIT out of turn is error 4'],
  },
  {
    fault: 'answers a client without HELO by another error',
    alteration: replaceServerText(/^ERROR 1$/, 'ERROR 2'),
    breaks: ['CREATE before HELO is error 1', 'LIST before HELO is error 1', 'JOIN before HELO is error 1'],
  },
  {
    fault: 'lists games that are full',
    alteration: {
      serverLine: (line, { others }) => [
        /^GAMES/.test(line) ? `GAMES ${others.map(({ sent }) => sent[0]?.slice(5)).join(' ')}` : line,
      ],
    },
    breaks: ['LIST does not name a player in a game'],
  },
  {
    fault: 'sends START to both players',
    alteration: {
      serverLine: (line, { lastLine }) => [lastLine === 'PLAY' ? line.replace(/^WAIT (?=.)/, 'START ') : line],
    },
    breaks: ["PLAY is START for black and WAIT for white, with the other's name"],
    hides: 'some',
  },
  {
    fault: 'sends a stone with its column and row exchanged',
    alteration: replaceServerText(/^STONE (\d+) (\d+)$/, 'STONE $2 $1'),
    breaks: ["PLAY tells the other's stone", 'the players move in turn'],
    hides: 'some',
  },
  {
    fault: 'sends a column that is too large by 1',
    alteration: { serverLine: (line) => [line.replace(/^STONE (\d+)/, (_all, x) => `STONE ${Number(x) + 1}`)] },
    breaks: ["PLAY tells the other's stone"],
    hides: 'some',
  },
  {
    fault: 'does not send a pass to the opponent',
    alteration: {
      serverLine: (line, { lastLine }) => (line === 'PASS' && lastLine === 'PLAY' ? ['WAIT somebody'] : [line]),
    },
    breaks: ["PLAY tells the other's pass"],
    hides: 'some',
  },
  {
    fault: 'allows a ko to be taken back at once',
    alteration: {
      serverLine: (line, { lastLine }) => [line === 'ERROR 5' && lastLine === 'STONE 2 2' ? 'OK' : line],
    },
    breaks: ['STONE on another is error 5', 'taking a ko back at once is error 5'],
    hides: 'some',
  },
  {
    fault: 'leaves captured stones on the board',
    alteration: {
      serverLine: (line, client) => [line === 'OK' && isOpponentsPoint(client, 'STONE 3 3') ? 'ERROR 5' : line],
    },
    breaks: ['captured stones come off', 'a group of two stones comes off', 'two groups come off by one stone'],
  },
  {
    fault: 'has a board without a lower edge',
    alteration: { serverLine: (line, { lastLine }) => [/ 10$/.test(lastLine) ? 'OK' : line] },
    breaks: ['STONE below the board is error 5'],
  },
  {
    fault: 'exchanges winner and loser',
    alteration: {
      serverLine: (line) => [line.replace(/^RESULT (-?)1$/, (_all, minus) => `RESULT ${minus === '' ? '-' : ''}1`)],
    },
    breaks: ['PLAY tells a victory', 'PLAY tells a defeat', "PLAY tells white's victory by points to both"],
  },
  {
    fault: 'does not send that the opponent gave up',
    alteration: replaceServerText(/^FORFEIT$/, 'DISCONNECT'),
    breaks: ['PLAY tells that the other gave up'],
  },
  {
    fault: 'sends a move to the opponent who has not asked by PLAY',
    alteration: {
      serverLine(line, { lastLine, others }) {
        if (line === 'OK' && lastLine.startsWith('STONE')) for (const other of others) other.send(lastLine);
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
    alteration: { serverLine: (line) => (line === 'ERROR -1' ? [] : [line]) },
    breaks: ['an unknown message is error -1'],
  },
  {
    fault: 'removes only one stone of a captured group',
    alteration: {
      serverLine: (line, client) => [line === 'OK' && isOpponentsPoint(client, 'STONE 4 3') ? 'ERROR 5' : line],
    },
    breaks: ['a group of two stones comes off'],
  },
  {
    fault: 'removes only one of two captured groups',
    alteration: {
      serverLine: (line, client) => [line === 'OK' && isOpponentsPoint(client, 'STONE 5 3') ? 'ERROR 5' : line],
    },
    breaks: ['two groups come off by one stone'],
  },
  {
    fault: 'ends a game after two passes that are not consecutive',
    alteration: {
      serverLine: (line, { received }) => [line === 'PASS' && received.includes(line) ? 'RESULT 1' : line],
    },
    breaks: ['passes with a stone between them do not end the game'],
  },
  {
    fault: 'reports a defeat of white, who has more points',
    alteration: {
      serverLine: (line, { sent }) => [line === 'RESULT 1' && sent.includes('STONE 3 2') ? 'RESULT -1' : line],
    },
    breaks: ["PLAY tells white's victory by points to both"],
  },
  {
    fault: 'reports a draw as a victory',
    alteration: replaceServerText(/^RESULT 0$/, 'RESULT 1'),
    breaks: ['PLAY tells a draw to both'],
  },
];

testPlantedFaults('daigo?komi=0', FAULTS, TEXT_LINES, { size: '9' });

// Without a size, the check can only use stones that are off every board.
testPlantedFaults('daigo?komi=0', [
  {
    fault: 'has a board without edges',
    alteration: { serverLine: (line, { lastLine }) => [/ 1\d\d\d$| 1\d\d\d /.test(lastLine) ? 'OK' : line] },
    breaks: ['STONE off the board is error 5', 'STONE below the board is error 5'],
  },
]);
