import type { Color } from '../../rules/color.ts';
import {
  type FieldCodec,
  type MultiFieldCodec,
  oneOf,
  pick,
  restOfLine,
  text,
  wholeNumber,
  word,
} from '../messages/field-codec.ts';
import { lineMessages, type MessageOfLineCodec } from '../messages/line-messages.ts';
import { message } from '../messages/message-description.ts';

const FORMAT = { delimiter: ' ' };
const anything = restOfLine(text());
const name = word('a name', (written) => written !== '');
const count = wholeNumber(0);
const gameNumber = wholeNumber(1);
const anyCount = wholeNumber(-1);

/** Points with a decimal. */
const points: FieldCodec<number> = {
  description: 'points with one decimal',
  read: (written) => (/^-?\d{1,5}(?:\.\d)?$/.test(written) ? Number(written) : undefined),
  write: (value) => value.toFixed(1),
  sample: (random) => random(200) / 2,
};

export interface NumberedMove {
  /** The number of the move, from 0. Handicap stones have number 0. */
  readonly number: number;
  readonly color: Color;
  /** `Q16`, `Pass` or `Handicap 3`. Captured stones may follow. */
  readonly move: string;
}

const numberedMove: MultiFieldCodec<NumberedMove> = {
  description:
    "the move's number from 0, padded to three characters, `(B)` or `(W)`, then `Q16`, `Pass` or `Handicap 3`",
  isSpread: true,
  isRestOfLine: true,
  read(written) {
    const [, number, side, move] = /^ {0,2}(\d{1,4})\(([BW])\): (\S.*)$/.exec(written) ?? [];
    if (number === undefined || move === undefined) return undefined;
    return { number: Number(number), color: side === 'B' ? 'black' : 'white', move };
  },
  write: ({ number, color, move }) => `${String(number).padStart(3)}(${color === 'black' ? 'B' : 'W'}): ${move}`,
  sample: (random) => ({
    number: random(400),
    color: pick(random, ['black', 'white']),
    move: pick(random, ['Q16', 'Pass', 'Handicap 3']),
  }),
};

/** The states in the prompt `1 STATE`. */
export const STATES = { login: '0', password: '1', idle: '5', playing: '6', scoring: '7', observing: '8' } as const;

/** A line whose text is for users, or is made elsewhere. */
const words = (about: string, means?: string) =>
  ({
    fields: { text: anything },
    privacy: 'public',
    about,
    means: ({ text: said }: { readonly text: string }) => (means === undefined ? said : `${means}: ${said}`),
  }) as const;

export const serverMessages = lineMessages(FORMAT, {
  prompt: message('1 {state}', {
    fields: { state: oneOf(Object.values(STATES)) },
    privacy: 'public',
    about: 'the next command may come: `1` password, `5` idle, `6` playing, `7` dead stones are marked, `8` observing',
    means: ({ state }) => `may go on (state ${state})`,
  }),
  shutdown: message('4 {text}', words('the server goes down', 'goodbye')),
  error: message('5 {text}', words('refused', 'no')),
  games: message('7 {text}', words('a line of the list of games', 'game')),
  help: message('8 {text}', words('a line of help, between two lines `8 File`', 'help')),
  information: message('9 {text}', words('everything that has no number of its own', 'information')),
  kibitz: message('11 {text}', {
    fields: { text: anything },
    privacy: 'private',
    about: 'two lines: who speaks to those who watch which game, and the text',
    means: 'a spectator speaks',
  }),
  header: message(
    '15 Game {game} {type}: {white} ({whiteCaptures} {whiteSeconds} {whiteStones}) vs {black} ({blackCaptures} {blackSeconds} {blackStones})',
    {
      fields: {
        game: gameNumber,
        type: word('the type, `I`'),
        white: name,
        whiteCaptures: count,
        whiteSeconds: count,
        whiteStones: anyCount,
        black: name,
        blackCaptures: count,
        blackSeconds: count,
        blackStones: anyCount,
      },
      privacy: 'public',
      about:
        'the game of the following moves. For each player: captured stones, seconds, and the stones to be played in these, -1 in main time',
      means: ({ game, white, black }) => `game ${game}: black ${black}, white ${white}`,
    },
  ),
  move: message('15 {move}', {
    fields: { move: numberedMove },
    privacy: 'public',
    about: 'a move of the game of the last header; to both players and to those who watch',
    means: ({ number, color, move }) => `move ${number}, ${color}: ${move}`,
  }),
  said: message('19 *{from}*: {text}', {
    fields: { from: name, text: anything },
    privacy: 'private',
    about: 'the opponent says',
    means: ({ from }) => `a message from ${from}`,
  }),
  score: message('20 {white} (W:O): {whitePoints} to {black} (B:#): {blackPoints}', {
    fields: { white: name, whitePoints: points, black: name, blackPoints: points },
    privacy: 'public',
    about: 'the area of both sides, komi included',
    means: ({ whitePoints, blackPoints }) => `the score: black ${blackPoints}, white ${whitePoints}`,
  }),
  shouted: message('21 !{from}!: {text}', {
    fields: { from: name, text: anything },
    privacy: 'private',
    about: 'a player speaks to all',
    means: ({ from }) => `${from} speaks to all`,
  }),
  news: message('21 {text}', words('players who join and leave, starts and ends of games', 'news')),
  position: message(
    '22 {text}',
    words('a line of a position: a player, or a column from the left with its points from the top', 'position'),
  ),
  stored: message('23 {text}', words('an adjourned game, `white-black`', 'an adjourned game')),
  told: message('24 *{from}*: {text}', {
    fields: { from: name, text: anything },
    privacy: 'private',
    about: 'a player tells you; `SYSTEM`: the opponent asks to take a move back',
    means: ({ from }) => `a message from ${from}`,
  }),
  who: message('27 {text}', words('a line of the list of players', 'players')),
  undo: message('28 {text}', words('a move was taken back', 'taken back')),
  results: message('25 {text}', words('a line of results, between two lines `25 File`', 'results')),
  channel: message('32 {channel}:{from}: {text}', {
    fields: { channel: word('the number of the channel'), from: name, text: anything },
    privacy: 'private',
    about: 'a player speaks on the channel',
    means: ({ from }) => `${from} speaks on the channel`,
  }),
  version: message('39 {text}', words('the server and the date', 'server')),
  userlist: message('42 {text}', words('a line of the other list of players', 'players')),
  removed: message('49 Game {game} {player} is removing @ {point}', {
    fields: { game: gameNumber, player: name, point: word('a point') },
    privacy: 'public',
    about: 'the chain at this point is dead; `9 Removing @ Q16` says the same to other clients',
    means: ({ player, point }) => `${player} marks the chain at ${point} as dead`,
  }),
  adjournmentAsked: message('48 Game {game} {player} requests an adjournment', {
    fields: { game: gameNumber, player: name },
    privacy: 'public',
    about: 'the opponent asks to adjourn; two lines `9` say the same to other clients',
    means: ({ player }) => `${player} asks to adjourn`,
  }),
  notAdjourned: message('53 Game {game} adjournment is declined', {
    fields: { game: gameNumber },
    privacy: 'public',
    about: 'the opponent does not agree to adjourn',
    means: ({ game }) => `game ${game} is not adjourned`,
  }),
  sayInGame: message('51 Say in game {game}', {
    fields: { game: gameNumber },
    privacy: 'public',
    about: 'what the opponent says follows',
    means: 'the opponent speaks',
  }),
});

export type ServerMessage = MessageOfLineCodec<typeof serverMessages>;
