import type { Result } from '../../result.ts';
import { list, nonEmptyText, restOfLine, text, wholeNumber, word } from '../messages/field-codec.ts';
import { lineMessages, type MessageOfLineCodec } from '../messages/line-messages.ts';
import { bare, message } from '../messages/message-description.ts';
import { color, date, move, points, ratedName, result } from './fields.ts';

/** The longest line of either side in bytes. An analysis can be long. */
export const LONGEST_LINE = 65_536;
/** The only capability of the protocol: answers to `genmove` may have an analysis. */
export const ANALYSIS = 'genmove_analyze';

const FORMAT = { delimiter: ' ' };
const anything = restOfLine(text());
const milliseconds = wholeNumber(0);

const quit = bare('quit', {
  privacy: 'public',
  about: 'at any time: the end of the connection. In a game it loses the game',
  means: 'says goodbye',
});

/** The answer to `protocol`. */
export const openingMessages = lineMessages(FORMAT, {
  engine: message('e1[ {text}]', {
    fields: { text: anything },
    privacy: 'public',
    about: `the answer to \`protocol\` of an engine's client, with any text about itself. The word \`${ANALYSIS}\` in it: it can send analysis`,
    means: ({ text: words }) =>
      words === undefined ? 'is a client of an engine' : `is a client of an engine: ${words}`,
  }),
  viewer: message('v1[ {text}]', {
    fields: { text: anything },
    privacy: 'public',
    about: 'the answer to `protocol` of a viewer: no name and no password follow, but the list of games',
    means: 'is a viewer',
  }),
  quit,
});

/** The answer to `username`. */
export const nameMessages = lineMessages(FORMAT, {
  name: message('{name}', {
    fields: { name: word('3 to 18 letters, digits, `_`, `-` or `.`, a letter first') },
    privacy: 'public',
    about: 'the answer to `username`',
    means: ({ name }) => `is ${name}`,
  }),
});

/** The answer to `password`. */
export const passwordMessages = lineMessages(FORMAT, {
  password: message('{password}[ {replacement}]', {
    fields: { password: word('at least 3 characters'), replacement: word('a new password') },
    privacy: 'secret',
    about:
      'the answer to `password`. The first password of a name reserves the name; a second word replaces the password',
    means: 'sends its password',
  }),
});

/** The messages of a client that has signed in. */
export const gameMessages = lineMessages(FORMAT, {
  ready: bare('ready', {
    privacy: 'public',
    about: 'the answer to `gameover`: it waits for the next game',
    means: 'is ready for the next game',
  }),
  quit,
  move: message('{move}[ {analysis}]', {
    fields: { move, analysis: restOfLine(nonEmptyText()) },
    privacy: 'public',
    about: 'the answer to `genmove`, perhaps with an analysis in JSON. A move that is illegal loses the game',
    means: ({ move: word, analysis }) => `${describeMove(word)}${analysis === undefined ? '' : ', with analysis'}`,
  }),
});

export const viewerMessages = lineMessages(FORMAT, {
  observe: message('observe {game}', {
    fields: { game: wholeNumber() },
    privacy: 'public',
    about: '`setup` with every move so far, and `update` for each one after it',
    means: ({ game }) => `watches game ${game}`,
  }),
  quit,
});

const info = message('info {text}', {
  fields: { text: anything },
  privacy: 'public',
  about: 'a text for people, at any time',
  means: ({ text: words }) => `says: ${words}`,
});

const error = message('Error: {text}', {
  fields: { text: anything },
  privacy: 'public',
  about: 'refused, or goodbye: the server closes the connection',
  means: ({ text: words }) => `no: ${words}`,
});

