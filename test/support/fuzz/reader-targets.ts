import assert from 'node:assert/strict';
import { parseMove } from '../../../src/engines/gtp/gtp-codec.ts';
import { GtpResponseReader } from '../../../src/engines/gtp/gtp-response-reader.ts';
import { LineSplitter } from '../../../src/engines/line-splitter.ts';
import {
  makeEngineMessage,
  makeManagerMessage,
  nameIn,
  parseEngineMessage,
  parseManagerMessage,
} from '../../../src/engines/piskvork/piskvork-codec.ts';
import { detectProtocol, BYTES_TO_DETECT } from '../../../src/protocols/detect-protocol.ts';
import { square } from '../../../src/rules/point.ts';
import { readProxyHeader } from '../../../src/server/listeners/proxy-header.ts';
import { TappedConnection } from '../../../src/tap/tapped-connection.ts';
import { TranscriptWriter } from '../../../src/tap/transcript-writer.ts';
import { SERVERS, TAP_PROTOCOLS } from '../protocols/loaded-protocols.ts';
import { parseTranscript } from '../transcripts/transcript.ts';
import { config, json, sgf } from './file-readers.ts';
import { WORDS } from './hostile-text.ts';
import { isOneLine, readerTarget, textOf } from './reader-target.ts';
import type { ReportOutcome, Target } from './target.ts';

