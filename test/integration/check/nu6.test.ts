import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkOwnServer } from '../../support/check/check-own-server.ts';
import {
  type Alteration,
  type AlteredClient,
  alterMessages,
  dropClientLines,
  dropServerLines,
  replaceServerText,
} from '../../support/check/message-alteration.ts';
import { type PlantedFault, testPlantedFaults } from '../../support/check/planted-faults.ts';

const sendToAll = (client: AlteredClient, line: string): string[] => {
  for (const other of client.others) other.send(line);
  return [line];
};

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'accepts a name that another client has',
    alteration: replaceServerText(/^CORE.ERROR~NAMETAKEN$/, 'CORE.HELLO'),
    breaks: ['a name that is taken is refused by NAMETAKEN'],
    hides: 'some',
  },
  {
    fault: 'does not repeat the faulty message',
    alteration: replaceServerText(/^CORE.ERROR~PROTOCOL~.*$/, 'CORE.ERROR~PROTOCOL'),
    breaks: [
      'an unknown message is a PROTOCOL error, and comes back',
      'MOVE without an integer is a PROTOCOL error, and comes back',
      'NEWGAME with a size that is no number is a PROTOCOL error',
      'MOVE outside a game is a PROTOCOL error, and comes back',
      'PASS outside a game is a PROTOCOL error, and comes back',
    ],
  },
  {
    fault: 'ignores a second HELLO',
    alteration: dropServerLines(/PROTOCOL~CORE.HELLO/),
    breaks: ['a second HELLO is a PROTOCOL error'],
  },
  {
    fault: 'sends both players that they are black',
    alteration: replaceServerText(/^CORE.MATCH~WHITE/, 'CORE.MATCH~BLACK'),
    breaks: [
      'two NEWGAME of one size are a MATCH: colour, size, opponent',
      'NEWGAME without a size means 19',
      'a player who waits for another size is passed over',
    ],
    hides: 'some',
  },
  {
    fault: 'starts a game of size 9 if no size was requested',
    alteration: { clientLine: (line) => [line === 'CORE.NEWGAME' ? 'CORE.NEWGAME~9' : line] },
    breaks: ['NEWGAME without a size means 19'],
  },
  {
    fault: 'pairs seeks of different sizes',
    alteration: {
      clientLine: (line) => [line === 'CORE.NEWGAME~11' ? 'CORE.NEWGAME~9' : line],
    },
    breaks: [
      'players who ask for different sizes do not meet',
      'a player who waits for another size is passed over',
      'after GAMEOVER both may ask for a NEWGAME',
    ],
  },
  {
    fault: 'sends a move only to the player who made it',
    alteration: {
      serverLine: (line, { lastLine }) => (/^CORE.MOVE/.test(line) && line !== lastLine ? [] : [line]),
    },
    breaks: ['a legal move is told to both players', 'the last point of the board is on it'],
    hides: 'some',
  },
  {
    fault: 'counts coordinates from 1',
    alteration: {
      serverLine: (line) => [line.replace(/^(CORE.MOVE~)(\d+)$/, (_all, word, at) => `${word}${Number(at) + 1}`)],
    },
    breaks: ['a legal move is told to both players', 'the last point of the board is on it'],
    hides: 'some',
  },
  {
    fault: 'accepts stones beyond the last point',
    alteration: {
      serverLine: (line, client) => (line.endsWith('OUTOFBOUNDS') ? sendToAll(client, client.lastLine) : [line]),
    },
    breaks: ['beyond the last point is OUTOFBOUNDS', 'before the first point is OUTOFBOUNDS'],
  },
  {
    fault: 'does not say that a point is occupied',
    alteration: dropServerLines(/OCCUPIED$/),
    breaks: ['a stone on another is OCCUPIED'],
    hides: 'some',
  },
  {
    fault: 'allows a ko to be taken back at once',
    alteration: {
      serverLine: (line, client) => (line.endsWith('~KO') ? sendToAll(client, client.lastLine) : [line]),
    },
    breaks: ['taking a ko back at once is KO'],
  },
  {
    fault: 'never lets a ko be taken back',
    alteration: {
      serverLine: (line, { lastLine, received }) => {
        const isRetaken = /^CORE.MOVE/.test(line) && received.includes(line) && line.endsWith('~1');
        return isRetaken ? (line === lastLine ? ['CORE.ERROR~ILLEGAL~KO'] : []) : [line];
      },
    },
    breaks: ['a ko may be taken back after a move elsewhere', 'a group of two stones comes off'],
  },
  {
    fault: 'sends an illegal move to both players',
    alteration: {
      serverLine(line, client) {
        if (line.endsWith('OCCUPIED')) sendToAll(client, client.lastLine);
        return [line];
      },
    },
    breaks: ['an illegal move is not passed on'],
  },
  {
    fault: 'leaves captured stones on the board',
    alteration: {
      serverLine: (line, { lastLine, received }) => {
        const isAgain = line === 'CORE.MOVE~0' && received.includes(line);
        return isAgain ? (line === lastLine ? ['CORE.ERROR~ILLEGAL~OCCUPIED'] : []) : [line];
      },
    },
    breaks: [
      'captured stones come off; rows are counted through',
      'a group of two stones comes off',
      'two groups come off by one stone',
    ],
  },
  {
    fault: 'does not answer a move out of turn',
    alteration: dropServerLines(/PATIENCE/),
    breaks: ['MOVE out of turn is PATIENCE', 'PASS out of turn is PATIENCE'],
  },
  {
    fault: 'answers a move out of turn by a PROTOCOL error',
    alteration: replaceServerText(/^CORE.ERROR~PATIENCE$/, 'CORE.ERROR~PROTOCOL~CORE.MOVE~20'),
    breaks: ['MOVE out of turn is PATIENCE', 'PASS out of turn is PATIENCE'],
  },
  {
    fault: 'does not send a PASS to the opponent',
    alteration: { serverLine: (line, { lastLine }) => (line === 'CORE.PASS' && lastLine !== line ? [] : [line]) },
    breaks: ['PASS is told to both players'],
    hides: 'some',
  },
  {
    fault: 'never ends a game after passes',
    alteration: dropServerLines(/^CORE.GAMEOVER~\w+~\d+~\d+$/),
    breaks: [
      'two passes end the game: GAMEOVER to both',
      'one stone owns the board: GAMEOVER tells winner and points',
      'an area on both colours counts for neither',
      'GAMEOVER tells that white has won',
      'GAMEOVER tells a draw',
    ],
  },
  {
    fault: 'scores points that border on both colours',
    alteration: replaceServerText(/^CORE.GAMEOVER~BLACK~3~1$/, 'CORE.GAMEOVER~BLACK~80~1'),
    breaks: ['an area on both colours counts for neither'],
  },
  {
    fault: 'names the player who surrenders as the winner',
    alteration: {
      serverLine: (line) => [
        line.replace(
          /(BLACK|WHITE)(.*SURRENDER)$/,
          (_all, winner, rest) => `${winner === 'BLACK' ? 'WHITE' : 'BLACK'}${rest}`,
        ),
      ],
    },
    breaks: ['SURRENDER loses: GAMEOVER with SURRENDER to both', 'SURRENDER out of turn loses, too'],
    hides: 'some',
  },
  {
    fault: 'reports a disconnection as a surrender',
    alteration: replaceServerText(/DISCONNECT$/, 'SURRENDER'),
    breaks: ['a lost connection loses: GAMEOVER with DISCONNECT', 'BYE in a game loses it by DISCONNECT'],
  },
  {
    fault: 'allows only one game per connection',
    alteration: {
      clientLine: (line, { received }) => (received.some((each) => /GAMEOVER/.test(each)) ? [] : [line]),
    },
    breaks: ['after GAMEOVER both may ask for a NEWGAME'],
  },
  {
    fault: 'names another client as the sender of a message',
    alteration: replaceServerText(/^(CHAT.MESSAGE~[^~]*)~.*$/, '$1~somebody'),
    breaks: ['a MESSAGE reaches its recipient', 'a MESSAGE without a recipient reaches all chat clients'],
  },
  {
    fault: 'drops messages without a recipient',
    alteration: dropClientLines(/^CHAT.MESSAGE~[^~]*$/),
    breaks: ['a MESSAGE without a recipient reaches all chat clients'],
  },
  {
    fault: 'confuses the errors of chat',
    alteration: replaceServerText(/CHATNOTSUPPORTED/, 'UNKNOWNRECIPIENT'),
    breaks: ['a MESSAGE to a client without chat is CHATNOTSUPPORTED'],
  },
  {
    fault: 'does not send LEFT',
    alteration: dropServerLines(/^CHAT.LEFT/),
    breaks: ['LEFT tells chat clients of a BYE', 'LEFT tells chat clients of a lost connection'],
  },
  {
    fault: 'lists only the client that asks',
    alteration: {
      serverLine: (line, { sent }) => [line.replace(/^(CHAT.LOBBY~).*$/, `$1${sent[0]?.split('~')[1]}`)],
    },
    breaks: ['GETLOBBY is answered by LOBBY, with the other clients'],
  },
  {
    fault: 'removes only one stone of a captured group',
    alteration: {
      serverLine: (line, { lastLine, received }) => {
        const isAgain = line === 'CORE.MOVE~1' && received.includes('CORE.MOVE~50');
        return isAgain ? (line === lastLine ? ['CORE.ERROR~ILLEGAL~OCCUPIED'] : []) : [line];
      },
    },
    breaks: ['a group of two stones comes off'],
  },
  {
    fault: 'removes only one of two captured groups',
    alteration: {
      serverLine: (line, { lastLine, received }) => {
        const isAgain = line === 'CORE.MOVE~2' && received.includes(line);
        return isAgain ? (line === lastLine ? ['CORE.ERROR~ILLEGAL~OCCUPIED'] : []) : [line];
      },
    },
    breaks: ['two groups come off by one stone'],
  },
  {
    fault: 'ends a game after two passes that are not consecutive',
    alteration: {
      serverLine: (line, { received }) =>
        line === 'CORE.PASS' && received.includes(line) && received.at(-1)?.startsWith('CORE.MOVE')
          ? [line, 'CORE.GAMEOVER~WHITE~0~81']
          : [line],
    },
    breaks: ['passes with a move between them do not end the game'],
  },
  {
    fault: 'reports a victory of black, who has fewer points',
    alteration: replaceServerText(/^CORE.GAMEOVER~WHITE(~\d+~\d+)$/, 'CORE.GAMEOVER~BLACK$1'),
    breaks: ['GAMEOVER tells that white has won'],
  },
  {
    fault: 'reports a draw as a victory',
    alteration: replaceServerText(/^CORE.GAMEOVER~DRAW/, 'CORE.GAMEOVER~BLACK'),
    breaks: ['GAMEOVER tells a draw'],
  },
  {
    fault: 'ignores NEWGAME with a size that is no number',
    alteration: dropServerLines(/PROTOCOL~CORE.NEWGAME/),
    breaks: ['NEWGAME with a size that is no number is a PROTOCOL error'],
  },
  {
    fault: 'ignores moves outside a game',
    alteration: dropServerLines(/PROTOCOL~CORE.(?:MOVE~3|PASS)$/),
    breaks: [
      'MOVE outside a game is a PROTOCOL error, and comes back',
      'PASS outside a game is a PROTOCOL error, and comes back',
    ],
  },
  {
    fault: 'treats a negative number as malformed',
    alteration: {
      serverLine: (line, { lastLine }) => [
        lastLine === 'CORE.MOVE~-1' && /BOUNDS/.test(line) ? `CORE.ERROR~PROTOCOL~${lastLine}` : line,
      ],
    },
    breaks: ['before the first point is OUTOFBOUNDS'],
  },
  {
    fault: 'sends a message for one client to all clients',
    alteration: {
      serverLine: (line, client) => (line.startsWith('CHAT.MESSAGE~Between us') ? sendToAll(client, line) : [line]),
    },
    breaks: ['a MESSAGE with a recipient reaches no other client'],
  },
  {
    fault: 'adds a komi, but names the player with fewer points as the winner',
    alteration: replaceServerText(/^CORE.GAMEOVER~BLACK~3~1$/, 'CORE.GAMEOVER~BLACK~3~7.5'),
    breaks: ['an area on both colours counts for neither'],
  },
];

testPlantedFaults('nu6', FAULTS);

describe('a slow nu6 server', () => {
  test('has its late faults found, too', async () => {
    const meeting: Alteration = { clientLine: (line) => [line === 'CORE.NEWGAME~11' ? 'CORE.NEWGAME~9' : line] };
    const checked = await checkOwnServer('nu6', 'nu6', alterMessages(meeting), {}, 500);
    const clause = checked.find(({ title }) => title === 'players who ask for different sizes do not meet');
    assert.equal(clause?.verdict.kind, 'broken');
  });

  test('follows every clause', async () => {
    const checked = await checkOwnServer('nu6', 'nu6', undefined, {}, 500);
    assert(checked.every(({ verdict }) => verdict.kind === 'kept'));
  });
});
