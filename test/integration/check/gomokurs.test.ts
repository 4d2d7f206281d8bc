import { type AlteredClient, saying, silentAbout } from '../../support/check/faulty-server.ts';
import { actions } from '../../support/check/line-conversions.ts';
import { eachIsFound, type PlantedFault } from '../../support/check/planted-faults.ts';

/** Passes a stone on that the honest server has refused. */
function turn({ last, others }: AlteredClient): string[] {
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
    fault: 'says START before anything is agreed',
    alteration: saying(/^COMPATIBLE$/, 'START 15'),
    breaks: ['PROTOCOL VERSION is answered by PROTOCOL COMPATIBLE'],
    hides: 'some',
  },
  {
    fault: 'tells each player another size',
    alteration: {
      told: (line, { others }) => [
        line === 'START 15' && others.length > 0 && others[0]?.heard.includes(line) ? 'START 19' : line,
      ],
    },
    breaks: ['START tells both players the same size'],
    hides: 'some',
  },
  {
    fault: 'tells no player to BEGIN',
    alteration: silentAbout(/^BEGIN$/),
    breaks: ['the game begins once both are READY', 'one player is told to BEGIN'],
    hides: 'some',
  },
  {
    fault: 'tells both to BEGIN',
    alteration: {
      told(line, { others }) {
        if (line === 'BEGIN') for (const other of others) other.tell(line);
        return [line];
      },
    },
    // Who is told it first, and is not the one whose stone is taken, can show nothing of what follows.
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
    fault: 'tells a stone to who played it, too',
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
    fault: 'passes on a stone that stands on another',
    alteration: {
      told: (line, client) => (line.startsWith('ERROR') && client.last === 'PLAY 3 2' ? turn(client) : [line]),
    },
    breaks: ['a stone on another is no TURN'],
  },
  {
    fault: 'passes on a stone that is off the board',
    alteration: {
      told: (line, client) => (line.startsWith('ERROR') && client.last === 'PLAY 15 0' ? turn(client) : [line]),
    },
    breaks: ['a stone off the board is no TURN'],
  },
  {
    fault: 'never ends',
    alteration: { ...silentAbout(/^END$/), closed: 'never' },
    breaks: WINS,
  },
  {
    fault: 'tells the winner alone of the end',
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
    fault: 'takes a MESSAGE for the move',
    alteration: { asked: (line) => [line.startsWith('MESSAGE') ? 'PLAY 7 7' : line] },
    breaks: ['a MESSAGE before a move costs nothing'],
  },
];

eachIsFound('gomokurs?size=15', FAULTS, actions('0.1.0'));

const RESULTS: readonly PlantedFault[] = [
  {
    fault: 'tells the loser of a victory',
    alteration: saying(/^RESULT loss$/, 'RESULT win'),
    breaks: [
      'a RESULT, if any, is win for the winner and loss for the other',
      'a RESULT, if any, is win for the second player, too',
    ],
  },
  {
    fault: 'tells a draw where a player has won',
    alteration: saying(/^RESULT win$/, 'RESULT draw'),
    breaks: [
      'a RESULT, if any, is win for the winner and loss for the other',
      'a RESULT, if any, is win for the second player, too',
    ],
  },
];

eachIsFound('gomokurs?size=15', RESULTS, actions('0.2.0'), { version: '0.2.0' });
