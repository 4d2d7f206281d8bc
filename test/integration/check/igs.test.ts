import { igsLines } from '../../support/check/line-conversions.ts';
import {
  type Alteration,
  dropClientLines,
  dropServerLines,
  replaceServerText,
} from '../../support/check/message-alteration.ts';
import { type PlantedFault, testPlantedFaults } from '../../support/check/planted-faults.ts';

/** Sends each number of a move one higher. */
const fromOne: Alteration = {
  serverLine: (line) => [
    line.replace(/^15 +(\d+)\(/, (_all, number) => `15 ${String(Number(number) + 1).padStart(3)}(`),
  ],
};

const MATCH = 'the same words accept: `15 Game` to both, white first, no moves';
const MOVE = 'a move is told to both, numbered from 0, in capitals';
const REFUSED = 'a stone on another is refused; the player moves again';

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'asks for the password by another line',
    alteration: replaceServerText(/^1 1$/, '9 Your password, please.'),
    breaks: ['the server asks `Login: ` first, then `1 1`, and opens by `1 5`'],
    hides: 'some',
  },
  {
    fault: 'does not answer unknown commands',
    alteration: dropClientLines(/^knit/),
    breaks: ['an unknown command is refused, and answered by the prompt'],
  },
  {
    fault: 'does not answer toggle',
    alteration: dropServerLines(/^9 Set/),
    breaks: ['`toggle quiet on` is answered by its value'],
    hides: 'some',
  },
  {
    fault: 'does not answer ayt',
    alteration: dropServerLines(/^9 yes/),
    breaks: ['`ayt` is answered by `9 yes`'],
  },
  {
    fault: 'does not disconnect a client that quits',
    alteration: dropClientLines(/^quit/),
    breaks: ['`quit` ends the connection'],
  },
  {
    fault: 'writes the names of `who` in other columns',
    alteration: replaceServerText(/^27 {4}/, '27 '),
    breaks: ['`who` has the players in their columns'],
  },
  {
    fault: 'omits players in userlist',
    alteration: dropServerLines(/^42 .*<none>/),
    breaks: ['`userlist` has the players, the name right-aligned in ten'],
  },
  {
    fault: 'lists black first',
    alteration: {
      serverLine: (line) => [line.replace(/^(7 \[ *\d+\]) +(\w+) (.*) vs\. +(\w+)/, '$1 $4 $3 vs. $2')],
    },
    breaks: ['`games` has number, white, black, moves, size, handicap, komi', '`games N` has the line of one game'],
    hides: 'some',
  },
  {
    fault: 'omits the header of an empty list of games',
    alteration: dropServerLines(/^7 \[##\]/),
    breaks: ['a list without a game is its header'],
  },
  {
    fault: 'omits the first line of statistics',
    alteration: dropServerLines(/^9 Player:/),
    breaks: ['`stats` begins with `Player:`'],
  },
  {
    fault: 'sends the colour of the other player',
    alteration: {
      serverLine: (line) => [
        line.replace(/(<n?match \w+ )([BW])/, (_all, head, color) => head + (color === 'B' ? 'W' : 'B')),
      ],
    },
    breaks: ['`match` reaches the other player, with its own colour'],
    hides: 'some',
  },
  {
    fault: 'writes black first in the header',
    alteration: {
      serverLine: (line) => [line.replace(/^(15 Game \d+ I:) (\w+) (\(.*\)) vs (\w+)/, '$1 $4 $3 vs $2')],
    },
    breaks: [MATCH],
    hides: 'some',
  },
  {
    fault: 'sends a number of stones during main time',
    alteration: replaceServerText(/-1\)/, '25)'),
    breaks: [MATCH, MOVE],
  },
  {
    fault: 'does not report that a match was declined',
    alteration: dropServerLines(/declines your request/),
    breaks: ['`decline` tells the player who has asked'],
  },
  {
    fault: 'does not report that a match was withdrawn',
    alteration: dropServerLines(/withdraws the match/),
    breaks: ['`withdraw` tells the player who was asked'],
  },
  {
    fault: 'does not report handicap stones',
    alteration: dropServerLines(/Handicap/),
    breaks: ['`nmatch` has the handicap, which is move 0 of black'],
  },
  {
    fault: 'accepts a match with a player who is not there',
    alteration: replaceServerText(/^5 (?:No user|Player).*/, '9 Requesting match.'),
    breaks: ['a match with a player who is not there is refused'],
  },
  {
    fault: 'counts moves from 1',
    alteration: fromOne,
    breaks: [
      '`nmatch` has the handicap, which is move 0 of black',
      MOVE,
      'the number of the game may follow a point',
      'captured stones come off, and the header counts them',
      '`pass` is a move',
      '`moves N` has all moves from 0',
      'moves are told to those who observe',
    ],
    hides: 'some',
  },
  {
    fault: 'does not send a move to the player who made it',
    alteration: {
      serverLine: (line, { lastLine }) =>
        /^15 +\d/.test(line) && line.endsWith(lastLine.split(' ', 1)[0]?.toUpperCase() ?? '') ? [] : [line],
    },
    breaks: ['`nmatch` has the handicap, which is move 0 of black', MOVE, 'the number of the game may follow a point'],
    hides: 'some',
  },
  {
    fault: 'refuses points with the number of the game',
    alteration: { clientLine: (line) => [line.replace(/^(C3) \d+$/, 'knit')] },
    breaks: ['the number of the game may follow a point'],
  },
  {
    fault: 'ignores illegal stones',
    alteration: dropServerLines(/^5 Illegal/),
    breaks: [REFUSED, 'taking a ko back at once is refused'],
  },
  {
    fault: 'ignores moves out of turn',
    alteration: dropServerLines(/^5 It is not your move/),
    breaks: ['a move out of turn is refused'],
  },
  {
    fault: 'counts no captured stones',
    alteration: { serverLine: (line) => [line.replace(/\(\d+ (\d+ -?\d+)\)/g, '(0 $1)')] },
    breaks: ['captured stones come off, and the header counts them'],
  },
  {
    fault: 'does not report a take-back',
    alteration: dropServerLines(/^28 /),
    breaks: ['`undo` in agreement takes the last move back: 28 to both'],
  },
  {
    fault: 'omits earlier moves in moves',
    alteration: {
      serverLine: (line, { lastLine }) => (lastLine.startsWith('moves') && /^15 +0/.test(line) ? [] : [line]),
    },
    breaks: ['`moves N` has all moves from 0'],
  },
  {
    fault: 'omits line 21 at the end of a game',
    alteration: dropServerLines(/^21 \{Game/),
    breaks: [
      '`resign` is told to both, by 9 and by 21',
      '`done` of both ends it: position 22, score 20, and 21',
      'the end is told to those who observe, also if they are quiet',
    ],
    hides: 'some',
  },
  {
    fault: 'never sends the prompt of state 7',
    alteration: replaceServerText(/^1 7$/, '1 6'),
    breaks: ['after two passes the prompt is `1 7`'],
    hides: 'some',
  },
  {
    fault: 'does not report a marked chain by 9',
    alteration: dropServerLines(/^9 Removing @/),
    breaks: ['a point marks a dead chain, to both'],
    hides: 'some',
  },
  {
    fault: 'keeps dead stones marked',
    alteration: dropServerLines(/^9 Board is restored/),
    breaks: ['`undo` brings the stones back'],
  },
  {
    fault: 'ends the game after one player has typed done',
    alteration: {
      serverLine: (line) => (/has typed done/.test(line) ? [line, '20 bob (W:O): 1.0 to ann (B:#): 2.0'] : [line]),
    },
    breaks: ['`done` of one does not end the game', '`done` of both ends it: position 22, score 20, and 21'],
  },
  {
    fault: 'omits the final position',
    alteration: dropServerLines(/^22 /),
    breaks: ['`done` of both ends it: position 22, score 20, and 21'],
  },
  {
    fault: 'never sends the prompt of an observer',
    alteration: replaceServerText(/^1 8$/, '1 5'),
    breaks: ['`observe N` is answered by the game, and the prompt is `1 8`', 'moves are told to those who observe'],
  },
  {
    fault: 'sends moves after `unobserve`',
    alteration: dropClientLines(/^unobserve/),
    breaks: ['after `unobserve` no moves come'],
  },
  { fault: 'does not deliver `tell`', alteration: dropServerLines(/^24 \*x/), breaks: ['`tell` reaches its player'] },
  { fault: 'does not deliver `say`', alteration: dropServerLines(/^19 /), breaks: ['`say` reaches the opponent'] },
  {
    fault: 'omits the sender of a `kibitz`',
    alteration: dropServerLines(/^11 Kibitz/),
    breaks: ['`kibitz` reaches those who observe, in two lines'],
  },
  {
    fault: 'does not deliver `shout`',
    alteration: dropServerLines(/^21 !/),
    breaks: ['`shout` reaches all who are not quiet'],
  },
];

testPlantedFaults('igs', FAULTS, igsLines);
