import { type AlteredClient, dropServerLines, replaceServerText } from '../../support/check/message-alteration.ts';
import { type PlantedFault, testPlantedFaults } from '../../support/check/planted-faults.ts';

function sendToAll({ others }: AlteredClient, line: string): string[] {
  for (const other of others) other.send(line);
  return [line];
}

/** Whether the line is a black stone on a point where a white stone stood before. */
const isWhitesPoint = (line: string, { received }: AlteredClient, point: string): boolean =>
  line === `VALID black ${point}` && received.includes(`VALID white ${point}`);

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'does not send WAITING',
    alteration: dropServerLines(/^WAITING$/),
    breaks: ['GO is answered by WAITING'],
  },
  {
    fault: 'sends both players that they are white',
    alteration: replaceServerText(/^READY black/, 'READY white'),
    breaks: ['two GO for one size are READY: colour, opponent, size'],
    hides: 'some',
  },
  {
    fault: 'pairs players with any opponent',
    alteration: { clientLine: (line) => [line.replace(/^(GO \w+ \d+) \w+$/, '$1')] },
    breaks: ['a player who names an opponent meets no other'],
  },
  {
    fault: 'does not support boards of size 131',
    alteration: { clientLine: (line) => [line.replace(/ 131$/, ' 133')] },
    breaks: ['a board may have 131 lines'],
  },
  {
    fault: 'keeps the seek of a player who has sent CANCEL',
    alteration: { clientLine: (line) => (line === 'CANCEL' ? [] : [line]) },
    breaks: ['a player who has said CANCEL is not met any more'],
  },
  {
    fault: 'sends a stone only to the player who placed it',
    alteration: {
      serverLine: (line, { lastLine }) => (line.startsWith('VALID') && !lastLine.startsWith('MOVE') ? [] : [line]),
    },
    breaks: ['a valid move is VALID to both', 'an unknown keyword costs nothing'],
    hides: 'some',
  },
  {
    fault: 'confuses the colours of the stones',
    alteration: replaceServerText(/^VALID black/, 'VALID white'),
    breaks: ['a valid move is VALID to both', 'an unknown keyword costs nothing'],
    hides: 'some',
  },
  {
    fault: 'lets a player continue after an invalid move',
    alteration: {
      closes: 'never',
      clientLine(line, client) {
        const isOut = client.received.some((each) => each.startsWith('INVALID'));
        if (isOut && line === 'MOVE 2 2') client.send('VALID black 2 2');
        return [line];
      },
    },
    breaks: ['a player is out after INVALID'],
  },
  {
    fault: 'sends nothing to the opponent of a removed player',
    alteration: { serverLine: (line) => (/^END 0.0 81.0$/.test(line) ? [] : [line]) },
    breaks: ['the opponent is told END after INVALID', 'TABLEFLIP ENDs the game, for both'],
  },
  {
    fault: 'allows a ko to be taken back at once',
    alteration: {
      serverLine: (line, { lastLine }) => [
        line.startsWith('INVALID') && lastLine === 'MOVE 2 2' ? 'VALID white 2 2' : line,
      ],
    },
    breaks: ['a stone on another is INVALID', 'taking a ko back at once is INVALID'],
  },
  {
    fault: 'compares the position only with the previous one',
    alteration: {
      serverLine: (line, { lastLine }) => [
        line.startsWith('INVALID') && lastLine === 'MOVE 3 2' ? 'VALID black 3 2' : line,
      ],
    },
    breaks: ['ko looks back over several moves'],
  },
  {
    fault: 'leaves captured stones on the board',
    alteration: {
      serverLine: (line, client) => [isWhitesPoint(line, client, '3 3') ? 'INVALID occupied' : line],
    },
    breaks: ['captured stones come off', 'a group of two stones comes off', 'two groups come off by one stone'],
  },
  {
    fault: 'does not confirm a pass',
    alteration: dropServerLines(/^PASSED/),
    breaks: ['PASS is PASSED to both'],
    hides: 'some',
  },
  {
    fault: 'gives white a komi',
    alteration: {
      serverLine: (line) => [
        line.replace(/^(END (?!0.0 81|81).* )(\d+).0$/, (_all, rest, white) => `${rest}${white}.5`),
      ],
    },
    breaks: [
      'END tells areas; one on both colours counts for neither',
      'END tells that white has more',
      'END tells a draw: there is no komi',
    ],
  },
  {
    fault: 'names the player who flips the table as the winner',
    alteration: {
      serverLine: (line) => [
        line.replace(/^TABLEFLIPPED (\w+)/, (_all, who) => `TABLEFLIPPED ${who === 'black' ? 'white' : 'black'}`),
      ],
    },
    breaks: ['TABLEFLIP is TABLEFLIPPED to both'],
    hides: 'some',
  },
  {
    fault: 'never ends a game',
    alteration: dropServerLines(/^END/),
    breaks: [
      'the opponent is told END after INVALID',
      'two passes END the game',
      'one stone owns the board',
      'END tells areas; one on both colours counts for neither',
      'END tells that white has more',
      'END tells a draw: there is no komi',
      'TABLEFLIP ENDs the game, for both',
    ],
  },
  {
    fault: 'removes a player for an unknown keyword',
    alteration: { clientLine: (line) => [line.replace(/^KNIT.*/, 'MOVE -1 -1')] },
    breaks: ['an unknown keyword costs nothing'],
  },
  {
    fault: 'accepts a stone out of turn',
    alteration: {
      serverLine: (line, client) =>
        line.startsWith('WARNING') && client.lastLine === 'MOVE 2 2' ? sendToAll(client, 'VALID white 2 2') : [line],
    },
    breaks: ['a MOVE out of turn is not VALID'],
  },
  {
    fault: 'accepts a pass out of turn',
    alteration: {
      serverLine: (line, client) =>
        line.startsWith('WARNING') && client.lastLine === 'PASS white' ? sendToAll(client, 'PASSED white') : [line],
    },
    breaks: ['PASS out of turn is not PASSED'],
  },
  {
    fault: 'removes only one stone of a captured group',
    alteration: { serverLine: (line, client) => [isWhitesPoint(line, client, '4 3') ? 'INVALID occupied' : line] },
    breaks: ['a group of two stones comes off'],
  },
  {
    fault: 'removes only one of two captured groups',
    alteration: { serverLine: (line, client) => [isWhitesPoint(line, client, '5 3') ? 'INVALID occupied' : line] },
    breaks: ['two groups come off by one stone'],
  },
  {
    fault: 'ends a game after two passes that are not consecutive',
    alteration: {
      serverLine: (line, { received }) =>
        line.startsWith('PASSED') && received.includes(line) && received.at(-1)?.startsWith('VALID')
          ? [line, 'END 0.0 81.0']
          : [line],
    },
    breaks: ['passes with a stone between them do not end the game'],
  },
  {
    fault: 'sends the larger score first',
    alteration: replaceServerText(/^END 4.0 5.0$/, 'END 5.0 4.0'),
    breaks: ['END tells that white has more'],
  },
  {
    fault: 'reports a draw as a victory',
    alteration: replaceServerText(/^END 1.0 1.0$/, 'END 1.0 1.5'),
    breaks: ['END tells a draw: there is no komi'],
  },
];

testPlantedFaults('nedap', FAULTS);
