import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordSteps, type TapStep, WITHHELD } from '../../test/support/tap/recorded-steps.ts';

const text = (lines: readonly string[]): string => lines.map((line) => line.replace(/ {2,}/g, '  ').trim()).join('\n');
const block = (lines: string): string => text(lines.trim().split('\n'));

describe('a conversation is shown with explanations, and written as a transcript', () => {
  test('nu6: a line in pieces is one message; another line end is written raw; malformed messages are marked', () => {
    const { shown, written } = recordSteps([
      [10, 'a', '> CORE.HEL'],
      [20, 'a', '> LO~alice\\nCORE.NEWGAME~9\\r\\nCORE.MOVE~1e3\\n'],
      [21, 'a', '< CORE.HELLO\\nCORE.MATCH~BLACK~9~bob\\n'],
      [412, 'a', '> CORE.MOVE~40\\n'],
      [413, 'a', '< CORE.MO'],
      [414, 'a', '< VE~40\\nCORE.GAMEOVER~BLACK~81~0~SURRENDER\\n'],
      [500, 'a', 'client ends'],
      [501, 'a', 'server ends'],
    ]);
    assert.equal(
      text(shown),
      block(`
        0.010  a connects from 127.0.0.1
        0.010  a speaks nu6
        0.020  a --> server  CORE.HELLO~alice  is alice
        0.020  a --> server  CORE.NEWGAME~9\\r\\n  wants to play on 9x9
        0.020  a --> server  CORE.MOVE~1e3  malformed: coordinate is a whole number
        0.021  server --> a  CORE.HELLO  welcome
        0.021  server --> a  CORE.MATCH~BLACK~9~bob  a game: black against bob on 9x9
        0.412  a --> server  CORE.MOVE~40  plays 40 (E5 on 9x9)
        0.414  server --> a  CORE.MOVE~40  a stone on 40 (E5 on 9x9)
        0.414  server --> a  CORE.GAMEOVER~BLACK~81~0~SURRENDER  the end: black wins, the opponent resigned; black 81, white 0
        0.500  a says no more
        0.501  server closes a`),
    );
    assert.equal(
      text(written),
      block(`
        connect a: nu6
        a: CORE.HELLO~alice
        a raw: CORE.NEWGAME~9\\r\\n
        a: CORE.MOVE~1e3
        server --> a: CORE.HELLO
        server --> a: CORE.MATCH~BLACK~9~bob
        a: CORE.MOVE~40
        server --> a: CORE.MOVE~40
        server --> a: CORE.GAMEOVER~BLACK~81~0~SURRENDER
        a says no more
        server closes a`),
    );
  });

  test('nedap in both dialects, from two addresses; with white space before the first word it is recorded on the plain port', () => {
    const { shown, written } = recordSteps([
      [0, 'a', '>  \\r\\nGO ann 5\\n'],
      [1, 'a', '< WAITING\\n'],
      [2, 'b', '> PLAYER bob\\nGO 5\\n'],
      [3, 'b', '< WAITING\\n'],
      [4, 'a', '< READY black bob 5\\n'],
      [4, 'b', '< READY white ann 5\\n'],
      [5, 'a', '> MOVE 0 4\\n'],
      [6, 'b', '< VALID black 0 4\\n'],
      [7, 'b', '> DANCE\\n'],
      [8, 'b', '< END -1 -1\\n'],
    ]);
    assert.deepEqual(written.slice(0, 4), [
      'connect a: plain',
      'a raw: \\x20\\r\\n',
      'a: GO ann 5',
      'server --> a: WAITING',
    ]);
    assert.equal(written[4], 'connect b: nedap from 127.0.0.2');
    assert.equal(
      text(shown.slice(3)),
      block(`
        0.000  a --> server  GO ann 5  is ann, wants to play on 5x5
        0.001  server --> a  WAITING  the seek is accepted
        0.002  b connects from 127.0.0.2
        0.002  b speaks nedap
        0.002  b --> server  PLAYER bob  is bob
        0.002  b --> server  GO 5  wants to play on 5x5
        0.003  server --> b  WAITING  the seek is accepted
        0.004  server --> a  READY black bob 5  a game: black against bob on 5x5
        0.004  server --> b  READY white ann 5  a game: white against ann on 5x5
        0.005  a --> server  MOVE 0 4  plays 0 4 (A1 on 5x5)
        0.006  server --> b  VALID black 0 4  black has played 0 4 (A1 on 5x5)
        0.007  b --> server  DANCE  malformed: keyword DANCE unknown
        0.008  server --> b  END -1 -1  the end, nothing is counted`),
    );
  });

  test('daigo, whose server sends no board', () => {
    const { shown } = recordSteps([
      [0, 'a', '> HELO ann\\nSTONE 3 4\\nSTONE x 4\\n'],
      [1, 'a', '< OK\\nERROR 4\\nSTONE 1 1\\nRESULT -1\\nWAIT\\n'],
    ]);
    assert.equal(
      text(shown.slice(2)),
      block(`
        0.000  a --> server  HELO ann  is ann
        0.000  a --> server  STONE 3 4  plays column 3, row 4
        0.000  a --> server  STONE x 4  malformed: STONE needs two whole numbers
        0.001  server --> a  OK  done
        0.001  server --> a  ERROR 4  no: not its turn
        0.001  server --> a  STONE 1 1  the opponent has played column 1, row 1
        0.001  server --> a  RESULT -1  the end: lost
        0.001  server --> a  WAIT  no opponent has joined yet`),
    );
  });

  test('remastered, whose server draws the board', () => {
    const { shown } = recordSteps([
      [0, 'a', '> go 0.1.0\\n'],
      [1, 'a', `< ok 0.1.0\\nmode NORMAL\\ncolor 1\\nstones 0${'X'.repeat(80)}\\nready\\n`],
      [2, 'a', '> place 8 0\\n'],
      [3, 'a', '< remove 8 0\\nyourturn\\n'],
    ]);
    assert.equal(
      text(shown.slice(2)),
      block(`
        0.000  a --> server  go 0.1.0  speaks version 0.1.0
        0.001  server --> a  ok 0.1.0  welcome
        0.001  server --> a  mode NORMAL  two meet
        0.001  server --> a  color 1  it is white
        0.001  server --> a  stones 0${'X'.repeat(71)}…  the board of 9x9: 1 stone
        0.001  server --> a  ready  it has a seat
        0.002  a --> server  place 8 0  plays 8 0 (J9 on 9x9)
        0.003  server --> a  remove 8 0  captured: 1 stone
        0.003  server --> a  yourturn  its turn`),
    );
  });

  test('gomokurs: actions with their names and bytes, in the numbering of the opening', () => {
    const { shown, written } = recordSteps([
      [0, 'a', '> \\x0c\\x00\\x00\\x00\\x050.2.0'],
      [1, 'a', '< \\x00\\x01\\x14'],
      [2, 'a', '> \\x0d\\x0e\\x03'],
      [3, 'a', '> \\x04\\xff\\x01'],
      [4, 'a', '> \\x02'],
      [5, 'a', '< \\x03\\x00\\x13\\x07\\x01\\x08'],
    ]);
    assert.equal(
      text(shown.slice(2)),
      block(`
        0.000  a --> server  PROTOCOL VERSION [0C 00 00 00 05 30 2E 32 2E 30]  speaks version 0.2.0
        0.001  server --> a  PROTOCOL COMPATIBLE [00]  welcome
        0.001  server --> a  START [01 14]  a game on 20x20
        0.002  a --> server  READY [0D]  is ready
        0.003  a --> server  PLAY [0E 03 04]  plays 3 4 (D16 on 20x20)
        0.003  a --> server  MALFORMED [FF 01]  malformed: no action has that number
        0.004  a --> server  \\x02  1 byte
        0.005  server --> a  TURN [03 00 13]  the opponent has played 0 19 (A1 on 20x20)
        0.005  server --> a  RESULT [07 01]  the result: a win
        0.005  server --> a  END [08]  the end`),
    );
    assert.deepEqual(written.slice(-5, -2), ['a: MALFORMED [FF 01]', 'a raw: \\x02', 'server --> a: TURN [03 00 13]']);
  });

  test('control characters are not shown, and long texts are cut off', () => {
    const { shown } = recordSteps([
      [0, 'a', '> CORE.HELLO~\\u001b[2J\\n'],
      [1, 'a', `< CHAT.ENTERED~\\u001b[2J${'x'.repeat(500)}\\n`],
    ]);
    for (const line of shown) assert.match(line, /^[ -~…]{1,220}$/);
  });
});

