import assert from 'node:assert/strict';
import { parseMove } from '../../../src/engines/gtp/gtp-codec.ts';
import { GtpResponseMatcher } from '../../../src/engines/gtp/gtp-response-matcher.ts';
import { LineSplitter } from '../../../src/engines/line-splitter.ts';
import {
  makeEngineMessage,
  makeManagerMessage,
  nameIn,
  parseEngineMessage,
  parseManagerMessage,
} from '../../../src/engines/piskvork/piskvork-codec.ts';
import { BYTES_TO_DETECT, detectProtocol } from '../../../src/protocols/detect-protocol.ts';
import { square } from '../../../src/rules/point.ts';
import { readProxyHeader } from '../../../src/server/listeners/proxy-header.ts';
import { TappedConnection } from '../../../src/tap/tapped-connection.ts';
import { TranscriptWriter } from '../../../src/tap/transcript-writer.ts';
import { SERVERS, TAP_PROTOCOLS } from '../protocols/loaded-protocols.ts';
import { parseTranscript } from '../transcripts/transcript.ts';
import { config, json, sgf } from './file-reader-targets.ts';
import type { ReportOutcome, Target } from './fuzz-target.ts';
import { PROTOCOL_OPENINGS } from './hostile-text.ts';
import { isOneLine, readerTarget, textOf } from './reader-target.ts';

/** Protocol detection. A result must not change when more bytes arrive, and there must be a result after the longest opening. */
const detection = readerTarget({
  name: 'sniff',
  mustSee: ['more', 'unknown', 'http', 'tls', ...SERVERS.filter(({ name }) => name !== 'web').map(({ name }) => name)],
  seeds: ['GET / HTTP/1.1\r\n', '\x16\x03\x01\x02', '\x0a\0\0\0\x05', ' \r\ngo 0.1.0\n', 'HELO a\n', 'CORE.HELLO~a\n'],
  pieces: [
    ...PROTOCOL_OPENINGS,
    '\x0a\0',
    '\x0c\0',
    '\x0a',
    '\x0c',
    '\x16',
    'GO',
    'go',
    'go ',
    'HE',
    'LO',
    ' ',
    '\r',
    '\n',
    ' '.repeat(100),
  ],
  run(bytes, report) {
    const detect = (length: number): string => {
      const detected = detectProtocol(SERVERS, bytes.subarray(0, length));
      if (detected.kind === 'protocol') assert(detected.skip < Math.max(length, 1), 'skips more bytes than there are');
      return detected.kind === 'protocol' ? detected.protocol.name : detected.kind;
    };
    const whole = detect(bytes.length);
    report(whole);
    if (bytes.length >= BYTES_TO_DETECT) assert.notEqual(whole, 'more');
    for (const part of [1, 2, 3, 5, 8, 13, 21, 60, BYTES_TO_DETECT]) {
      if (part >= bytes.length) break;
      const early = detect(part);
      if (early !== 'more') assert.equal(whole, early, `another result after ${part} bytes`);
    }
  },
});

const gtp = readerTarget({
  name: 'gtp reader',
  mustSee: ['answer', 'noise', 'out-of-step', 'play', 'pass', 'resign', 'no move'],
  seeds: ['=1 D4\n\n', '? unknown\n\n=2\nA1\n\n', '= pass\r\n\r\n', '=3 resign\r\r'],
  pieces: ['=', '?', '=1 ', '=2', '\n', '\n\n', '\r', '\t', 'D4', 'A1', 'Z99', 'pass', 'RESIGN', 'AA3', ' ', '#'],
  run(bytes, report) {
    const readAll = (packet: number): string[] => {
      const [lines, session] = [new LineSplitter(), new GtpResponseMatcher()];
      for (let count = 0; count < 3; count++) session.makeRequest(['genmove', 'b']);
      const results: string[] = [];
      const text = textOf(bytes);
      for (let at = 0; at < text.length; at += packet) {
        for (const line of lines.take(text.slice(at, at + packet))) {
          const each = session.read(line);
          if (each === undefined) continue;
          const choice = parseMove(square(19), each.text);
          results.push(JSON.stringify([each, choice]));
          if (packet > 1) {
            report(each.kind);
            report(choice?.kind ?? 'no move');
          }
        }
      }
      return results;
    };
    assert.deepEqual(readAll(1), readAll(1 << 20), 'the result depends on how the bytes are split');
  },
});

const piskvork = readerTarget({
  name: 'piskvork reader',
  mustSee: ['move', 'suggest', 'description', 'ok', 'start', 'stone', 'info', 'turn', 'malformed'],
  seeds: [
    '1,2',
    'SUGGEST 3,4',
    'OK - fine',
    'name="x", version="1"',
    'START 20',
    'INFO rule 1',
    '1,2,3',
    'RECTSTART 5,6',
  ],
  pieces: [
    'START ',
    'TURN ',
    'INFO ',
    'SUGGEST ',
    'ERROR ',
    'MESSAGE ',
    'OK',
    ',',
    ', ',
    ' ',
    '1',
    '20',
    'name="',
    '"',
    '=',
    'BOARD',
  ],
  run(bytes, report) {
    // Control characters are read but not made.
    const line = textOf(bytes).replace(/\p{Cc}/gu, ' ');
    nameIn(line);
    const engine = parseEngineMessage(line);
    report(engine.kind);
    if (engine.kind !== 'malformed') {
      const made = makeEngineMessage(engine);
      const again = parseEngineMessage(made);
      if (again.kind === 'malformed' || makeEngineMessage(again) !== made) assert.fail(`made as ${made}`);
    }
    const manager = parseManagerMessage(line);
    report(manager.kind);
    if (manager.kind === 'malformed') return;
    const made = makeManagerMessage(manager);
    const again = parseManagerMessage(made);
    if (again.kind === 'malformed' || makeManagerMessage(again) !== made) assert.fail(`made as ${made}`);
  },
});

