import { type Alteration, saying, silentAbout, type Talk } from './liar.ts';
import { eachIsFound, type Planted } from './planted.ts';

/** As if the stone that was just refused had been placed. */
function place(talk: Talk, color: 0 | 1): string[] {
  const line = talk.last.replace('place', `place ${color}`);
  for (const other of talk.others) other.tell(line);
  return [line];
}

const isRefused = (line: string, { last, story }: Talk): boolean =>
  line === 'yourturn' && story.at(-1) === 'yourturn' && last.startsWith('place');

/** Sends everybody away from some moment on; who has heard `full` hears no more. */
function fullOnce(isFull: (line: string) => boolean): Alteration {
  const away = new Set<readonly string[]>();
  return {
    told(line, { story }) {
      if (away.has(story)) return [];
      if (!isFull(line)) return [line];
      away.add(story);
      return ['full'];
    },
  };
}

let placesGiven = 0;
let hasPlayed = false;

const NORMAL: readonly Planted[] = [
  {
    fault: 'takes every version',
    alteration: {
      asked: (line) => [line.replace('knit', '0.1.0')],
      told: (line, { last }) => [last === 'go knit' ? 'ok knit' : line],
    },
    breaks: ['go with a version that is none is answered by no'],
  },
  {
    fault: 'has no places but the first two, ever',
    alteration: fullOnce((line) => line === 'mode normal' && ++placesGiven > 2),
    breaks: ['after close there is place for others'],
    hides: 'some',
  },
  {
    fault: 'plays one game, ever',
    alteration: fullOnce((line) => {
      hasPlayed ||= line === 'yourturn';
      return hasPlayed && line === 'mode normal';
    }),
    breaks: ['after close in a game there is place for others'],
    hides: 'some',
  },
  {
    fault: 'does not tell its mode',
    alteration: silentAbout(/^mode/),
    breaks: ['after ok come mode, color, stones'],
    hides: 'some',
  },
  {
    fault: 'gives everybody the same colour',
    alteration: saying(/^color 1$/, 'color 0'),
    breaks: ['two players have different colours'],
    hides: 'some',
  },
  {
    fault: 'draws an empty intersection as a dot',
    alteration: { told: (line) => [line.startsWith('stones') ? line.replaceAll('X', '.') : line] },
    breaks: ['after ok come mode, color, stones'],
    hides: 'some',
  },
  {
    fault: 'draws a row too few',
    alteration: saying(/^stones X{9}/, 'stones '),
    breaks: ['after ok come mode, color, stones'],
    hides: 'some',
  },
  {
    fault: 'is ready before the board is acknowledged',
    alteration: { told: (line) => (line.startsWith('stones') ? [line, 'ready'] : line === 'ready' ? [] : [line]) },
    breaks: ['ready comes once stones are acknowledged'],
  },
  {
    fault: 'tells both that it is their turn',
    alteration: {
      told(line, { others }) {
        if (line === 'yourturn') for (const other of others) other.tell(line);
        return [line];
      },
    },
    breaks: [
      'yourturn is told to nobody else',
      'the players move in turn',
      'a stone is told to both, with its colour',
      'the top left is 0 0',
      'the bottom right is one less than the lines',
      'a stone off the board is told to nobody',
    ],
    hides: 'some',
  },
  {
    fault: 'does not tell the other that it is their turn',
    alteration: {
      told: (line, { story }) => (line === 'yourturn' && story.some((each) => each.startsWith('place')) ? [] : [line]),
    },
    breaks: ['after a stone yourturn is told to the other', 'the players move in turn', 'the top left is 0 0'],
    hides: 'some',
  },
  {
    fault: 'tells a stone to the other only',
    alteration: { told: (line, { last }) => (line.startsWith('place') && last.startsWith('place') ? [] : [line]) },
    breaks: [
      'the players move in turn',
      'a stone is told to both, with its colour',
      'the top left is 0 0',
      'the bottom right is one less than the lines',
    ],
    hides: 'some',
  },
  {
    fault: 'drops the ack for a stone',
    alteration: silentAbout(/^ack$/),
    breaks: [
      'the players move in turn',
      'who placed a stone gets an ack',
      'the ack comes once the stone is acknowledged',
      'the top left is 0 0',
    ],
    hides: 'some',
  },
  {
    fault: 'exchanges column and row',
    alteration: saying(/^place (\d) (\d+) (\d+)$/, 'place $1 $3 $2'),
    breaks: ['the players move in turn', 'a stone is told to both, with its colour'],
    hides: 'some',
  },
  {
    fault: 'places stones on stones',
    alteration: {
      told: (line, talk) => (isRefused(line, talk) && talk.last === 'place 2 2' ? place(talk, 1) : [line]),
    },
    breaks: ['a stone on another is told to nobody'],
  },
  {
    fault: 'places stones beside the board',
    alteration: {
      told: (line, talk) => (isRefused(line, talk) && talk.last === 'place 9 0' ? place(talk, 0) : [line]),
    },
    breaks: ['a stone off the board is told to nobody'],
  },
  {
    fault: 'allows a ko to be taken back at once',
    alteration: {
      told: (line, talk) => (isRefused(line, talk) && talk.last === 'place 1 0' ? place(talk, 1) : [line]),
    },
    breaks: ['a ko that is taken back at once is told to nobody'],
  },
  {
    fault: 'does not remove what is captured',
    alteration: silentAbout(/^remove/),
    breaks: [
      'captured stones are removed, for both',
      'several stones are removed by one message',
      'two groups are removed by one message',
    ],
    hides: 'some',
  },
  {
    fault: 'removes one stone of several',
    alteration: saying(/^(remove \d+ \d+) .*$/, '$1'),
    breaks: ['several stones are removed by one message', 'two groups are removed by one message'],
    hides: 'some',
  },
  {
    fault: 'removes one of two groups',
    alteration: saying(/^(remove 0 0) 2 0$/, '$1'),
    breaks: ['two groups are removed by one message'],
    hides: 'some',
  },
  {
    fault: 'leaves a stone of a group where it was',
    alteration: { told: (line, { story }) => (line === 'place 0 1 0' && story.includes('place 1 1 0') ? [] : [line]) },
    breaks: ['where a group was removed others may stand'],
  },
  {
    fault: 'leaves one of two groups where it was',
    alteration: { told: (line, { story }) => (line === 'place 0 2 0' && story.includes('place 1 2 0') ? [] : [line]) },
    breaks: ['where two groups were removed others may stand'],
  },
  {
    fault: 'has no third place, and does not say so',
    alteration: silentAbout(/^full$/),
    breaks: ['with two players the server is full'],
    hides: 'some',
  },
  {
    fault: 'does not hang up on those for whom there is no place',
    alteration: { closed: 'never' },
    breaks: ['after full the connection ends'],
  },
];

const LOCAL: readonly Planted[] = [
  {
    fault: 'tells a colour to who has both',
    alteration: { told: (line) => (line === 'mode local' ? [line, 'color 0'] : [line]) },
    breaks: ['in local mode no color is told'],
    hides: 'some',
  },
  {
    fault: 'places black stones only',
    alteration: saying(/^place 1/, 'place 0'),
    breaks: ['in local mode one client plays both colours'],
  },
];

eachIsFound('remastered?size=9&seats=1', NORMAL);
eachIsFound('remastered?size=9&mode=local', LOCAL);
