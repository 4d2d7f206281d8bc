import {
  type Alteration,
  type AlteredClient,
  dropServerLines,
  replaceServerText,
} from '../../support/check/message-alteration.ts';
import { type PlantedFault, testPlantedFaults } from '../../support/check/planted-faults.ts';

/** Sends the stone that was just refused to all clients, as if it had been placed. */
function sendRefusedStone(client: AlteredClient, color: 0 | 1): string[] {
  const line = client.lastLine.replace('place', `place ${color}`);
  for (const other of client.others) other.send(line);
  return [line];
}

const isRefused = (line: string, { lastLine, received }: AlteredClient): boolean =>
  line === 'yourturn' && received.at(-1) === 'yourturn' && lastLine.startsWith('place');

/** Sends `full`, and then nothing more, to each client for which `isFull` accepts a line. */
function fullOnce(isFull: (line: string) => boolean): Alteration {
  const refused = new Set<readonly string[]>();
  return {
    serverLine(line, { received }) {
      if (refused.has(received)) return [];
      if (!isFull(line)) return [line];
      refused.add(received);
      return ['full'];
    },
  };
}

let placesGiven = 0;
let hasPlayed = false;

const NORMAL: readonly PlantedFault[] = [
  {
    fault: 'answers every version by its own',
    alteration: { serverLine: (line, { lastLine }) => [lastLine === 'go knit' ? 'ok 0.1.0' : line] },
    breaks: ['go with an impossible version is answered by no'],
  },
  {
    fault: 'accepts only two clients before it is restarted',
    alteration: fullOnce((line) => line === 'mode normal' && ++placesGiven > 2),
    breaks: ['after close another client gets the place'],
    hides: 'some',
  },
  {
    fault: 'accepts only one game before it is restarted',
    alteration: fullOnce((line) => {
      hasPlayed ||= line === 'yourturn';
      return hasPlayed && line === 'mode normal';
    }),
    breaks: ['after a game both places are free again'],
    hides: 'some',
  },
  {
    fault: 'does not send its mode',
    alteration: dropServerLines(/^mode/),
    breaks: ['after ok come mode, color, stones'],
    hides: 'some',
  },
  {
    fault: 'gives both players the same colour',
    alteration: replaceServerText(/^color 1$/, 'color 0'),
    breaks: ['two players have different colours'],
    hides: 'some',
  },
  {
    fault: 'draws an empty intersection as a dot',
    alteration: { serverLine: (line) => [line.startsWith('stones') ? line.replaceAll('X', '.') : line] },
    breaks: ['an empty intersection is an X'],
  },
  {
    fault: 'omits a row of the board',
    alteration: replaceServerText(/^stones X{9}/, 'stones '),
    breaks: ['an empty intersection is an X'],
    hides: 'some',
  },
  {
    fault: 'sends ready before the board is acknowledged',
    alteration: {
      serverLine: (line) => (line.startsWith('stones') ? [line, 'ready'] : line === 'ready' ? [] : [line]),
    },
    breaks: ['ready comes once stones are acknowledged'],
  },
  {
    fault: 'sends yourturn to both players',
    alteration: {
      serverLine(line, { others }) {
        if (line === 'yourturn') for (const other of others) other.send(line);
        return [line];
      },
    },
    breaks: ['white is not told yourturn before'],
  },
  {
    fault: 'does not send yourturn to the opponent',
    alteration: {
      serverLine: (line, { received }) =>
        line === 'yourturn' && received.some((each) => each.startsWith('place')) ? [] : [line],
    },
    breaks: ['after a stone the opponent is told yourturn', 'the players move in turn'],
    hides: 'some',
  },
  {
    fault: 'sends a stone only to the opponent',
    alteration: {
      serverLine: (line, { lastLine }) => (line.startsWith('place') && lastLine.startsWith('place') ? [] : [line]),
    },
    breaks: [
      'the players move in turn',
      'a stone is told to both, with its colour',
      '0 0 is on the board',
      'the last column and row are one less than the lines',
    ],
    hides: 'some',
  },
  {
    fault: 'drops the ack for a stone',
    alteration: dropServerLines(/^ack$/),
    breaks: ['the mover gets an ack', 'the ack comes once the stone is acknowledged'],
  },
  {
    fault: 'exchanges column and row',
    alteration: replaceServerText(/^place (\d) (\d+) (\d+)$/, 'place $1 $3 $2'),
    breaks: ['the players move in turn', 'a stone is told to both, with its colour'],
    hides: 'some',
  },
  {
    fault: 'places a stone on an occupied point',
    alteration: {
      serverLine: (line, client) =>
        isRefused(line, client) && client.lastLine === 'place 2 2' ? sendRefusedStone(client, 1) : [line],
    },
    breaks: ['a stone on another is not passed on'],
  },
  {
    fault: 'places a stone off the board',
    alteration: {
      serverLine: (line, client) =>
        isRefused(line, client) && client.lastLine === 'place 9 0' ? sendRefusedStone(client, 0) : [line],
    },
    breaks: ['a stone off the board is not passed on'],
  },
  {
    fault: 'allows a ko to be taken back at once',
    alteration: {
      serverLine: (line, client) =>
        isRefused(line, client) && client.lastLine === 'place 1 0' ? sendRefusedStone(client, 1) : [line],
    },
    breaks: ['a ko that is taken back at once is not passed on'],
  },
  {
    fault: 'does not remove captured stones',
    alteration: dropServerLines(/^remove/),
    breaks: ['captured stones are removed, for both', 'several stones are removed', 'two groups are removed'],
    hides: 'some',
  },
  {
    fault: 'removes one stone of several',
    alteration: replaceServerText(/^(remove \d+ \d+) .*$/, '$1'),
    breaks: ['several stones are removed', 'two groups are removed'],
    hides: 'some',
  },
  {
    fault: 'removes one of two groups',
    alteration: replaceServerText(/^(remove 0 0) 2 0$/, '$1'),
    breaks: ['two groups are removed'],
    hides: 'some',
  },
  {
    fault: 'accepts no stone where a group was removed',
    alteration: {
      serverLine: (line, { received }) => (line === 'place 0 1 0' && received.includes('place 1 1 0') ? [] : [line]),
    },
    breaks: ['stones may stand where a group was removed'],
  },
  {
    fault: 'accepts no stone where two groups were removed',
    alteration: {
      serverLine: (line, { received }) => (line === 'place 0 2 0' && received.includes('place 1 2 0') ? [] : [line]),
    },
    breaks: ['stones may stand where two groups were removed'],
  },
  {
    fault: 'does not send full',
    alteration: dropServerLines(/^full$/),
    breaks: ['with two players the server is full'],
    hides: 'some',
  },
  {
    fault: 'does not disconnect a client after full',
    alteration: { closes: 'never' },
    breaks: ['after full the connection ends'],
  },
  {
    fault: 'continues the conversation after full',
    alteration: { serverLine: (line) => (line === 'full' ? [line, 'mode normal'] : [line]) },
    breaks: ['after full the connection ends'],
  },
];

const LOCAL: readonly PlantedFault[] = [
  {
    fault: 'sends a colour in local mode',
    alteration: { serverLine: (line) => (line === 'mode local' ? [line, 'color 0'] : [line]) },
    breaks: ['in local mode no color is told'],
    hides: 'some',
  },
  {
    fault: 'places only black stones',
    alteration: replaceServerText(/^place 1/, 'place 0'),
    breaks: ['in local mode one client plays both colours'],
  },
];

testPlantedFaults('remastered?size=9&seats=1', NORMAL);
testPlantedFaults('remastered?size=9&mode=local', LOCAL);
