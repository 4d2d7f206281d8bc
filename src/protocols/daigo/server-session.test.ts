import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import { assertSameInAnyPackets } from '../../../test/support/protocols/packet-boundaries.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { GoParameters } from '../../lobby/game-parameters.ts';
import type { EndReason, Move } from '../../lobby/games/game-event.ts';
import type { Notice } from '../../lobby/notice.ts';
import { pointAt, square } from '../../rules/point.ts';
import type { ServerSessionOutput } from '../server-session-types.ts';
import { ERRORS } from './messages.ts';
import { DaigoServerSession } from './server-session.ts';

// One step per line. A line of the client is read after all notices that follow from the last answer.
//   > a line of the client     < a line of the server     ? a command to the lobby
//   = the lobby's answer       ! a notice                 closed
// Points are numbers, row by row from 0 at the top left, on 9x9.

const WISH: GoParameters = {
  game: 'go',
  size: 9,
  ruleset: { ko: 'positional', suicide: 'forbidden' },
  komi: 7,
  fixedKomi: true,
};

const point = (index: string | undefined) => pointAt(square(9), Number(index) % 9, Math.floor(Number(index) / 9))!;
const color = (word: string | undefined) => (word === 'black' ? 'black' : 'white');

function command(asked: Command): string {
  switch (asked.kind) {
    case 'enter':
      assert.equal(asked.receives, undefined);
      return `enter ${asked.name}`;
    case 'seek':
      assert.deepEqual(asked, { kind: 'seek', parameters: WISH, role: 'host' });
      return 'seek';
    case 'take':
      assert.deepEqual(asked.parameters, WISH);
      return `take ${asked.host}`;
    case 'play':
      return `play ${asked.point}`;
    case 'forfeit':
      return `forfeit ${asked.how}`;
    default:
      return asked.kind;
  }
}

function answer(text: string): CommandAnswer {
  const [kind, ...words] = text.split(' ');
  if (kind === 'entered' || kind === 'held') return { kind: 'entered', name: 'x', held: kind === 'held' };
  if (kind === 'waiting' || kind === 'seated' || kind === 'done') return { kind };
  if (kind === 'names') return { kind, names: words };
  return { kind: 'refused', why: refusal(kind) };
}

const REFUSALS = [
  ...(['name-taken', 'in-game', 'no-game', 'no-such-seek', 'not-your-turn'] as const),
  ...(['off-board', 'occupied', 'ko', 'suicide'] as const),
];
const refusal = (word: string | undefined) => REFUSALS.find((why) => why === word) ?? assert.fail(`refused ${word}?`);

const REASONS: readonly EndReason[] = ['score', 'resigned', 'timed-out', 'fouled', 'left', 'abandoned'];

function notice(text: string): Notice {
  const [kind, first, second, ...rest] = text.split(' ');
  switch (kind) {
    case 'started':
      return started(color(first), second ?? '', rest);
    case 'played':
      return { kind, color: color(first), point: point(second), captured: [] };
    case 'passed':
      return { kind, color: color(first) };
    case 'ended': {
      const reason = REASONS.find((why) => why === second) ?? assert.fail(text);
      return { kind, winner: first === 'nobody' ? undefined : color(first), reason, score: undefined };
    }
    case 'chat':
      return { kind, from: 'eve', fromOpponent: true, text: 'hi', to: 'you' };
    case 'play-started':
    case 'replaced':
    case 'farewell':
      return { kind };
    default:
      return assert.fail(text);
  }
}

/** `turns`: `pass` or a point for each move, black's first. */
function started(mine: 'black' | 'white', opponent: string, turns: readonly string[]): Notice {
  const actions = turns.map((turn, index): Move => {
    const mover = index % 2 === 0 ? 'black' : 'white';
    return turn === 'pass' ? { kind: 'pass', color: mover } : { kind: 'play', color: mover, point: point(turn) };
  });
  const toMove = turns.length % 2 === 0 ? 'black' : 'white';
  return {
    kind: 'started',
    game: 1,
    color: mine,
    opponent,
    parameters: WISH,
    komi: 7,
    toMove,
    moves: actions,
    stones: [],
  };
}