export const serverMessages = lineMessages(FORMAT, {
  protocol: message('protocol[ {capabilities}]…', {
    fields: { capabilities: list(word('a capability of the server')) },
    privacy: 'public',
    about: `the first line, which asks for the kind of client. \`${ANALYSIS}\`: the server takes analysis`,
    means: 'asks for the kind of client',
  }),
  username: bare('username', { privacy: 'public', about: 'what is your name?', means: 'asks for the name' }),
  password: bare('password', { privacy: 'public', about: 'what is your password?', means: 'asks for the password' }),
  info,
  setup: message('setup {game} {size} {komi} {time} {white} {black}[ {moves}]…', {
    fields: {
      game: wholeNumber(),
      size: wholeNumber(1),
      komi: points,
      time: milliseconds,
      white: ratedName,
      black: ratedName,
      moves: list(word('a move, then the milliseconds that its player has left after it')),
    },
    privacy: 'public',
    about: "a game begins, or goes on: size, komi, each player's milliseconds, both names, and the moves so far",
    means: ({ white, black, size, moves }) =>
      `a game: black ${black.name}, white ${white.name} on ${size}x${size}${moves.length === 0 ? '' : `, ${moves.length / 2} moves so far`}`,
    sizeIn: ({ size }) => size,
  }),
  genmove: message('genmove {color} {time}', {
    fields: { color, time: milliseconds },
    privacy: 'public',
    about: 'your turn; the milliseconds that you have left',
    means: ({ color: side, time }) => `asks for a move of ${side}, ${time} ms left`,
  }),
  play: message('play {color} {move} {time}', {
    fields: { color, move, time: milliseconds },
    privacy: 'public',
    about: "your opponent's move, and the milliseconds that your opponent has left. Your own moves are not sent",
    means: ({ color: side, move: word, time }) => `${side} ${describeMove(word)}, ${time} ms left`,
  }),
  gameover: message('gameover {date} {result}[ {text}]', {
    fields: { date, result, text: anything },
    privacy: 'public',
    about: 'the end of the game',
    means: ({ result: end, text: words }) =>
      `the end: ${end}${words === undefined || words === '' ? '' : `, ${words}`}`,
  }),
  error,
});

const dashOr = (what: string) => word(`${what}, or \`-\` in a running game`);

export const viewerServerMessages = lineMessages(FORMAT, {
  match: message('match {game} {date} {time} {size} {komi} {white} {black} {result}', {
    fields: {
      game: wholeNumber(),
      date: dashOr('the day'),
      time: dashOr('the time'),
      size: wholeNumber(1),
      komi: points,
      white: ratedName,
      black: ratedName,
      result: dashOr('the result'),
    },
    privacy: 'public',
    about: 'a game that is finished, runs, or has just begun',
    means: ({ game, white, black }) => `game ${game}: black ${black.name}, white ${white.name}`,
  }),
  setup: message('setup {game} {date} {time} {size} {komi} {white} {black} {main}[ {moves}]…', {
    fields: {
      game: wholeNumber(),
      date: dashOr('the day'),
      time: dashOr('the time'),
      size: wholeNumber(1),
      komi: points,
      white: ratedName,
      black: ratedName,
      main: milliseconds,
      moves: list(
        word('a move, then the milliseconds that its player has left after it; at last the result of a finished game'),
      ),
    },
    privacy: 'public',
    about: 'the answer to `observe`. `setup GAME ?`: there is no such game',
    means: ({ game }) => `game ${game} so far`,
    sizeIn: ({ size }) => size,
  }),
  unknown: message('setup {game} ?', {
    fields: { game: wholeNumber() },
    privacy: 'public',
    about: 'there is no such game',
    means: ({ game }) => `there is no game ${game}`,
  }),
  move: message('update {game} {move} {time}', {
    fields: { game: wholeNumber(), move, time: milliseconds },
    privacy: 'public',
    about: 'a move of a game that is watched',
    means: ({ game, move: word }) => `game ${game}: ${describeMove(word)}`,
  }),
  end: message('update {game} {result}', {
    fields: { game: wholeNumber(), result },
    privacy: 'public',
    about: 'the end of a game that is watched',
    means: ({ game, result: end }) => `game ${game}: the end, ${end}`,
  }),
  gameover: message('gameover {game} {result} {white} {black}', {
    fields: { game: wholeNumber(), result, white: milliseconds, black: milliseconds },
    privacy: 'public',
    about: 'the end of any game, with the milliseconds that white and black have used',
    means: ({ game, result: end }) => `game ${game} is over: ${end}`,
  }),
  info,
  error,
});

export type ServerMessage = MessageOfLineCodec<typeof serverMessages>;
export type ViewerServerMessage = MessageOfLineCodec<typeof viewerServerMessages>;

export const parseServerMessage = (line: string): Result<ServerMessage> => serverMessages.read(line);

function describeMove(word: string): string {
  if (/^pass$/i.test(word)) return 'passes';
  return /^resign$/i.test(word) ? 'resigns' : `plays ${word}`;
}
