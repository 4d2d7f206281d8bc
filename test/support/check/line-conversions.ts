import type { ReadResult } from '../../../src/protocols/bytes.ts';
import type { ReceivedMessage } from '../../../src/protocols/conformance/dialogue-adapter.ts';
import {
  readManager,
  readPlayer,
  writeManager,
  writePlayer,
} from '../../../src/protocols/gomokurs/conformance/action-text.ts';
import type { Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import { type LineConversion, TEXT_LINES } from './message-alteration.ts';

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

const IGS_NAME_PROMPT = 'Login: ';

/** IGS: lines, and the prompt for a name, which has no line end. */
export const igsLines: LineConversion = {
  ...TEXT_LINES,
  splitServerBytes(bytes) {
    const { lines, rest } = TEXT_LINES.splitServerBytes(bytes);
    const isPrompt = rest.toString('utf8') === IGS_NAME_PROMPT;
    const all = lines.map((line) => line.replace(/\r$/, ''));
    return isPrompt ? { lines: [...all, IGS_NAME_PROMPT], rest: Buffer.alloc(0) } : { lines: all, rest };
  },
  serverBytes: (line) => Buffer.from(line === IGS_NAME_PROMPT ? line : `${line}\r\n`),
};
