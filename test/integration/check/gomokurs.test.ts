import { type AlteredClient, saying, silentAbout } from '../../support/check/faulty-server.ts';
import { actions } from '../../support/check/line-conversions.ts';
import { eachIsFound, type PlantedFault } from '../../support/check/planted-faults.ts';

/** Sends a stone to the opponent although the correct server has refused it. */
function sendTurn({ last, others }: AlteredClient): string[] {
  for (const other of others) other.tell(last.replace('PLAY', 'TURN'));
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
    alteration: saying(/^COMPATIBLE$/, 'START 15'),
    breaks: ['PROTOCOL VERSION is answered by PROTOCOL COMPATIBLE'],
    hides: 'some',
  },
  {
    fault: 'sends a different size to each player',
    alteration: {
      told: (line, { others }) => [
        line === 'START 15' && others.length > 0 && others[0]?.heard.includes(line) ? 'START 19' : line,
      ],
    },
    breaks: ['START tells both players the same size'],
    hides: 'some',
  },
  {
    fault: 'sends BEGIN to no player',
    alteration: silentAbout(/^BEGIN$/),
    breaks: ['the game begins once both are READY', 'one player is told to BEGIN'],
    hides: 'some',
  },
  {
    fault: 'sends BEGIN to both players',
    alteration: {
      told(line, { others }) {
        if (line === 'BEGIN') for (const other of others) other.tell(line);
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
      told(line, { others }) {
        if (line.startsWith('TURN')) for (const other of others) other.tell(line);
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
    alteration: saying(/^TURN (\d+) (\d+)$/, 'TURN $2 $1'),
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
      told: (line) => [line.replace(/^TURN (\d+) (\d+)$/, (_all, x, y) => `TURN ${Number(x) + 1} ${Number(y) + 1}`)],
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
      told: (line, client) => (line.startsWith('ERROR') && client.last === 'PLAY 3 2' ? sendTurn(client) : [line]),
    },
    breaks: ['a stone on another is no TURN'],
  },
  {
    fault: 'sends a stone off the board to the opponent',
    alteration: {
      told: (line, client) => (line.startsWith('ERROR') && client.last === 'PLAY 15 0' ? sendTurn(client) : [line]),
    },
    breaks: ['a stone off the board is no TURN'],
  },
  {
    fault: 'never ends the game',
    alteration: { ...silentAbout(/^END$/), closed: 'never' },
    breaks: WINS,
  },
  {
    fault: 'sends END only to the winner',
    alteration: {
      told: (line, { last, heard }) =>
        line === 'END' &&
        heard.at(-1)?.replace('TURN', 'PLAY') !== last &&
        /TURN (?:4 1|1 4|4 4|4 0)/.test(heard.at(-1) ?? '')
          ? []
          : [line],
      closed: 'never',
    },
    breaks: WINS,
  },
  {
    fault: 'ends with four in a row',
    alteration: {
      told(line, { others }) {
        if (line !== 'TURN 4 1') return [line];
        for (const other of others) other.tell('END');
        return ['END'];
      },
    },
    breaks: ['four in a row end nothing'],
    hides: 'some',
  },
  {
    fault: 'treats a MESSAGE as a move',
    alteration: { asked: (line) => [line.startsWith('MESSAGE') ? 'PLAY 7 7' : line] },
    breaks: ['a MESSAGE before a move costs nothing'],
  },
];

eachIsFound('gomokurs?size=15', FAULTS, actions('0.1.0'));

const RESULTS: readonly PlantedFault[] = [
  {
    fault: 'reports a victory to the loser',
    alteration: saying(/^RESULT loss$/, 'RESULT win'),
    breaks: [
      'a RESULT, if any, is win for the winner and loss for the other',
      'a RESULT, if any, is win for the second player, too',
    ],
  },
  {
    fault: 'reports a draw to the winner',
    alteration: saying(/^RESULT win$/, 'RESULT draw'),
    breaks: [
      'a RESULT, if any, is win for the winner and loss for the other',
      'a RESULT, if any, is win for the second player, too',
    ],
  },
];

eachIsFound('gomokurs?size=15', RESULTS, actions('0.2.0'), { version: '0.2.0' });