/** What has been told from the first bytes is not taken back, and by the longest opening it is told. */
const sniffing = readerTarget({
  name: 'sniff',
  mustSee: ['more', 'unknown', 'http', 'tls', ...SERVERS.filter(({ name }) => name !== 'web').map(({ name }) => name)],
  seeds: ['GET / HTTP/1.1\r\n', '\x16\x03\x01\x02', '\x0a\0\0\0\x05', ' \r\ngo 0.1.0\n', 'HELO a\n', 'CORE.HELLO~a\n'],
  pieces: [
    ...WORDS,
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
  run(bytes, saw) {
    const told = (length: number): string => {
      const sniffed = detectProtocol(SERVERS, bytes.subarray(0, length));
      if (sniffed.kind === 'protocol') assert(sniffed.skip < Math.max(length, 1), 'skips more than there is');
      return sniffed.kind === 'protocol' ? sniffed.protocol.name : sniffed.kind;
    };
    const whole = told(bytes.length);
    saw(whole);
    if (bytes.length >= BYTES_TO_DETECT) assert.notEqual(whole, 'more');
    for (const part of [1, 2, 3, 5, 8, 13, 21, 60, BYTES_TO_DETECT]) {
      if (part >= bytes.length) break;
      const early = told(part);
      if (early !== 'more') assert.equal(whole, early, `told otherwise by ${part} bytes`);
    }
  },
});

const gtp = readerTarget({
  name: 'gtp reader',
  mustSee: ['answer', 'noise', 'out-of-step', 'play', 'pass', 'resign', 'no move'],
  seeds: ['=1 D4\n\n', '? unknown\n\n=2\nA1\n\n', '= pass\r\n\r\n', '=3 resign\r\r'],
  pieces: ['=', '?', '=1 ', '=2', '\n', '\n\n', '\r', '\t', 'D4', 'A1', 'Z99', 'pass', 'RESIGN', 'AA3', ' ', '#'],
  run(bytes, saw) {
    const told = (packet: number): string[] => {
      const [lines, session] = [new LineSplitter(), new GtpResponseReader()];
      for (let count = 0; count < 3; count++) session.makeRequest(['genmove', 'b']);
      const heard: string[] = [];
      const text = textOf(bytes);
      for (let at = 0; at < text.length; at += packet) {
        for (const line of lines.take(text.slice(at, at + packet))) {
          const each = session.read(line);
          if (each === undefined) continue;
          const choice = parseMove(square(19), each.text);
          heard.push(JSON.stringify([each, choice]));
          if (packet > 1) {
            saw(each.kind);
            saw(choice?.kind ?? 'no move');
          }
        }
      }
      return heard;
    };
    assert.deepEqual(told(1), told(1 << 20), 'in pieces it is another answer');
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
  run(bytes, saw) {
    // Control characters are not said again.
    const line = textOf(bytes).replace(/\p{Cc}/gu, ' ');
    nameIn(line);
    const engine = parseEngineMessage(line);
    saw(engine.kind);
    if (engine.kind !== 'malformed') {
      const made = makeEngineMessage(engine);
      const again = parseEngineMessage(made);
      if (again.kind === 'malformed' || makeEngineMessage(again) !== made) assert.fail(`made as ${made}`);
    }
    const manager = parseManagerMessage(line);
    saw(manager.kind);
    if (manager.kind === 'malformed') return;
    const made = makeManagerMessage(manager);
    const again = parseManagerMessage(made);
    if (again.kind === 'malformed' || makeManagerMessage(again) !== made) assert.fail(`made as ${made}`);
  },
});

/** A recording has all that was said and heard, to the byte, however it came in pieces. */
const tap = readerTarget({
  name: 'tap reader',
  mustSee: ['connect', 'says', 'hears', 'closed', 'disconnects'],
  seeds: [
    'CORE.HELLO~a\nCORE.HELLO\n',
    'HELO a\nOK\n',
    'GO a 5\nWAITING\n',
    '\x0a\0\0\0\x050.1.0\0',
    'go 0.1.0\nok 0.1.0\n',
  ],
  pieces: [
    ...WORDS,
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
  run(bytes, saw) {
    for (const packet of [3, 1 << 20]) listen(bytes, packet, saw);
  },
});

function listen(bytes: Uint8Array, packet: number, saw: ReportOutcome): void {
  const written: string[] = [];
  const book = new TranscriptWriter(
    { show: (line) => assert(isOneLine(line), line), write: (line) => written.push(line) },
    0,
  );
  const call = new TappedConnection('anne', '127.0.0.1', book, TAP_PROTOCOLS);
  const said: Uint8Array[] = [];
  const heard: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += packet) {
    const piece = bytes.subarray(at, at + packet);
    const isClient = at === 0 || (bytes[at] ?? 0) % 2 === 0;
    if (isClient) call.clientSent(piece, at);
    else call.serverSent(piece, at);
    (isClient ? said : heard).push(piece);
  }
  if (bytes.length % 2 === 0) call.serverFinished(bytes.length);
  call.lost('client', bytes.length);
  call.end(bytes.length);
  for (const line of written) assert(isOneLine(line), line);
  const { statements } = parseTranscript(written.join('\n'));
  for (const { kind } of statements) saw(kind);
  if (!written.some((line) => line.startsWith('connect'))) return;
  const all = (kind: 'says' | 'hears'): string =>
    statements.flatMap((each) => (each.kind === kind ? [each.bytes.toString('latin1')] : [])).join('');
  const whole = Buffer.concat(said).toString('latin1');
  // What may be a password because no protocol is known: a comment stands in its place.
  if (written.some((line) => line.endsWith('a secret message, which is not recorded')))
    assert(whole.endsWith(all('says')), 'what the client said after what is withheld');
  else assert.equal(all('says'), whole, 'what the client said');
  assert.equal(all('hears'), Buffer.concat(heard).toString('latin1'), 'what the server said');
}

/** A header is read as soon as it is whole, and further bytes change nothing in it. */
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
  run(bytes, saw) {
    const whole = readProxyHeader(Buffer.from(bytes));
    saw(whole?.value.kind ?? 'more');
    if (whole === undefined) assert(bytes.length < 16 + 4096, 'waits for ever');
    else assert(whole.length <= bytes.length, 'more than there is');
    for (const part of [1, 5, 12, 15, 16, 30, bytes.length - 1]) {
      if (part < 1 || part >= bytes.length) continue;
      const early = readProxyHeader(Buffer.from(bytes.subarray(0, part)));
      if (early !== undefined) assert.deepEqual(whole, early, `told otherwise by ${part} bytes`);
    }
  },
});

/** Everything else that reads what comes from outside. */
export const READERS: readonly Target<Uint8Array>[] = [sniffing, sgf, json, config, gtp, piskvork, tap, proxy];
