import { makeColor, parseCommand, parseHead } from '../../engines/gtp/gtp-codec.ts';
import type { Result } from '../../result.ts';
import type { Color } from '../../rules/color.ts';
import {
  type FieldCodec,
  list,
  nonEmptyText,
  oneOf,
  pick,
  restOfLine,
  text,
  wholeNumber,
  word,
} from '../messages/field-codec.ts';
import { lineMessages, type MessageOfLineCodec } from '../messages/line-messages.ts';
import { bare, message } from '../messages/message-description.ts';
import { type ProtocolMessages, tableMessages } from '../messages/protocol-messages.ts';
import { LARGEST_BOARD, ROLES } from './listener-settings.ts';

/** The error texts are those of the specification and of GNU Go. */
const FORMAT = { delimiter: ' ', unknown: () => 'unknown command' };
const NO_PLACE = 'invalid color or coordinate';

const COLOR_WORDS: ReadonlyMap<string, Color> = new Map([
  ['b', 'black'],
  ['black', 'black'],
  ['w', 'white'],
  ['white', 'white'],
]);

const color: FieldCodec<Color> = {
  description: '`b`, `w`, `black` or `white`, in either case',
  problem: NO_PLACE,
  read: (written) => COLOR_WORDS.get(written.toLowerCase()),
  write: makeColor,
  sample: (random) => pick(random, ['black', 'white']),
};

const VERTEX = /^(?:[a-hj-z][1-9][0-9]?|pass)$/i;

const vertex: FieldCodec<string> = {
  ...word('a letter without I and a number from below such as `E5`, or `pass`', (written) => VERTEX.test(written)),
  problem: NO_PLACE,
  sample: (random) => pick(random, ['E5', 'C3', 'pass', 'T19']),
};

const size = { ...wholeNumber(2, LARGEST_BOARD), problem: 'unacceptable size' };
/** Some controllers send their largest number to mean no limit. */
const count = wholeNumber(0, 2_147_483_647);
const stones = { ...wholeNumber(2, 9), problem: 'invalid number of stones' };

/** A komi has at most two decimals. */
const komi: FieldCodec<number> = {
  description: 'a number with two decimals at most',
  problem: 'komi not a float',
  read: (written) => (/^[+-]?[0-9]{1,4}(?:\.[0-9]{1,2}0*)?$/.test(written) ? Number(written) + 0 : undefined),
  write: String,
  sample: (random) => random(20) / 2 - 2,
};

/** Whole seconds. Fractions, which some controllers send, are truncated. */
const seconds: FieldCodec<number> = {
  description: 'seconds',
  read: (written) => (/^-?[0-9]{1,10}(?:\.[0-9]{1,6})?$/.test(written) ? Math.trunc(Number(written)) + 0 : undefined),
  write: String,
  sample: (random) => random(1_000),
};

const about = (text: string) => ({ privacy: 'public', about: text, usage: 'syntax error' }) as const;

/** The commands of both directions. */
const COMMANDS = {
  protocol_version: bare('protocol_version', { ...about('answered by 2'), means: 'asks for the version of GTP' }),
  name: bare('name', { ...about("answered by the engine's name"), means: 'asks for the name' }),
  version: bare('version', { ...about("answered by the engine's version"), means: 'asks for the version' }),
  list_commands: bare('list_commands', {
    ...about('answered by the commands of the engine, one a line'),
    means: 'asks for the commands',
  }),
  quit: bare('quit', { ...about('answered, and the connection is closed'), means: 'says goodbye' }),
  boardsize: message('boardsize {size}', {
    fields: { size },
    ...about('sets the size and clears the board'),
    means: ({ size }) => `a board of ${size}x${size}`,
    sizeIn: ({ size }) => size,
  }),
  clear_board: bare('clear_board', { ...about('a new game begins'), means: 'a new game' }),
  komi: message('komi {komi}', {
    fields: { komi },
    ...about("white's points"),
    means: (said) => `komi ${said.komi}`,
  }),
  fixed_handicap: message('fixed_handicap {stones}', {
    fields: { stones },
    ...about('black has so many stones on the usual points; answered by the points'),
    means: (said) => `${said.stones} handicap stones`,
  }),
  set_free_handicap: message('set_free_handicap[ {vertices}]…', {
    fields: { vertices: list({ ...vertex, problem: 'bad vertex list' }) },
    ...about('black has these stones'),
    means: (said) => `${said.vertices.length} handicap stones`,
  }),
  place_free_handicap: message('place_free_handicap {stones}', {
    fields: { stones },
    ...about(
      'the engine, or the opponent for whom it speaks, is black and chooses so many handicap stones; answered by the points',
    ),
    means: (said) => `asks for ${said.stones} handicap stones`,
  }),
  time_settings: message('time_settings {main} {period} {stones}', {
    fields: { main: count, period: count, stones: count },
    ...about('seconds of main time, then of a period for that many stones; a period for no stones means no limit'),
    means: (said) => `${said.main} s, then ${said.stones} stones in ${said.period} s`,
  }),
  time_left: message('time_left {color} {seconds} {stones}', {
    fields: { color, seconds, stones: count },
    ...about('the time of one side; with stones, that of the period'),
    means: (said) => `${said.color} has ${said.seconds} s${said.stones === 0 ? '' : ` for ${said.stones} stones`}`,
  }),
  play: message('play {color} {vertex}', {
    fields: { color, vertex },
    ...about('a move'),
    means: (said) => `${said.color} plays ${said.vertex}`,
  }),
  genmove: message('genmove {color}', {
    fields: { color },
    ...about('asks for a move, which is the answer'),
    means: (said) => `asks for a move of ${said.color}`,
  }),
};

