import { type AlteredClient, saying, silentAbout } from '../../support/check/faulty-server.ts';
import { eachIsFound, type PlantedFault } from '../../support/check/planted-faults.ts';

function toAll({ others }: AlteredClient, line: string): string[] {
  for (const other of others) other.tell(line);
  return [line];
}

/** Where a stone of white's has stood. */
const isAgain = (line: string, { heard }: AlteredClient, point: string): boolean =>
  line === `VALID black ${point}` && heard.includes(`VALID white ${point}`);

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'does not say that one waits',
    alteration: silentAbout(/^WAITING$/),
    breaks: ['GO is answered by WAITING'],
  },
  {
    fault: 'tells both that they are white',
    alteration: saying(/^READY black/, 'READY white'),
    breaks: ['two GO for one size are READY: colour, opponent, size'],
    hides: 'some',
  },
  {
    fault: 'pairs players with any opponent',
    alteration: { asked: (line) => [line.replace(/^(GO \w+ \d+) \w+$/, '$1')] },
    breaks: ['a player who names an opponent meets no other'],
  },
  {
    fault: 'has no boards of 131 lines',
    alteration: { asked: (line) => [line.replace(/ 131$/, ' 133')] },
    breaks: ['a board may have 131 lines'],
  },
  {
    fault: 'goes on waiting for who has said CANCEL',
    alteration: { asked: (line) => (line === 'CANCEL' ? [] : [line]) },
    breaks: ['a player who has said CANCEL is not met any more'],
  },
  {
    fault: 'tells a stone to who placed it only',
    alteration: { told: (line, { last }) => (line.startsWith('VALID') && !last.startsWith('MOVE') ? [] : [line]) },
    breaks: ['a valid move is VALID to both', 'an unknown keyword costs nothing'],
    hides: 'some',
  },
  {
    fault: 'confuses the colours of the stones',
    alteration: saying(/^VALID black/, 'VALID white'),
    breaks: ['a valid move is VALID to both', 'an unknown keyword costs nothing'],
    hides: 'some',
  },
  {
    fault: 'lets who made an invalid move play on',
    alteration: {
      closed: 'never',
      asked(line, client) {
        const isOut = client.heard.some((each) => each.startsWith('INVALID'));
        if (isOut && line === 'MOVE 2 2') client.tell('VALID black 2 2');
        return [line];
      },
    },
    breaks: ['a player is out after INVALID'],
  },
  {
    fault: 'says nothing to the opponent of a kicked player',
    alteration: { told: (line) => (/^END 0.0 81.0$/.test(line) ? [] : [line]) },
    breaks: ['the opponent is told END after INVALID', 'TABLEFLIP ENDs the game, for both'],
  },
  {
    fault: 'allows a ko to be taken back at once',
    alteration: {
      told: (line, { last }) => [line.startsWith('INVALID') && last === 'MOVE 2 2' ? 'VALID white 2 2' : line],
    },
    breaks: ['a stone on another is INVALID', 'taking a ko back at once is INVALID'],
  },
  {
    fault: 'looks back one move only',
    alteration: {
      told: (line, { last }) => [line.startsWith('INVALID') && last === 'MOVE 3 2' ? 'VALID black 3 2' : line],
    },
    breaks: ['ko looks back over several moves'],
  },
  {
    fault: 'leaves captured stones on the board',
    alteration: {
      told: (line, client) => [isAgain(line, client, '3 3') ? 'INVALID occupied' : line],
    },
    breaks: ['captured stones come off', 'a group of two stones comes off', 'two groups come off by one stone'],
  },
  {
    fault: 'does not confirm a pass',
    alteration: silentAbout(/^PASSED/),
    breaks: ['PASS is PASSED to both'],
    hides: 'some',
  },
  {
    fault: 'gives white a komi',
    alteration: {
      told: (line) => [line.replace(/^(END (?!0.0 81|81).* )(\d+).0$/, (_all, rest, white) => `${rest}${white}.5`)],
    },
    breaks: [
      'END tells areas; one on both colours counts for neither',
      'END tells that white has more',
      'END tells a draw: there is no komi',
    ],
  },
  {
    fault: 'has who flips the table win',
    alteration: {
      told: (line) => [
        line.replace(/^TABLEFLIPPED (\w+)/, (_all, who) => `TABLEFLIPPED ${who === 'black' ? 'white' : 'black'}`),
      ],
    },
    breaks: ['TABLEFLIP is TABLEFLIPPED to both'],
    hides: 'some',
  },
  {
    fault: 'never ends',
    alteration: silentAbout(/^END/),
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
    fault: 'kicks for an unknown keyword',
    alteration: { asked: (line) => [line.replace(/^KNIT.*/, 'MOVE -1 -1')] },
    breaks: ['an unknown keyword costs nothing'],
  },
  {
    fault: 'takes a stone out of turn',
    alteration: {
      told: (line, client) =>
        line.startsWith('WARNING') && client.last === 'MOVE 2 2' ? toAll(client, 'VALID white 2 2') : [line],
    },
    breaks: ['a MOVE out of turn is not VALID'],
  },
  {
    fault: 'takes a pass out of turn',
    alteration: {
      told: (line, client) =>
        line.startsWith('WARNING') && client.last === 'PASS white' ? toAll(client, 'PASSED white') : [line],
    },
    breaks: ['PASS out of turn is not PASSED'],
  },
  {
    fault: 'takes one stone of a group',
    alteration: { told: (line, client) => [isAgain(line, client, '4 3') ? 'INVALID occupied' : line] },
    breaks: ['a group of two stones comes off'],
  },
  {
    fault: 'takes one of two groups',
    alteration: { told: (line, client) => [isAgain(line, client, '5 3') ? 'INVALID occupied' : line] },
    breaks: ['two groups come off by one stone'],
  },
  {
    fault: 'ends a game by two passes that do not follow each other',
    alteration: {
      told: (line, { heard }) =>
        line.startsWith('PASSED') && heard.includes(line) && heard.at(-1)?.startsWith('VALID')
          ? [line, 'END 0.0 81.0']
          : [line],
    },
    breaks: ['passes with a stone between them do not end the game'],
  },
  {
    fault: 'tells who has more first',
    alteration: saying(/^END 4.0 5.0$/, 'END 5.0 4.0'),
    breaks: ['END tells that white has more'],
  },
  {
    fault: 'knows no draw',
    alteration: saying(/^END 1.0 1.0$/, 'END 1.0 1.5'),
    breaks: ['END tells a draw: there is no komi'],
  },
];

eachIsFound('nedap', FAULTS);
