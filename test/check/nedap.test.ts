import { saying, silentAbout, type Talk } from './liar.ts';
import { eachIsFound, type Planted } from './planted.ts';

function toAll({ others }: Talk, line: string): string[] {
  for (const other of others) other.tell(line);
  return [line];
}

/** Where a stone of white's has stood. */
const isAgain = (line: string, { story }: Talk, point: string): boolean =>
  line === `VALID black ${point}` && story.includes(`VALID white ${point}`);

const FAULTS: readonly Planted[] = [
  {
    fault: 'does not say that one waits',
    alteration: silentAbout(/^WAITING$/),
    breaks: [
      'GO is answered by WAITING',
      'GO may name the opponent',
      'a board may have 5 lines',
      'a board may have 131 lines',
    ],
    hides: 'some',
  },
  {
    fault: 'tells both that they are white',
    alteration: saying(/^READY black/, 'READY white'),
    breaks: [
      'two GO for one size are READY: colour, opponent, size',
      'GO may name the opponent',
      'who has hung up is not met any more',
      'who has said CANCEL is not met any more',
    ],
    hides: 'some',
  },
  {
    fault: 'has everybody meet whoever is there',
    alteration: { asked: (line) => [line.replace(/^(GO \w+ \d+) \w+$/, '$1')] },
    breaks: ['who names an opponent meets nobody else'],
  },
  {
    fault: 'has no boards of 131 lines',
    alteration: { asked: (line) => [line.replace(/ 131$/, ' 133')] },
    breaks: ['a board may have 131 lines'],
  },
  {
    fault: 'goes on waiting for who has said CANCEL',
    alteration: { asked: (line) => (line === 'CANCEL' ? [] : [line]) },
    breaks: ['who has said CANCEL is not met any more'],
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
    fault: 'keeps who makes an invalid move',
    alteration: { closed: 'never' },
    breaks: ['who is INVALID is out'],
  },
  {
    fault: 'says nothing to the other when somebody is kicked',
    alteration: { told: (line) => (/^END 0.0 81.0$/.test(line) ? [] : [line]) },
    breaks: ['the other hears of the end', 'after TABLEFLIPPED comes END'],
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
      told: (line, talk) => [isAgain(line, talk, '3 3') ? 'INVALID occupied' : line],
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
      'two passes END the game; there is no komi',
      'END tells areas; what borders on both counts for nobody',
      'END tells that white has more',
      'END tells a draw',
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
      'the other hears of the end',
      'two passes END the game; there is no komi',
      'one stone owns the board',
      'END tells areas; what borders on both counts for nobody',
      'END tells that white has more',
      'END tells a draw',
      'after TABLEFLIPPED comes END',
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
      told: (line, talk) =>
        line.startsWith('WARNING') && talk.last === 'MOVE 2 2' ? toAll(talk, 'VALID white 2 2') : [line],
    },
    breaks: ['a MOVE out of turn is not VALID'],
  },
  {
    fault: 'takes a pass out of turn',
    alteration: {
      told: (line, talk) =>
        line.startsWith('WARNING') && talk.last === 'PASS white' ? toAll(talk, 'PASSED white') : [line],
    },
    breaks: ['PASS out of turn is not PASSED'],
  },
  {
    fault: 'takes one stone of a group',
    alteration: { told: (line, talk) => [isAgain(line, talk, '4 3') ? 'INVALID occupied' : line] },
    breaks: ['a group of two stones comes off'],
  },
  {
    fault: 'takes one of two groups',
    alteration: { told: (line, talk) => [isAgain(line, talk, '5 3') ? 'INVALID occupied' : line] },
    breaks: ['two groups come off by one stone'],
  },
  {
    fault: 'ends a game by two passes that do not follow each other',
    alteration: {
      told: (line, { story }) =>
        line.startsWith('PASSED') && story.includes(line) && story.at(-1)?.startsWith('VALID')
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
    breaks: ['END tells a draw'],
  },
];

eachIsFound('nedap', FAULTS);
