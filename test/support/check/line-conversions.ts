import type { ReceivedMessage } from '../../../src/protocols/conformance/dialogue-language.ts';
import {
  readManager,
  readPlayer,
  writeManager,
  writePlayer,
} from '../../../src/protocols/gomokurs/conformance/action-text.ts';
import type { Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import type { ReadResult } from '../../../src/protocols/message-read-result.ts';
import type { LineConversion } from './faulty-server.ts';

const cut = (read: (bytes: Buffer) => ReadResult<ReceivedMessage>) => (bytes: Buffer) => {
  const lines: string[] = [];
  let rest = bytes;
  for (let next = read(rest); next.kind === 'message'; next = read(rest)) {
    lines.push(next.message.text);
    rest = rest.subarray(next.length);
  }
  return { lines, rest };
};

/** Gomokurs in words and back. */
export const actions = (version: Version): LineConversion => ({
  told: cut((bytes) => readManager(bytes, version)),
  asked: cut((bytes) => readPlayer(bytes, version)),
  tell: (line) => writeManager(line, version),
  ask: (line) => writePlayer(line, version),
});