function run(dialogue: string, split: (bytes: Uint8Array) => Uint8Array[]): void {
  const session = new DaigoServerSession(WISH, 0);
  const due: string[] = [];
  let closed = false;
  const take = ({ send, ask, close }: ServerSessionOutput) => {
    const said = send.flatMap((bytes) => Buffer.from(bytes).toString().trimEnd().split('\n'));
    due.push(...said.map((line) => `< ${line}`), ...ask.map((asked) => `? ${command(asked)}`));
    if (close && !closed) due.push('closed');
    closed = close;
  };
  const stimuli: Record<string, (text: string) => void> = {
    '>': (text) => {
      for (const part of split(Buffer.from(`${text.replaceAll('|', '\n')}\n`))) take(session.receive(part, 0));
    },
    '=': (text) => take(session.answer(answer(text), 0)),
    '!': (text) => take(session.notify(notice(text), 0)),
  };
  for (const line of dialogue.split('\n').map((raw) => raw.trim())) {
    if (line === '') continue;
    const stimulus = stimuli[line[0]!];
    if (due.length === 0 && !/^[=!]/.test(line)) take(session.proceed(0));
    if (stimulus === undefined) {
      assert.equal(due.shift(), line, dialogue);
      continue;
    }
    assert.deepEqual(due, [], `before "${line}" in ${dialogue}`);
    stimulus(line.slice(2));
  }
  take(session.proceed(0));
  assert.deepEqual(due, [], dialogue);
}

const whole = (bytes: Uint8Array) => [bytes];
const singly = (bytes: Uint8Array) => [...bytes].map((byte) => Uint8Array.of(byte));

function dialogue(name: string, text: string): void {
  test(name, () => run(text, whole));
  test(`${name}, byte by byte`, () => run(text, singly));
}

const HELO = '> HELO me\n? enter me\n= entered\n< OK\n';
const HELD = '> HELO me\n? enter me\n= held\n< OK\n';
const WAITING = `${HELO}> CREATE\n? seek\n= waiting\n< OK\n`;
const BLACK = `${WAITING}! started black bob\n`;
const WHITE = `${HELO}> JOIN bob\n? take bob\n= seated\n< OK\n! started white bob\n`;

describe('HELO', () => {
  dialogue(
    'a name is taken until it is free',
    '> HELO a\n? enter a\n= name-taken\n< ERROR 8\n> HELO b\n? enter b\n= entered\n< OK',
  );
  dialogue('only once', `${HELO}> HELO other\n< ERROR 7`);
  for (const request of ['CREATE', 'LIST', 'JOIN bob', 'PLAY', 'STONE 1 1', 'STONE x 1', 'PASS', 'FORFEIT']) {
    dialogue(`before it, ${request} is error 1`, `> ${request}\n< ERROR 1`);
  }
  dialogue('an unknown request is always -1', '> HELLO me\n< ERROR -1\n> HELO a b\n< ERROR -1\n> \n< ERROR -1');
});

describe('CREATE, JOIN and LIST', () => {
  dialogue('no player waits', `${HELO}> LIST\n? seeks\n= names\n< GAMES`);
  dialogue('two wait', `${HELO}> LIST\n? seeks\n= names bob eve\n< GAMES bob eve`);
  dialogue(
    'CREATE waits, and then one is in a game',
    `${WAITING}> CREATE\n< ERROR 3\n> JOIN bob\n< ERROR 3\n> PLAY\n< WAIT`,
  );
  dialogue('JOIN of nobody', `${HELO}> JOIN eve\n? take eve\n= no-such-seek\n< ERROR 6\n> PLAY\n< ERROR 2`);
  dialogue(
    'during a game the lobby says no',
    `${BLACK}> CREATE\n? seek\n= in-game\n< ERROR 3\n> JOIN x\n? take x\n= in-game\n< ERROR 3`,
  );
});