describe('a connection without a known protocol', () => {
  test('unknown bytes are recorded raw', () => {
    assert.deepEqual(
      recordSteps([
        [0, 'a', '> HELLO\\n'],
        [1, 'a', '< what?\\n'],
        [2, 'a', '> \\xff'],
      ]).written,
      ['connect a: plain', 'a: HELLO', 'server --> a: what?', 'a raw: \\xff'],
    );
  });

  test('a server sends the first message, and the client sends none', () => {
    assert.deepEqual(
      recordSteps([
        [0, 'a', '< 220 ready\\r\\n'],
        [1, 'a', 'client ends'],
      ]).written,
      ['connect a: plain', 'server raw --> a: 220 ready\\r\\n', 'a says no more'],
    );
    assert.deepEqual(recordSteps([[0, 'a', 'client breaks']]).written, ['connect a: plain', 'a disconnects']);
  });

  test('HTTP and TLS are only mentioned', () => {
    assert.deepEqual(
      recordSteps([
        [0, 'a', '> GET / HTTP/1.1\\r\\n'],
        [1, 'a', '< HTTP/1.1 200\\r\\n'],
        [2, 'a', 'server ends'],
      ]).written,
      ['# a speaks HTTP, which is not recorded in a transcript'],
    );
    assert.deepEqual(recordSteps([[0, 'a', '> \\x16\\x03\\x01']]).written, [
      '# a speaks TLS, which is not recorded in a transcript',
    ]);
  });

  test('no server listens', () => {
    const { shown, written } = recordSteps([[7, 'a', 'connection refused']]);
    assert.deepEqual(written, ['# a: no connection to the server: connection refused']);
    assert.match(shown[1] ?? '', /0\.007 +a is not connected to the server +connection refused/);
  });

  test('after a line that is too long, the next messages are unknown', () => {
    const { written } = recordSteps([
      [0, 'a', `> CORE.HELLO~${'a'.repeat(5000)}`],
      [1, 'a', '> b\\n'],
    ]);
    assert.match(written[1] ?? '', /^a raw: CORE\.HELLO~a{5000}$/);
    assert.equal(written[2], 'a: b');
  });
});

