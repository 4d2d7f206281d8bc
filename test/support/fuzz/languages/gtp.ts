import { makeResponse, parseCommand } from '../../../../src/engines/gtp/gtp-codec.ts';
import { utf8 } from '../../../../src/protocols/bytes.ts';
import { controllerCommands, engineCommands } from '../../../../src/protocols/gtp/messages.ts';
import type { LineCodec } from '../../../../src/protocols/messages/line-messages.ts';
import { LONGEST_SERVER_LINE, readLine } from '../../../../src/protocols/text-line.ts';
import { hasControlCharacter } from '../../../../src/sanitize-text.ts';
import { pick } from '../../clients/random.ts';
import { type AnyMessage, type CodecSide, lineSide } from '../codec-side.ts';
import { plainName } from '../hostile-text.ts';
import { lines, type ProtocolLanguage, SEEK, withLineEnds } from '../protocol-language.ts';
import { toReadOutcome } from '../read-outcome.ts';
import { messageGenerator } from './message-generator.ts';

const VERTICES = ['A1', 'c3', 'E5', 'D4', 'pass', 'PASS', 'T19'];

/** Commands without their ids, which are not in the tables. */
function commandSide<Message extends AnyMessage>(
  who: 'client' | 'server',
  table: LineCodec<Message>,
  often: Readonly<Record<string, number>>,
): CodecSide<Message> {
  return lineSide({
    who,
    parse: (line) => toReadOutcome(table.read(parseCommand(line)?.text ?? '')),
    make: table.make,
    generate: messageGenerator<Message>(table, {
      weights: often as { readonly [Kind in Message['kind']]?: number },
      fields: {
        size: (randomInt) => pick(randomInt, [5, 5, 9, 25]),
        vertex: (randomInt) => pick(randomInt, VERTICES),
        vertices: (randomInt) => pick(randomInt, [[], ['C3', 'C3'], ['C3', 'G7'], ['pass', 'A1', 'B2']]),
        stones: (randomInt) => 2 + randomInt(8),
        command: plainName,
      },
    }),
    variants: ['0012 genmove W', 'play\tb  e5 # why', '#', '7', '\u0001name', 'komi +6.50', 'time_left b -1.5 0'],
    faithful: (line, message) => (table.make(message) === line ? 'canonical' : 'kept'),
  });
}

const gtpController = commandSide('client', engineCommands, {
  play: 12,
  genmove: 8,
  boardsize: 3,
  clear_board: 3,
});
const gtpControllingServer = commandSide('server', controllerCommands, { play: 8, genmove: 6 });

interface Response extends AnyMessage {
  readonly kind: 'success' | 'failure';
  readonly id: string;
  readonly text: string;
}

/** Complete responses: all lines up to the empty line. */
const gtpResponses: CodecSide<Response> = {
  read(bytes) {
    if (bytes[0] !== 0x3d && bytes[0] !== 0x3f) {
      const line = readLine(bytes, LONGEST_SERVER_LINE);
      return line.kind === 'more' ? line : { ...line, message: { kind: 'problem', problem: 'no response' } };
    }
    const end = Buffer.from(bytes).indexOf('\n\n');
    if (end === -1)
      return bytes.length > LONGEST_SERVER_LINE
        ? { kind: 'broken', message: { kind: 'problem', problem: 'too long' } }
        : { kind: 'more' };
    const [, sign, id = '', rest = ''] =
      /^([=?])(\d*)(.*)$/s.exec(Buffer.from(bytes.subarray(0, end)).toString()) ?? [];
    const text = rest.startsWith(' ') ? rest.slice(1) : rest;
    const message: Response = { kind: sign === '=' ? 'success' : 'failure', id, text };
    return { kind: 'message', message: { kind: 'message', message }, length: end + 2 };
  },
  make: ({ kind, id, text }) => utf8(makeResponse(id, kind === 'success', text)),
  generate: (randomInt) => ({
    kind: randomInt(6) === 0 ? 'failure' : 'success',
    // An id of another command than the pending one ends the conversation.
    id: pick(randomInt, ['', '', '', '', '', '', '', '1', '2', '5', '6', '10']),
    text: pick(randomInt, [
      '',
      '2',
      'GNU Go',
      'play\ngenmove\nboardsize',
      'D4',
      'pass',
      'resign',
      'a5',
      '\n A B',
      'B2',
      'what',
    ]),
  }),
  variants: ['=', '= \n', '=1 \r\n\r\n', '?\n', '=1\n\n=2 pass\n\n=3\n'],
  roundTrip(written, { id, text }) {
    const isPlain =
      !hasControlCharacter(text.replaceAll('\n', '')) && /^(?:\n|[^\s\d])/.test(text) && !text.includes('\ufffd');
    const isMade = Buffer.from(written).toString().slice(1, -2) === `${id}${text.startsWith('\n') ? '' : ' '}${text}`;
    return isPlain && isMade ? 'canonical' : 'changed';
  },
};

export const gtpLanguages: readonly ProtocolLanguage[] = [
  {
    name: 'gtp',
    protocol: 'gtp',
    client: gtpController,
    server: gtpResponses,
    opening: ({ size }) => lines(`boardsize ${size}`, 'clear_board', 'play b C3', 'genmove w'),
    listener: (size) => `gtp?size=${size}`,
    player: { settings: 'size=5', beginning: () => withLineEnds('= 2\n', SEEK, '=\n', '=\n') },
  },
  {
    name: 'gtp-engine',
    protocol: 'gtp',
    client: gtpResponses,
    server: gtpControllingServer,
    opening: ({ name }) => lines('= play\ngenmove\n', '= 2\n', `= ${name}\n`, '=\n', '=\n', '=\n', '=\n', '=\n'),
    listener: (size) => `gtp?as=controller&size=${size}`,
    // Our client is a controller, not an engine.
  },
];