/** A recording must contain all bytes of both sides, for all packet sizes. */
const tap = readerTarget({
  name: 'tap reader',
  mustSee: ['connect', 'sends', 'receives', 'closed', 'disconnects'],
  seeds: [
    'CORE.HELLO~a\nCORE.HELLO\n',
    'HELO a\nOK\n',
    'GO a 5\nWAITING\n',
    '\x0a\0\0\0\x050.1.0\0',
    'go 0.1.0\nok 0.1.0\n',
  ],
  pieces: [
    ...PROTOCOL_OPENINGS,
    '\n',
    '\n',
    '\r\n',
    'CORE.MOVE~3',
    'GO a 5',
    '\x0a\0\0\0\x050.1.0',
    '\x0b',
    '\x0c\x01\x02',
    '[0A]',
    'a [00]',
  ],
  run(bytes, report) {
    for (const packet of [3, 1 << 20]) recordAndCheck(bytes, packet, report);
  },
});

function recordAndCheck(bytes: Uint8Array, packet: number, report: ReportOutcome): void {
  const written: string[] = [];
  const writer = new TranscriptWriter(
    { show: (line) => assert(isOneLine(line), line), write: (line) => written.push(line) },
    0,
  );
  const connection = new TappedConnection('anne', '127.0.0.1', writer, TAP_PROTOCOLS);
  const sent: Uint8Array[] = [];
  const received: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += packet) {
    const piece = bytes.subarray(at, at + packet);
    const isClient = at === 0 || (bytes[at] ?? 0) % 2 === 0;
    if (isClient) connection.clientSent(piece, at);
    else connection.serverSent(piece, at);
    (isClient ? sent : received).push(piece);
  }
  if (bytes.length % 2 === 0) connection.serverFinished(bytes.length);
  connection.lost('client', bytes.length);
  connection.end(bytes.length);
  for (const line of written) assert(isOneLine(line), line);
  const { statements } = parseTranscript(written.join('\n'));
  for (const { kind } of statements) report(kind);
  if (!written.some((line) => line.startsWith('connect'))) return;
  const all = (kind: 'sends' | 'receives'): string =>
    statements.flatMap((each) => (each.kind === kind ? [each.bytes.toString('latin1')] : [])).join('');
  const whole = Buffer.concat(sent).toString('latin1');
  // Before the protocol is known, bytes may be a password. A comment replaces them.
  if (written.some((line) => line.endsWith('a secret message, which is not recorded')))
    assert(whole.endsWith(all('sends')), 'the messages of the client after a withheld one');
  else assert.equal(all('sends'), whole, 'the messages of the client');
  assert.equal(all('receives'), Buffer.concat(received).toString('latin1'), 'the messages of the server');
}

/** A PROXY header must be read when it is complete. More bytes must not change the result. */
const proxy = readerTarget({
  name: 'proxy reader',
  mustSee: ['more', 'malformed', 'itself', 'client'],
  seeds: [
    'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n',
    'PROXY UNKNOWN\r\n',
    'PROXY TCP6 ::1 ::2 1 65535\r\n',
    '\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x01\x02\x03\x04\x05\x06\x07\x08\0\x01\0\x02',
    '\r\n\r\n\0\r\nQUIT\n\x20\0\0\0',
  ],
  pieces: [
    ...['PROXY ', 'TCP4 ', 'TCP6 ', 'UNKNOWN', '1.2.3.4 ', '::1 ', '80 ', '\r\n', '\r', '\n', '\r\n\r\n\0\r\nQUIT\n'],
    ...['\x21', '\x20', '\x11', '\x12', '\x21\x21', '\0', '\0\x0c', '\xff\xff', '\x31', 'x'.repeat(100)],
  ],
  run(bytes, report) {
    const whole = readProxyHeader(Buffer.from(bytes));
    report(whole?.value.kind ?? 'more');
    if (whole === undefined) assert(bytes.length < 16 + 4096, 'waits for more than the longest header');
    else assert(whole.length <= bytes.length, 'more bytes than there are');
    for (const part of [1, 5, 12, 15, 16, 30, bytes.length - 1]) {
      if (part < 1 || part >= bytes.length) continue;
      const early = readProxyHeader(Buffer.from(bytes.subarray(0, part)));
      if (early !== undefined) assert.deepEqual(whole, early, `another result after ${part} bytes`);
    }
  },
});

/** Targets for all other readers of input from outside. */
export const READERS: readonly Target<Uint8Array>[] = [detection, sgf, json, config, gtp, piskvork, tap, proxy];