describe('PLAY, as black', () => {
  dialogue(
    'starts, and waits after its stone',
    `${BLACK}> PLAY\n< START bob\n> PLAY\n< START bob\n> STONE 2 1\n? play 1\n= done\n< OK\n! played black 1\n> PLAY\n< WAIT bob`,
  );
  dialogue(
    'hears what the other did',
    `${BLACK}! played black 0\n! played white 12\n> PLAY\n< STONE 4 2\n> PLAY\n< STONE 4 2`,
  );
  dialogue('a pass is reported', `${BLACK}! played black 0\n! passed white\n> PLAY\n< PASS`);
  dialogue(
    'after a pass without asking first, it hears the truth',
    `${BLACK}> PASS\n? pass\n= done\n< OK\n! passed black\n! played white 80\n> PLAY\n< STONE 9 9`,
  );
});

describe('PLAY, as white', () => {
  dialogue(
    'waits first, whatever black has done since',
    `${WHITE}! played black 0\n> PLAY\n< WAIT bob\n> PLAY\n< STONE 1 1`,
  );
  dialogue(
    'waits first even if both have played since',
    `${WHITE}! played black 0\n! played white 1\n! played black 2\n> PLAY\n< WAIT bob\n> PLAY\n< STONE 3 1`,
  );
  dialogue(
    'of a quick opponent, too',
    `${HELO}> JOIN bob\n? take bob\n= seated\n< OK\n! started white bob 40\n> PLAY\n< WAIT bob\n> PLAY\n< STONE 5 5`,
  );
  dialogue('an end before WAIT is reported', `${WHITE}! ended white left\n> PLAY\n< DISCONNECT`);
  dialogue('a first move PASS is reported', `${WHITE}! passed black\n> PLAY\n< WAIT bob\n> PLAY\n< PASS`);
});

describe('moves', () => {
  const errors = { 'not-your-turn': 4, 'off-board': 5, occupied: 5, ko: 5, suicide: 5 };
  for (const [why, code] of Object.entries(errors)) {
    dialogue(`${why} is error ${code}`, `${BLACK}> STONE 1 1\n? play 0\n= ${why}\n< ERROR ${code}`);
  }
  for (const off of ['0 1', '1 0', '10 1', '1 10', '-1 1', `9${'0'.repeat(400)} 1`]) {
    dialogue(
      `STONE ${off.slice(0, 20)} is off the board`,
      `${BLACK}> STONE ${off}\n? play off-board\n= off-board\n< ERROR 5`,
    );
  }
  for (const bad of ['1e9 1', '-0 1', '1 ٣', '0x10 1', '007 1', '+1 1', '1.0 1', 'a b']) {
    dialogue(`STONE ${bad} is malformed in a game, and error 2 outside`, `${HELO}> STONE ${bad}\n< ERROR 2`);
    dialogue(`STONE ${bad} is malformed in a game`, `${BLACK}> STONE ${bad}\n< ERROR -1`);
    dialogue(`STONE ${bad} is malformed while waiting`, `${WAITING}> STONE ${bad}\n< ERROR -1`);
  }
  dialogue('PASS out of turn', `${WHITE}> PASS\n? pass\n= not-your-turn\n< ERROR 4`);
  dialogue(
    'FORFEIT out of turn',
    `${WHITE}> FORFEIT\n< ERROR 4\n! played black 0\n> FORFEIT\n? forfeit resigned\n= done\n< OK`,
  );
  for (const request of ['STONE 1 1', 'PASS', 'FORFEIT']) {
    dialogue(`${request} outside a game`, `${HELO}> ${request}\n< ERROR 2`);
    dialogue(`${request} before the game has begun`, `${WAITING}> ${request}\n< ERROR 9`);
    dialogue(`${request} after the end`, `${BLACK}! ended black left\n> ${request}\n< ERROR 10`);
  }
  dialogue(
    'an end that came first makes a move late',
    `${BLACK}> PASS\n? pass\n! ended black resigned\n= no-game\n< ERROR 10`,
  );
  dialogue(
    'a seat that was lost meanwhile, too',
    `${BLACK}> FORFEIT\n? forfeit resigned\n! ended white left\n= no-game\n< ERROR 2`,
  );
});