/** The commands that our engine receives. */
export const engineCommands = lineMessages(FORMAT, {
  ...COMMANDS,
  known_command: message('known_command {command}', {
    fields: { command: word('a command') },
    ...about('answered by `true` or `false`'),
    means: (said) => `asks whether ${said.command} is a command`,
  }),
  undo: bare('undo', { ...about('takes back a move before the game has begun'), means: 'takes back a move' }),
  final_score: bare('final_score', {
    ...about('after two passes: `B+3.5`, `W+0.5` or `0`, the area with komi'),
    means: 'asks for the score',
  }),
  final_status_list: message('final_status_list {status}', {
    fields: { status: oneOf(['alive', 'seki', 'dead']) },
    ...about('after two passes: all stones are alive, one chain a line'),
    means: (said) => `asks which stones are ${said.status}`,
  }),
  showboard: bare('showboard', { ...about('the board as text for display'), means: 'asks for the board' }),
});

/** The commands that our controller sends. */
export const controllerCommands = lineMessages(FORMAT, {
  ...COMMANDS,
  'kata-set-rules': message('kata-set-rules {rules}', {
    fields: { rules: restOfLine(nonEmptyText()) },
    ...about('area scoring with all stones alive, no suicide, positional superko; only if the engine lists it'),
    means: 'the rules',
  }),
  'kgs-rules': message('kgs-rules {rules}', {
    fields: { rules: restOfLine(nonEmptyText()) },
    ...about('the ruleset, if the engine lists it and `kata-set-rules` not'),
    means: (said) => `${said.rules} rules`,
  }),
  'kata-time_settings': message('kata-time_settings {settings}', {
    fields: { settings: restOfLine(nonEmptyText()) },
    ...about('the time control in the words of KataGo, if the engine lists it'),
    means: (said) => `time: ${said.settings}`,
  }),
  'kgs-time_settings': message('kgs-time_settings {settings}', {
    fields: { settings: restOfLine(nonEmptyText()) },
    ...about('the time control in the words of KGS, if the engine lists it'),
    means: (said) => `time: ${said.settings}`,
  }),
  final_status_list: message('final_status_list {status}', {
    fields: { status: oneOf(['dead']) },
    ...about('after two passes, if the opponent can mark dead stones and the engine lists it: the dead stones'),
    means: 'asks for the dead stones',
  }),
  'kgs-genmove_cleanup': message('kgs-genmove_cleanup {color}', {
    fields: { color },
    ...about('in place of `genmove`, if the engine lists it: dead stones are captured before a pass'),
    means: (said) => `asks for a move of ${said.color}`,
  }),
});

/** The lines of responses: the first line, and the others up to an empty line. */
const responses = lineMessages(FORMAT, {
  success: message('=[ {text}]', {
    fields: { text: restOfLine(text()) },
    ...about('the command is carried out; the text is its result, and an empty line ends it'),
    means: (said) => (said.text === undefined ? 'done' : `answers ${said.text}`),
  }),
  failure: message('?[ {text}]', {
    fields: { text: restOfLine(text()) },
    ...about('the command is not carried out, and an empty line follows'),
    means: (said) => `no${said.text === undefined ? '' : `: ${said.text}`}`,
  }),
  more: message('{text}', {
    fields: { text: restOfLine(text()) },
    ...about('a further line of a response; an empty one is its end'),
    means: (said) => (said.text === '' ? 'the end of the response' : 'more of the response'),
  }),
});

export type EngineCommand = MessageOfLineCodec<typeof engineCommands>;

/** The commands that our engine knows, in alphabetical order. */
export const ENGINE_COMMANDS: readonly string[] = engineCommands.rows.map(({ kind }) => kind).sort();

/** Reads a command without its id. The problem is the text of the error response. */
export const readEngineCommand = (line: string): Result<EngineCommand> => engineCommands.read(line);

const isResponse = (line: string): boolean => parseHead(line) !== undefined;

/** A line without its id, because the tables have no ids. */
function withoutId(line: string): string {
  const head = parseHead(line);
  if (head === undefined) return parseCommand(line)?.text ?? '';
  return `${head.ok ? '=' : '?'}${head.text === '' ? '' : ` ${head.text}`}`;
}

/** The first line shows which side is the controller: an engine sends only responses, which begin with `=` or `?`. */
export const messages: ProtocolMessages = tableMessages({
  client: [engineCommands, responses],
  server: [responses, controllerCommands],
  dialects: ROLES,
  openTableChoice() {
    let role = 0;
    let isKnown = false;
    return (side, line) => {
      if (!isKnown) role = isResponse(line) === (side === 'client') ? 1 : 0;
      isKnown = true;
      return role;
    };
  },
  normalize: withoutId,
});
