import type { Interpreter, Messages, Reading } from '../messages/message-interpreter.ts';
import type { Privacy } from '../messages/message-table.ts';
import type { Read } from '../server-session-base.ts';
import {
  type Malformed,
  managerActions,
  parseManagerAction,
  parseOpening,
  parsePlayerAction,
  parseReply,
  playerActions,
} from './messages.ts';
import type { Version } from './protocol-version.ts';

/** The number of PROTOCOL VERSION in version 0.2.0. */
const LATER_OPENING = playerActions['0.2.0'].numberOf('protocol-version');

const PROBLEMS: Readonly<Record<Malformed['problem'], string>> = {
  'no-such-action': 'no action has that number',
  'too-long': 'longer than any action',
  'not-utf8': 'not UTF-8',
  'bad-value': 'a value that means nothing',
};

export const messages: Messages = {
  open: openInterpreter,
  // The later version has every action, and each action knows its numbers in both.
  tables: { player: playerActions['0.2.0'], manager: managerActions['0.2.0'] },
};

const STRICTEST = playerActions['0.2.0'].strictest;

/** Says what the messages of one conversation mean. The first one tells by which numbers the others are read. */
function openInterpreter(): Interpreter {
  let version: Version | undefined;
  let isAnswered = false;
  let known: { readonly size?: number } = {};
  return {
    isBinary: true,
    strictest: STRICTEST,
    client(bytes) {
      if (version !== undefined) {
        const actions = playerActions[version];
        return reading(parsePlayerAction(bytes, version), (action) =>
          wellFormed(actions.nameOf(action), actions.describe(action, known), actions.privacyOf(action)),
        );
      }
      const read = reading(parseOpening(bytes), (opening) =>
        wellFormed(
          'PROTOCOL VERSION',
          opening.version === undefined ? 'speaks a version unknown here' : `speaks version ${opening.version}`,
          'public',
        ),
      );
      // What is opened with a version that nobody knows is refused, and its number tells how to read what follows.
      if (read.kind !== 'more') version = bytes[0] === LATER_OPENING ? '0.2.0' : '0.1.0';
      return read;
    },
    server(bytes) {
      const parse = isAnswered ? parseManagerAction : parseReply;
      const actions = managerActions[version ?? '0.1.0'];
      return reading(parse(bytes, version ?? '0.1.0'), (action) => {
        isAnswered = true;
        const size = actions.sizeIn(action);
        if (size !== undefined) known = { size };
        return wellFormed(actions.nameOf(action), actions.describe(action, known), actions.privacyOf(action));
      });
    },
  };
}

function reading<Action extends { readonly kind: string }>(
  read: Read<Action | Malformed>,
  explain: (action: Exclude<Action, Malformed>) => Reading,
): Read<Reading> {
  if (read.kind === 'more') return read;
  const { message } = read;
  return {
    ...read,
    message: isMalformed(message) ? malformed(message) : explain(message as Exclude<Action, Malformed>),
  };
}

const isMalformed = (message: { readonly kind: string }): message is Malformed => message.kind === 'malformed';

const malformed = ({ problem }: Malformed): Reading => ({
  action: 'MALFORMED',
  meaning: PROBLEMS[problem],
  isWellFormed: false,
  privacy: STRICTEST,
});

const wellFormed = (action: string, meaning: string, privacy: Privacy): Reading => ({
  action,
  meaning,
  isWellFormed: true,
  privacy,
});
