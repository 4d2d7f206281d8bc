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

const splitMessages = (read: (bytes: Buffer) => ReadResult<ReceivedMessage>) => (bytes: Buffer) => {
  const lines: string[] = [];
  let rest = bytes;
  for (let next = read(rest); next.kind === 'message'; next = read(rest)) {
    lines.push(next.message.text);
    rest = rest.subarray(next.length);
  }
  return { lines, rest };
};

/** Converts the binary actions of Gomokurs to text and back. */
export const gomokursActions = (version: Version): LineConversion => ({
  splitServerBytes: splitMessages((bytes) => readManager(bytes, version)),
  splitClientBytes: splitMessages((bytes) => readPlayer(bytes, version)),
  serverBytes: (line) => writeManager(line, version),
  clientBytes: (line) => writePlayer(line, version),
});
