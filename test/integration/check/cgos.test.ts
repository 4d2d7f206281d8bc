import {
  type AlteredClient,
  dropClientLines,
  dropServerLines,
  replaceServerText,
} from '../../support/check/message-alteration.ts';
import { type PlantedFault, testPlantedFaults } from '../../support/check/planted-faults.ts';

const ANALYSES = [
  'the opponent is not told the analysis after a move',
  'an analysis that is no JSON does not cost the move',
];

/** Clauses that test what the server does after black's first move. */
const FIRST_MOVES = [
  'a move is told to the opponent, who is asked then',
  'a point may be written in small letters',
  'the last column and row are on the board',
  'a line before one is asked is no move',
  'pass is told to the opponent',
];

const LOSSES = [
  'taking a ko back at once loses the game',
  'a stone on another loses the game',
  'a stone below the board loses the game',
  'a stone beyond the last row loses the game',
  'suicide loses the game',
  'a line that is no move loses the game',
];

const isQuestionAfterMove = (line: string, { received }: AlteredClient): boolean =>
  line.startsWith('genmove') && (received.at(-1) ?? '').startsWith('play');

/** Whether the line is a move on a point where a stone stood before. */
const isPlayedBefore = (line: string, { received, sent }: AlteredClient, stone: string): boolean =>
  line.startsWith(`play b ${stone} `) && [...received, ...sent].some((each) => each.includes(stone));

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'sends a message before protocol',
    alteration: { serverLine: (line) => (line.startsWith('protocol') ? ['welcome', line] : [line]) },
    breaks: ['the server speaks first, by protocol'],
    hides: 'some',
  },
  {
    fault: 'sends empty lines',
    alteration: { serverLine: (line) => (line.startsWith('genmove') ? ['', line] : [line]) },
    breaks: ["setup goes to both, with white's name before black's", 'black is asked first, and has the time of setup'],
    hides: 'some',
  },
  {
    fault: 'does not answer a wrong reply to protocol by Error',
    alteration: { serverLine: (line, { lastLine }) => [lastLine === 'hello' ? 'username' : line] },
    breaks: ['another answer to protocol is an Error, and the end'],
  },
  {
    fault: 'does not hang up',
    alteration: { closes: 'never' },
    breaks: [
      'another answer to protocol is an Error, and the end',
      'a name with another character is an Error, and the end',
      'a wrong password is an Error, and the end',
      'quit is the end, at any time',
    ],
  },
  {
    fault: 'accepts every name',
    alteration: { serverLine: (line, { lastLine }) => [lastLine === 'knit!purl' ? 'password' : line] },
    breaks: ['a name with another character is an Error, and the end'],
  },
  {
    fault: 'accepts every password',
    alteration: { clientLine: (line) => [line === 'another-word' ? 'tengen-check' : line] },
    breaks: ['a wrong password is an Error, and the end'],
  },
  {
    fault: 'confirms a password',
    alteration: {
      clientLine(line, client) {
        if (line === 'tengen-check') client.send('Error: welcome');
        return [line];
      },
    },
    breaks: [
      'a password is not answered',
      'quit is the end, at any time',
      'of two connections with one name, one is closed',
      "setup goes to both, with white's name before black's",
    ],
    hides: 'some',
  },
  {
    fault: "writes black's name before white's in setup",
    alteration: { serverLine: (line) => [line.replace(/^(setup \d+ 9 \S+ \d+) (\S+) (\S+)/, '$1 $3 $2')] },
    breaks: ["setup goes to both, with white's name before black's", 'black is asked first, and has the time of setup'],
    hides: 'some',
  },
  {
    fault: 'gives black another time in genmove than in setup',
    alteration: replaceServerText(/^genmove b 300000$/, 'genmove b 290000'),
    breaks: ['black is asked first, and has the time of setup'],
    hides: 'some',
  },
  {
    fault: 'sends genmove to both players at once',
    alteration: {
      serverLine(line, { others }) {
        if (line === 'genmove b 300000') for (const other of others) other.send('genmove w 300000');
        return [line];
      },
    },
    breaks: [
      'black is asked first, and has the time of setup',
      ...FIRST_MOVES,
      'a stone below the board loses the game',
      'a stone beyond the last row loses the game',
      'a line that is no move loses the game',
      ...ANALYSES,
    ],
    hides: 'some',
  },
  {
    fault: 'sends a move without genmove for the next one',
    alteration: { serverLine: (line, client) => (isQuestionAfterMove(line, client) ? [] : [line]) },
    breaks: [...FIRST_MOVES, ...ANALYSES],
    hides: 'some',
  },
  {
    fault: 'counts rows from the top',
    alteration: {
      serverLine: (line) => [
        line.replace(/^(play . [A-J])(\d) /, (_all, column, row) => `${column}${10 - Number(row)} `),
      ],
    },
    breaks: [...FIRST_MOVES.slice(0, 4), ...ANALYSES],
    hides: 'some',
  },
  {
    fault: 'sends a move back to the player who made it',
    alteration: {
      serverLine(line, { others }) {
        if (line.startsWith('play b')) for (const other of others) other.send(line);
        return [line];
      },
    },
    breaks: [
      'the mover is told nothing of its own move',
      'the players move in turn',
      'the last column and row are on the board',
      'resign ends the game, for both',
      'a stone on another loses the game',
    ],
    hides: 'some',
  },
  {
    fault: 'continues the game after an illegal move',
    alteration: dropServerLines(/Illegal/),
    breaks: LOSSES,
  },
  {
    fault: 'names the loser as the winner after an illegal move',
    alteration: {
      serverLine: (line) => [line.replace(/([BW])\+Illegal/, (_all, side) => `${side === 'B' ? 'W' : 'B'}+Illegal`)],
    },
    breaks: LOSSES,
  },
  {
    fault: 'names the wrong player as the one who resigned',
    alteration: replaceServerText(/ B\+Resign/, ' W+Resign'),
    breaks: ['resign ends the game, for both', 'the end of an observed game is an update'],
    hides: 'some',
  },
  {
    fault: 'leaves captured stones on the board',
    alteration: {
      serverLine: (line, client) => [isPlayedBefore(line, client, 'A9') ? 'gameover 2026-11-22 W+Illegal' : line],
    },
    breaks: ['captured stones come off', 'a group of two stones comes off', 'two groups come off by one stone'],
    hides: 'some',
  },
  {
    fault: 'does not send the second pass to the opponent',
    alteration: {
      serverLine: (line, { sent }) => (line.startsWith('play b pass') && sent.includes('pass') ? [] : [line]),
    },
    breaks: ['the second pass is told, and then gameover to both'],
  },
  {
    fault: 'ends a game after two passes that are not consecutive',
    alteration: {
      serverLine: (line, { received }) =>
        line.startsWith('play b pass') && received.some((each) => each.startsWith('play b pass'))
          ? ['gameover 2026-11-22 W+7.0']
          : [line],
    },
    breaks: ['passes with a move between them do not end the game'],
  },
  {
    fault: 'lets black win whatever the score',
    alteration: replaceServerText(/^(gameover \S+) W\+(?=\d)/, '$1 B+'),
    breaks: ['the side with the larger area wins'],
  },
  {
    fault: 'does not pair clients again',
    alteration: dropClientLines(/^ready$/),
    breaks: ['after gameover, two who are ready play again'],
  },
  {
    fault: 'sends the analysis to the opponent',
    alteration: {
      serverLine: (line, { others }) => [
        line.startsWith('play') && others.some(({ lastLine }) => lastLine.includes('{'))
          ? `${line} {"winrate":0.4}`
          : line,
      ],
    },
    breaks: ANALYSES,
  },
  {
    fault: 'rejects a move with an incomplete analysis',
    alteration: { clientLine: (line) => [/\{"\w*$/.test(line) ? 'knit' : line] },
    breaks: ['an analysis that is no JSON does not cost the move'],
  },
  {
    fault: 'does not send the list of games to a viewer',
    alteration: dropServerLines(/^match /),
    breaks: ['a viewer is told the games that run, without signing in'],
  },
  {
    fault: 'sends the moves to a viewer without their times',
    alteration: replaceServerText(/^(setup \d+ - - .* \d+) C7 \d+ D6 \d+$/, '$1 C7 D6'),
    breaks: ['observe is answered by setup with the moves so far'],
  },
  {
    fault: 'sends no updates of an observed game to a viewer',
    alteration: dropServerLines(/^update /),
    breaks: ['each further move of an observed game is an update', 'the end of an observed game is an update'],
  },
  {
    fault: 'does not answer observe of a game that does not exist',
    alteration: dropServerLines(/^setup \d+ \?$/),
    breaks: ['observe of a game that is not there is answered by ?'],
  },
  {
    fault: 'does not send the moves to a player who reconnects',
    alteration: replaceServerText(/^(setup \d+ 9 \S+ \d+ \S+ \S+) .+$/, '$1'),
    breaks: ['who comes back is told the moves so far, and asked'],
  },
];

testPlantedFaults('cgos', FAULTS);