describe('the end of a connection', () => {
  const hello: TapStep = [0, 'a', '> CORE.HELLO~a\\n'];

  test('is recorded once, for either side and either way', () => {
    const ends = (...steps: readonly TapStep[]): string[] => recordSteps([hello, ...steps]).written.slice(2);
    assert.deepEqual(ends([1, 'a', 'client ends'], [2, 'a', 'server ends']), ['a says no more', 'server closes a']);
    assert.deepEqual(ends([1, 'a', 'server ends'], [2, 'a', 'client ends']), ['server closes a']);
    assert.deepEqual(ends([1, 'a', 'client breaks']), ['a disconnects']);
    assert.deepEqual(ends([1, 'a', 'server breaks'], [1, 'a', 'client breaks']), ['server closes a']);
    assert.deepEqual(ends([1, 'a', 'client ends'], [2, 'a', 'client breaks']), ['a says no more', 'a disconnects']);
  });

  test('records incomplete messages', () => {
    assert.deepEqual(recordSteps([hello, [1, 'a', '> CORE.PA'], [2, 'a', 'client ends']]).written.slice(2), [
      'a raw: CORE.PA',
      'a says no more',
    ]);
    assert.deepEqual(
      recordSteps([hello, [1, 'a', '> CO'], [1, 'a', '< CO'], [2, 'a', 'the tap ends']]).written.slice(2),
      ['a raw: CO', 'server raw --> a: CO'],
    );
    assert.deepEqual(
      recordSteps([
        [0, 'a', '> COR'],
        [2, 'a', 'the tap ends'],
      ]).written,
      ['connect a: plain', WITHHELD],
    );
  });
});

describe('waits in the transcript', () => {
  const waits = (...steps: readonly TapStep[]): string[] =>
    recordSteps([[5_000, 'a', '> CORE.HELLO~a\\n'], ...steps]).written.slice(2);

  test('come after a second of silence, rounded up so that timers end in a replay, too', () => {
    assert.deepEqual(waits([5_999, 'a', '> CORE.PASS\\n']), ['a: CORE.PASS']);
    assert.deepEqual(waits([6_000, 'a', '> CORE.PASS\\n']), ['wait 1 s', 'a: CORE.PASS']);
    assert.deepEqual(waits([15_001, 'a', 'server ends']), ['wait 10.1 s', 'server closes a']);
  });

  test('come while other connections are active', () => {
    const talk = [5_400, 5_800, 6_200, 6_600, 7_000].map((now): TapStep => [now, 'a', '> X\\n']);
    assert.deepEqual(waits(...talk), ['a: X', 'a: X', 'wait 1.2 s', 'a: X', 'a: X', 'a: X']);
  });

  test('come before a late message of the server, which a timer may have caused', () => {
    assert.deepEqual(waits([5_099, 'a', '< X\\n'], [5_250, 'a', '< Y\\n']), [
      'server --> a: X',
      'wait 0.3 s',
      'server --> a: Y',
    ]);
  });
});
