import type { ReadResult } from '../../../../src/protocols/bytes.ts';
import {
  type MalformedAction,
  type ManagerAction,
  makeManagerAction,
  makePlayerAction,
  managerActions,
  type PlayerAction,
  parseManagerAction,
  parsePlayerAction,
  playerActions,
} from '../../../../src/protocols/gomokurs/messages.ts';
import type { Version } from '../../../../src/protocols/gomokurs/protocol-version.ts';
import { pick } from '../../clients/random.ts';
import type { CodecSide, ReadOutcome } from '../codec-side.ts';
import { anyText } from '../hostile-text.ts';
import type { ProtocolLanguage } from '../protocol-language.ts';
import { messageGenerator } from './message-generator.ts';

function toReadResult<Action extends { readonly kind: string }>(
  read: ReadResult<Action | MalformedAction>,
): ReadResult<ReadOutcome<Action>> {
  if (read.kind === 'more') return read;
  const { message } = read;
  if (isMalformed(message)) return { ...read, message: { kind: 'problem', problem: message.problem } };
  return { ...read, message: { kind: 'message', message } };
}

const isMalformed = (message: { readonly kind: string }): message is MalformedAction => message.kind === 'malformed';

const gomokursClient = (version: Version): CodecSide<PlayerAction> => ({
  read: (bytes) => toReadResult(parsePlayerAction(bytes, version)),
  make: (action) => makePlayerAction(action, version),
  generate: messageGenerator<PlayerAction>(playerActions[version], {
    weights: { play: 9, ready: 4, message: 2 },
    fields: {
      version: (randomInt) => (randomInt(3) > 0 ? version : anyText(randomInt)),
      text: (randomInt) => (randomInt(3) > 0 ? anyText(randomInt) : `name="${anyText(randomInt)}", version="1.0"`),
    },
  }),
  variants: [],
  roundTrip: () => 'canonical',
});

const gomokursServer = (version: Version): CodecSide<ManagerAction> => ({
  read: (bytes) => toReadResult(parseManagerAction(bytes, version)),
  make: (action) => makeManagerAction(action, version),
  generate: messageGenerator<ManagerAction>(managerActions[version], {
    weights: { turn: 6, begin: 3, start: 2, board: 2, compatible: 2 },
    fields: {
      size: (randomInt) => pick(randomInt, [5, 5, 20, 255]),
      text: (randomInt) => pick(randomInt, ['timeout_turn 30000', 'time_left 5', 'rule 1', anyText(randomInt)]),
    },
  }),
  variants: [],
  // Managers write the owners of a board in two ways. Both are read.
  roundTrip: (_, { kind }) => (kind === 'board' ? 'kept' : 'canonical'),
});

const language = (
  name: string,
  version: Version,
  hello: string,
  ready: number,
  settings: string,
): ProtocolLanguage => ({
  name,
  protocol: 'gomokurs',
  client: gomokursClient(version),
  server: gomokursServer(version),
  opening: () => [Buffer.from(hello, 'latin1'), Uint8Array.of(ready)],
  listener: (_size, randomInt) =>
    `gomokurs?size=5${pick(randomInt, ['', '', '&info=1', '&about=1', '&rule=renju', '&turn=1&match=5'])}`,
  player: { settings, beginning: () => ['\0', '\x01\x05', version === '0.1.0' ? '\x03' : '\x04'] },
});

export const gomokursLanguages: readonly ProtocolLanguage[] = [
  language('gomokurs', '0.1.0', '\x0a\0\0\0\x050.1.0', 0x0b, ''),
  language('gomokurs-0.2', '0.2.0', '\x0c\0\0\0\x050.2.0', 0x0d, 'version=0.2.0'),
];