describe('several lines in one packet', () => {
  dialogue('JOIN and PLAY', `${HELO}> JOIN bob|PLAY\n? take bob\n= seated\n< OK\n! started white bob\n< WAIT bob`);
  dialogue('STONE and PLAY', `${BLACK}> STONE 1 1|PLAY\n? play 0\n= done\n< OK\n! played black 0\n< WAIT bob`);
  dialogue(
    'the second PASS and PLAY',
    `${BLACK}! played black 0\n! passed white\n> PASS|PLAY\n? pass\n= done\n< OK\n! passed black\n! ended black score\n< RESULT 1`,
  );
  dialogue(
    'JOIN, PLAY and PLAY after a quick opponent',
    `${HELO}> JOIN bob|PLAY|PLAY\n? take bob\n= seated\n< OK\n! started white bob 40\n< WAIT bob\n< STONE 5 5`,
  );
  dialogue(
    'PLAY, STONE and PLAY on coming back',
    `${HELD}> PLAY|STONE 2 1|PLAY\n? return\n= seated\n! started black bob\n< START bob\n? play 1\n= done\n< OK\n! played black 1\n< WAIT bob`,
  );
  dialogue(
    'STONE and FORFEIT, which comes out of turn',
    `${BLACK}> STONE 1 1|FORFEIT\n? play 0\n= done\n< OK\n! played black 0\n< ERROR 4`,
  );
  dialogue(
    'FORFEIT, PLAY and CREATE',
    `${BLACK}> FORFEIT|PLAY|CREATE\n? forfeit resigned\n= done\n< OK\n! ended white resigned\n< ERROR 2\n? seek\n= waiting\n< OK`,
  );
});

describe('the end', () => {
  const ends: readonly [winner: string, reason: EndReason, black: string][] = [
    ['black', 'score', 'RESULT 1'],
    ['nobody', 'score', 'RESULT 0'],
    ['white', 'score', 'RESULT -1'],
    ['black', 'resigned', 'FORFEIT'],
    ['black', 'timed-out', 'FORFEIT'],
    ['black', 'fouled', 'FORFEIT'],
    ['black', 'left', 'DISCONNECT'],
    ['white', 'resigned', 'ERROR 2'],
    ['white', 'timed-out', 'ERROR 2'],
    ['white', 'left', 'ERROR 2'],
    ['nobody', 'abandoned', 'ERROR 2'],
  ];
  for (const [winner, reason, told] of ends) {
    const end = `${BLACK}! ended ${winner} ${reason}\n> PLAY\n< ${told}\n`;
    dialogue(`${winner} wins, ${reason}: ${told}, for every PLAY`, `${end}> PLAY\n< ${told}`);
    dialogue(
      `${winner} wins, ${reason}: CREATE works at once`,
      `${end}> CREATE\n? seek\n= waiting\n< OK\n> PLAY\n< WAIT`,
    );
    dialogue(
      `${winner} wins, ${reason}: a JOIN in vain forgets nothing`,
      `${end}> JOIN x\n? take x\n= no-such-seek\n< ERROR 6\n> PLAY\n< ${told}`,
    );
  }
});

