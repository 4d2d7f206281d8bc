import { gomokursActions } from '../../support/check/line-conversions.ts';
import { type AlteredClient, dropServerLines, replaceServerText } from '../../support/check/message-alteration.ts';
import { type PlantedFault, testPlantedFaults } from '../../support/check/planted-faults.ts';

/** Sends a stone to the opponent although the correct server has refused it. */
function sendTurn({ lastLine, others }: AlteredClient): string[] {
  for (const other of others) other.send(lastLine.replace('PLAY', 'TURN'));
  return [];
}

const WINS = [
  'five in a row end the session, across',
  'five in a row end the session, down',
  'five in a row end the session, falling',
  'five in a row end the session, rising',
  "five in a row end the session, white's as well",
];

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'sends START before the version is agreed',
    alteration: replaceServerText(/^COMPATIBLE$/, 'START 15'),
    breaks: ['PROTOCOL VERSION is answered by PROTOCOL COMPATIBLE'],
    hides: 'some',
  },
  {
    fault: 'sends a different size to each player',
    alteration: {
      serverLine: (line, { others }) => [
        line === 'START 15' && others.length > 0 && others[0]?.received.includes(line) ? 'START 19' : line,
      ],
    },
    breaks: ['START tells both players the same size'],
    hides: 'some',
  },
  {
    fault: 'sends BEGIN to no player',
    alteration: dropServerLines(/^BEGIN$/),
    breaks: ['the game begins once both are READY', 'one player is told to BEGIN'],
    hides: 'some',
  },
  {
    fault: 'sends BEGIN to both players',
    alteration: {
      serverLine(line, { others }) {
        if (line === 'BEGIN') for (const other of others) other.send(line);
        return [line];
      },
    },
    // If the first player to receive BEGIN is not the one whose stone the server accepts, later clauses cannot be reached.
    breaks: [
      'the other player is not told to begin',
      'a PLAY is told to the other as TURN',
      'the players move in turn',
      'X and Y count from 0',
      'X and Y go to one less than the size',
      'X comes before Y',
      'a MESSAGE before a move costs nothing',
      'a DEBUG before a move costs nothing',
    ],
    hides: 'some',
  },
  {
    fault: 'sends a stone also to the player who played it',
    alteration: {
      serverLine(line, { others }) {
        if (line.startsWith('TURN')) for (const other of others) other.send(line);
        return [line];
      },
    },
    breaks: [
      'a PLAY is not told to its player',
      'the players move in turn',
      'X and Y count from 0',
      'X comes before Y',
      'a stone on another is no TURN',
    ],
    hides: 'some',
  },
  {
    fault: 'exchanges X and Y',
    alteration: replaceServerText(/^TURN (\d+) (\d+)$/, 'TURN $2 $1'),
    breaks: [
      'a PLAY is told to the other as TURN',
      'the players move in turn',
      'X and Y count from 0',
      'X comes before Y',
      'a MESSAGE before a move costs nothing',
      'a DEBUG before a move costs nothing',
    ],
    hides: 'some',
  },
  {
    fault: 'counts from 1',
    alteration: {
      serverLine: (line) => [
        line.replace(/^TURN (\d+) (\d+)$/, (_all, x, y) => `TURN ${Number(x) + 1} ${Number(y) + 1}`),
      ],
    },
    breaks: [
      'a PLAY is told to the other as TURN',
      'the players move in turn',
      'X and Y count from 0',
      'X and Y go to one less than the size',
      'X comes before Y',
      'a MESSAGE before a move costs nothing',
      'a DEBUG before a move costs nothing',
    ],
    hides: 'some',
  },
  {
    fault: 'sends a stone on an occupied point to the opponent',
    alteration: {
      serverLine: (line, client) =>
        line.startsWith('ERROR') && client.lastLine === 'PLAY 3 2' ? sendTurn(client) : [line],
    },
    breaks: ['a stone on another is no TURN'],
  },
  {
    fault: 'sends a stone off the board to the opponent',
    alteration: {
      serverLine: (line, client) =>
        line.startsWith('ERROR') && client.lastLine === 'PLAY 15 0' ? sendTurn(client) : [line],
    },
    breaks: ['a stone off the board is no TURN'],
  },
  {
    fault: 'never ends the game',
    alteration: { ...dropServerLines(/^END$/), closes: 'never' },
    breaks: WINS,
  },
  {
    fault: 'sends END only to the winner',
    alteration: {
      serverLine: (line, { lastLine, received }) =>
        line === 'END' &&
        received.at(-1)?.replace('TURN', 'PLAY') !== lastLine &&
        /TURN (?:4 1|1 4|4 4|4 0)/.test(received.at(-1) ?? '')
          ? []
          : [line],
      closes: 'never',
    },
    breaks: WINS,
  },
  {
    fault: 'ends with four in a row',
    alteration: {
      serverLine(line, { others }) {
        if (line !== 'TURN 4 1') return [line];
        for (const other of others) other.send('END');
        return ['END'];
      },
    },
    breaks: ['four in a row end nothing'],
    hides: 'some',
  },
  {
    fault: 'treats a MESSAGE as a move',
    alteration: { clientLine: (line) => [line.startsWith('MESSAGE') ? 'PLAY 7 7' : line] },
    breaks: ['a MESSAGE before a move costs nothing'],
  },
];

testPlantedFaults('gomokurs?size=15', FAULTS, gomokursActions('0.1.0'));

const RESULTS: readonly PlantedFault[] = [
  {
    fault: 'reports a victory to the loser',
    alteration: replaceServerText(/^RESULT loss$/, 'RESULT win'),
    breaks: [
      'a RESULT, if any, is win for the winner and loss for the other',
      'a RESULT, if any, is win for the second player, too',
    ],
  },
  {
    fault: 'reports a draw to the winner',
    alteration: replaceServerText(/^RESULT win$/, 'RESULT draw'),
    breaks: [
      'a RESULT, if any, is win for the winner and loss for the other',
      'a RESULT, if any, is win for the second player, too',
    ],
  },
];

testPlantedFaults('gomokurs?size=15', RESULTS, gomokursActions('0.2.0'), { version: '0.2.0' });
