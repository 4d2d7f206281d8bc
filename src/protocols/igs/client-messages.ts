import { type FieldCodec, nonEmptyText, pick, restOfLine, text, wholeNumber, word } from '../messages/field-codec.ts';
import { lineMessages, type MessageOfLineCodec } from '../messages/line-messages.ts';
import { bare, message } from '../messages/message-description.ts';

const FORMAT = { delimiter: ' ' };
const anything = restOfLine(text());
const words = restOfLine(nonEmptyText());
const game = wholeNumber(1);
const name = word('a name', (written) => /^[^\s"]{1,40}$/.test(written));

const COLORS: ReadonlyMap<string, 'black' | 'white' | 'drawn'> = new Map([
  ['b', 'black'],
  ['w', 'white'],
  ['n', 'drawn'],
]);

/** A colour: `B` black, `W` white, in either case. `N`: the server chooses. */
const color: FieldCodec<'black' | 'white' | 'drawn'> = {
  description: '`B` black, `W` white, `N` drawn; of the sender',
  read: (written) => COLORS.get(written.toLowerCase()),
  write: (value) => ({ black: 'B', white: 'W', drawn: 'N' })[value],
  sample: (random) => pick(random, ['black', 'white', 'drawn']),
};

const point: FieldCodec<string> = {
  description: '`Q16`, in either case: letter without I, then the row from the bottom',
  read: (written) => (/^[a-hj-z]\d{1,2}$/i.test(written) ? written.toUpperCase() : undefined),
  write: (value) => value,
  sample: (random) => pick(random, ['Q16', 'D4', 'J9']),
};

const komi: FieldCodec<number> = {
  description: 'a number of points, at most one decimal',
  read: (written) => (/^-?\d{1,3}(?:\.[05])?$/.test(written) ? Number(written) : undefined),
  write: String,
  sample: (random) => random(20) / 2,
};

/** A command about the player's own game, or about a game by its number. */
const aboutGame = <const Word extends string>(verb: Word, about: string, means: string) =>
  message(`${verb}[ {game}]`, { fields: { game }, privacy: 'public', about, means });

/** The first line of a client. */
export const nameMessages = lineMessages(FORMAT, {
  name: message('{name}', {
    fields: { name: word('2 to 10 letters and digits') },
    privacy: 'public',
    about: 'the answer to `Login: `',
    means: ({ name: written }) => `is ${written}`,
  }),
});

/** The second line of a client. */
export const passwordMessages = lineMessages(FORMAT, {
  password: message('{password}', {
    fields: { password: anything },
    privacy: 'secret',
    about: 'the answer to `1 1`. For a name that is not reserved it is ignored and reserves nothing',
    means: 'sends its password',
  }),
});

export const commandMessages = lineMessages(FORMAT, {
  toggle: message('toggle {what}[ {value}]', {
    fields: { what: word('a word such as `client`, `quiet`, `open`, `looking`'), value: anything },
    privacy: 'public',
    about: 'switches a setting on or off; without a value, the other way. `set` is the same',
    means: ({ what, value = '' }) => `sets ${what} ${value}`,
  }),
  match: message('match {name} {color} {size} {minutes} {byoMinutes}', {
    fields: { name, color, size: wholeNumber(), minutes: wholeNumber(), byoMinutes: wholeNumber() },
    privacy: 'public',
    about: 'asks for a game, or accepts one in the same words: 25 stones in each period; `0 0` is no clock',
    means: ({ name: other, size }) => `asks ${other} for a game on ${size}x${size}`,
  }),
  nmatch: message('nmatch {name} {color} {handicap} {size} {seconds} {byoSeconds} {byoStones}[ {more}]', {
    fields: {
      name,
      color,
      handicap: wholeNumber(),
      size: wholeNumber(),
      seconds: wholeNumber(),
      byoSeconds: wholeNumber(),
      byoStones: wholeNumber(),
      more: anything,
    },
    privacy: 'public',
    about: 'the same with handicap stones and seconds. Anything but zeros after that is refused',
    means: ({ name: other, size, handicap }) => `asks ${other} for a game on ${size}x${size}, handicap ${handicap}`,
  }),
  decline: message('decline {name}', {
    fields: { name },
    privacy: 'public',
    about: 'refuses the game that this player asks for',
    means: ({ name: other }) => `refuses a game with ${other}`,
  }),
  withdraw: message('withdraw[ {name}]', {
    fields: { name },
    privacy: 'public',
    about: 'takes back its own request for a game',
    means: 'takes back its request',
  }),
  seek: message('seek[ {terms}]', {
    fields: { terms: anything },
    privacy: 'public',
    about:
      '`seek SIZE [MINUTES BYOMINUTES]` waits for any opponent, `seek cancel` no longer. Other forms only get a prompt',
    means: ({ terms = '' }) => `seeks an opponent: ${terms}`,
  }),
  move: message('{point}[ {game}]', {
    fields: { point, game },
    privacy: 'public',
    about: 'a stone',
    means: ({ point: place }) => `plays ${place}; while dead stones are marked: its chain is dead`,
  }),
  pass: aboutGame('pass', 'passes', 'passes'),
  resign: aboutGame('resign', 'gives up the game', 'resigns'),
  undoplease: aboutGame('undoplease', 'asks to take back its last move', 'asks to take a move back'),
  undo: aboutGame(
    'undo',
    'the same, or agrees to it; while dead stones are marked: all of them live again',
    'takes a move back, or marks no stone as dead',
  ),
  noundo: aboutGame('noundo', 'does not agree to it', 'takes nothing back'),
  done: aboutGame('done', 'accepts the stones that are marked as dead', 'accepts the dead stones'),
  adjourn: aboutGame('adjourn', 'asks to adjourn, or agrees to it; `decline adjourn` does not', 'asks to adjourn'),
  score: aboutGame('score', 'the area now', 'asks for the score'),
  time: aboutGame('time', 'both clocks', 'asks for the clocks'),
  refresh: aboutGame('refresh', 'the board as a drawing', 'asks for a drawing of the board'),
  handicap: message('handicap {stones}', {
    fields: { stones: wholeNumber() },
    privacy: 'public',
    about: 'is refused unless the game has so many: `nmatch` has the handicap',
    means: ({ stones }) => `asks for ${stones} handicap stones`,
  }),
  komi: message('komi {points}', {
    fields: { points: komi },
    privacy: 'public',
    about:
      "before a game: the komi that its next requests ask for. During a game it is refused unless it is the game's",
    means: ({ points }) => `asks for a komi of ${points}`,
  }),
  free: bare('free', { privacy: 'public', about: 'is refused during a game', means: 'asks for an unrated game' }),
  unfree: bare('unfree', { privacy: 'public', about: 'is refused during a game', means: 'asks for a rated game' }),
  addtime: message('addtime {minutes}', {
    fields: { minutes: wholeNumber() },
    privacy: 'public',
    about: 'is refused here',
    means: ({ minutes }) => `gives its opponent ${minutes} more minutes`,
  }),
  games: message('games[ {game}]', {
    fields: { game },
    privacy: 'public',
    about: 'the running games, or one. `game N` is the same',
    means: 'asks for games',
  }),
  moves: message('moves {game}', {
    fields: { game },
    privacy: 'public',
    about: 'all moves of a game',
    means: ({ game: id }) => `asks for the moves of game ${id}`,
  }),
  status: message('status {game}', {
    fields: { game },
    privacy: 'public',
    about: 'the position of a game',
    means: ({ game: id }) => `asks for the position of game ${id}`,
  }),
  all: message('all[ {game}]', {
    fields: { game },
    privacy: 'public',
    about: 'who observes a game',
    means: 'asks who observes',
  }),
  observe: message('observe {game}', {
    fields: { game },
    privacy: 'public',
    about: 'watches a game; again: no longer',
    means: ({ game: id }) => `watches game ${id}`,
  }),
  unobserve: aboutGame('unobserve', 'watches a game no longer, or none', 'stops watching'),
  who: message('who[ {which}]', {
    fields: { which: anything },
    privacy: 'public',
    about: 'the players, two in a line. `user` is the same',
    means: 'asks for the players',
  }),
  userlist: message('userlist[ {which}]', {
    fields: { which: anything },
    privacy: 'public',
    about: 'the players, one in a line',
    means: 'asks for the players',
  }),
  stats: message('stats[ {name}]', {
    fields: { name },
    privacy: 'public',
    about: 'what is known of a player',
    means: ({ name: other = 'itself' }) => `asks about ${other}`,
  }),
  results: message('results[ {name}]', {
    fields: { name },
    privacy: 'public',
    about: 'the last games of Go of a player',
    means: ({ name: other = 'itself' }) => `asks for the results of ${other}`,
  }),
  stored: message('stored[ {name}]', {
    fields: { name },
    privacy: 'public',
    about: 'the adjourned games of the account, `white-black` each; or those with one opponent',
    means: 'asks for adjourned games',
  }),
  load: message('load {which}', {
    fields: { which: anything },
    privacy: 'public',
    about: '`load WHITE-BLACK`, or its number: goes on with an adjourned game once the opponent does the same',
    means: 'asks for an adjourned game',
  }),
  tell: message('tell {name} {words}', {
    fields: { name, words },
    privacy: 'private',
    about: 'to one player',
    means: ({ name: other }) => `sends a message to ${other}`,
  }),
  message: message('message[ {words}]', {
    fields: { words },
    privacy: 'private',
    about:
      '`message NAME TEXT` is refused: nothing is kept for a player who is not here. Without a text: there are no messages',
    means: ({ words: text }) => (text === undefined ? 'asks for messages' : 'leaves a message'),
  }),
  say: message('say {words}', {
    fields: { words },
    privacy: 'private',
    about: 'to the opponent',
    means: 'sends a message to the opponent',
  }),
  kibitz: message('kibitz {words}', {
    fields: { words },
    privacy: 'private',
    about: '`kibitz [GAME] TEXT`: to those who watch the game',
    means: 'speaks to those who watch',
  }),
  shout: message('shout {words}', {
    fields: { words },
    privacy: 'private',
    about: 'to all',
    means: 'speaks to all',
  }),
  yell: message('yell {words}', {
    fields: { words },
    privacy: 'private',
    about: 'to all, on the channel. `chatter` and `;` are the same',
    means: 'speaks on the channel',
  }),
  help: message('help[ {topic}]', {
    fields: { topic: anything },
    privacy: 'public',
    about: 'the commands',
    means: 'asks for help',
  }),
  ayt: bare('ayt', {
    privacy: 'public',
    about: 'are you there? The answer is `9 yes`',
    means: 'asks whether the server answers',
  }),
  id: message('id[ {client}]', {
    fields: { client: anything },
    privacy: 'public',
    about: 'which program the client is',
    means: ({ client = '' }) => `is the program ${client}`,
  }),
  quit: bare('quit', {
    privacy: 'public',
    about: 'goodbye; a running game is lost. `exit` is the same',
    means: 'says goodbye',
  }),
});

export type ClientCommand = MessageOfLineCodec<typeof commandMessages>;

/** Other names of commands. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['set', 'toggle'],
  ['game', 'games'],
  ['user', 'who'],
  ['users', 'who'],
  ['ob', 'observe'],
  ['unob', 'unobserve'],
  ['chatter', 'yell'],
  [';', 'yell'],
  ['exit', 'quit'],
  ['bye', 'quit'],
  ['t', 'tell'],
]);

/** Commands with a text, in which spaces are preserved. */
const SPEECH: ReadonlySet<string> = new Set(['tell', 'message', 'say', 'kibitz', 'shout', 'yell']);

/** The form of a line in the table: the command's main name in lower case, and single spaces, except in chat texts. */
export function plainCommand(line: string): string {
  const [, first = '', more = ''] = /^(;|\S+)\s*(.*)$/.exec(line) ?? [];
  const verb = first.toLowerCase();
  const plain = ALIASES.get(verb) ?? verb;
  const rest = SPEECH.has(plain) ? more : more.replace(/\s+/g, ' ').trim();
  return rest === '' ? plain : `${plain} ${rest}`;
}

/** Commands of other servers that clients send automatically. The answer is only a prompt. */
export const MEANINGLESS: ReadonlySet<string> = new Set([
  'room',
  'channels',
  'join',
  'nmatchrange',
  'newrating',
  'rank',
  'info',
  'review',
  'friend',
  'refuse',
  'language',
  'keep',
]);

const COMMANDS: ReadonlySet<string> = new Set(commandMessages.rows.map(({ kind }) => kind));

/** Whether a line with this first word may be a command. */
export const isCommand = (word: string): boolean => COMMANDS.has(word);