describe('returning to a game', () => {
  dialogue('by PLAY, to move', `${HELD}> PLAY\n? return\n= seated\n! started black bob 0 1\n< STONE 2 1`);
  dialogue('by PLAY, not to move', `${HELD}> PLAY\n? return\n= seated\n! started white bob 0 1\n< WAIT bob`);
  dialogue('by PLAY, to begin', `${HELD}> PLAY\n? return\n= seated\n! started black bob\n< START bob`);
  dialogue('by PLAY, too late', `${HELD}> PLAY\n? return\n= no-game\n< ERROR 2\n> PLAY\n< ERROR 2`);
  dialogue(
    'by CREATE: an opponent is there, and then what it did',
    `${HELD}> CREATE\n? seek\n= seated\n< OK\n! started white bob 0\n> PLAY\n< WAIT bob\n> PLAY\n< STONE 1 1`,
  );
  dialogue(
    'by CREATE, before any stone',
    `${HELD}> CREATE\n? seek\n= seated\n< OK\n! started white bob\n! played black 0\n> PLAY\n< WAIT bob\n> PLAY\n< STONE 1 1`,
  );
  dialogue(
    'by CREATE, too late',
    `${HELD}> CREATE\n? seek\n= waiting\n< OK\n! started white bob\n! played black 0\n> PLAY\n< WAIT bob`,
  );
  dialogue(
    'by JOIN of the old opponent',
    `${HELD}> JOIN bob\n? take bob\n= seated\n< OK\n! started white bob 0\n> PLAY\n< WAIT bob\n> PLAY\n< STONE 1 1`,
  );
  dialogue(
    'JOIN of another is a new game',
    `${HELD}> JOIN eve\n? take eve\n= seated\n< OK\n! started white eve\n! played black 0\n> PLAY\n< WAIT eve`,
  );
  dialogue(
    'a pass was the last',
    `${HELD}> PLAY\n? return\n= seated\n! started black bob 0 pass\n< PASS\n> PASS|PLAY\n? pass\n= done\n< OK\n! passed black\n! ended nobody score\n< RESULT 0`,
  );
  for (const request of ['STONE 1 1', 'STONE x 1', 'PASS', 'FORFEIT']) {
    dialogue(
      `${request} must sit down first`,
      `${HELD}> ${request}\n< ERROR 2\n> PLAY\n? return\n= seated\n! started black bob\n< START bob`,
    );
  }
  dialogue('LIST keeps the reservation', `${HELD}> LIST\n? seeks\n= names\n< GAMES\n> HELO b\n< ERROR 7`);
  dialogue('the reservation ends', `${HELD}! ended white left\n> PLAY\n< ERROR 2`);
});

describe('nothing is sent without a request', () => {
  for (const place of [HELO, WAITING, BLACK, WHITE]) {
    dialogue('chat', `${place}! chat\n! play-started`);
    dialogue('farewell', `${place}! farewell\nclosed`);
    dialogue('replaced', `${place}! replaced\nclosed`);
  }
});

describe('any division of the bytes', () => {
  const line = fc.constantFrom(
    ...['HELO me', 'CREATE', 'JOIN rival', 'LIST', 'PLAY', 'PASS', 'FORFEIT', 'play', 'STONE x 1'],
    ...['STONE 1 1', 'STONE 2 1', 'STONE 9 9', 'STONE 1 9', 'STONE 0 1'],
  );
  test('leads to the same answers', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        assertSameInAnyPackets(serverNamed('daigo'), {}, Buffer.from(`HELO me\n${lines.join('\n')}\n`));
      }),
    );
  });
});

const REQUEST = fc.constantFrom('PLAY', 'LIST', 'STONE 1 1', 'STONE 1e9 1', 'HELO a b', 'JOIN\tx', 'PASS ', '');
const SCRAP = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  REQUEST.map((line) => Buffer.from(`${line}\n`)),
);

describe('malformed lines', () => {
  const alone = (bytes: Uint8Array) => {
    const { send, ask, close } = new DaigoServerSession(WISH, 0).receive(bytes, 0);
    return { said: Buffer.concat(send).toString(), ask, close };
  };
  test('not UTF-8', () => {
    assert.deepEqual(alone(Buffer.from('HELO a\xff\n', 'latin1')), { said: 'ERROR -1\n', ask: [], close: false });
  });
  test('a line that is too long', () => {
    assert.deepEqual(alone(Buffer.alloc(4097, 'x')), { said: 'ERROR -1\n', ask: [], close: true });
  });
  test('ten thousand requests in one packet get ten thousand answers', () => {
    assert.equal(alone(Buffer.from('PLAY\n'.repeat(10_000))).said, 'ERROR 1\n'.repeat(10_000));
  });
  test('every line gets one line as its answer, or waits for the lobby', () => {
    const known = new Set(Object.values(ERRORS).map((code) => `ERROR ${code}`));
    fc.assert(
      fc.property(fc.array(SCRAP, { maxLength: 30 }), (scraps) => {
        const bytes = Buffer.concat(scraps);
        const { said, ask } = alone(bytes);
        const lines = said.split('\n').slice(0, -1);
        assert.ok(lines.every((line) => known.has(line)));
        if (ask.length === 0) assert.equal(lines.length, bytes.filter((byte) => byte === 0x0a).length);
      }),
    );
  });
});
