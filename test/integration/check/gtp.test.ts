import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GoPosition } from '../../../src/rules/go/go-position.ts';
import { type Point, square } from '../../../src/rules/point.ts';
import { parseVertex, vertexName } from '../../../src/rules/vertex.ts';
import { checkOwnServer } from '../../support/check/check-own-server.ts';
import { checkFakeClients, type FakeClient } from '../../support/check/fake-client.ts';
import { type Alteration, alterMessages, dropClientLines } from '../../support/check/message-alteration.ts';
import { type PlantedFault, testPlantedFaults } from '../../support/check/planted-faults.ts';
import { titlesByVerdict } from '../../support/check/titles-by-verdict.ts';

const altered = (alter: (line: string) => string): Alteration => ({ serverLine: (line) => [alter(line)] });
const VERSION = 'a command is answered by `=`, and `protocol_version` is 2';
const IDS = 'a response repeats the id';

/** Replaces a command before the engine receives it. */
const replacing = (form: RegExp, command: string): Alteration => ({
  clientLine: (line) => [line.replace(form, command)],
});

const FAULTS: readonly PlantedFault[] = [
  {
    fault: 'answers with other signs',
    alteration: altered((line) => line.replace(/^=1 2$/, '!1 2')),
    breaks: [VERSION],
  },
  { fault: 'omits ids', alteration: altered((line) => line.replace(/^=4711/, '=')), breaks: [IDS] },
  {
    fault: 'invents ids',
    alteration: altered((line) => line.replace(/^= 2$/, '=0 2')),
    breaks: ['without an id the response has none'],
  },
  {
    fault: 'succeeds with everything',
    alteration: altered((line) => line.replace(/^\?5 unknown command$/, '=5')),
    breaks: ['an unknown command is answered by `?`'],
  },
  {
    fault: 'answers comments',
    alteration: replacing(/^# a comment$/, 'protocol_version'),
    breaks: ['a comment has no answer'],
  },
  {
    fault: 'drops one of several commands that are sent ahead',
    alteration: dropClientLines(/^10 /),
    breaks: ['commands that are sent ahead are answered in order'],
  },
  {
    fault: 'lists its commands in one line',
    alteration: {
      serverLine: (line) => (line.startsWith('=1 boardsize') ? [line] : /^[a-z_]+$/.test(line) ? [] : [line]),
    },
    breaks: ['`list_commands` has more than one line'],
  },
  {
    fault: 'does not know genmove',
    alteration: replacing(/^known_command genmove$/, 'known_command x'),
    breaks: ['`known_command` knows the required commands'],
  },
  {
    fault: 'does not quit',
    alteration: replacing(/^1 quit$/, '1 clear_board'),
    breaks: ['`quit` is answered, and the connection ends'],
  },
  {
    fault: 'accepts every size',
    alteration: altered((line) => line.replace(/^\?1 unacceptable size$/, '=1')),
    breaks: ['a size that cannot be is refused'],
  },
  {
    fault: 'rejects a komi with a fraction',
    alteration: replacing(/^1 komi 6.5$/, '1 komi x'),
    breaks: ['`komi` takes fractions, and nothing else'],
  },
  {
    fault: 'omits the points of handicap stones',
    alteration: altered((line) => line.replace(/^=3 C3 G7$/, '=3')),
    breaks: ['`fixed_handicap` is answered by the points, on an empty board'],
  },
  {
    fault: 'accepts a handicap stone twice',
    alteration: replacing(/^3 set_free_handicap .*$/, '3 komi 1'),
    breaks: ['`set_free_handicap` needs different points'],
  },
  {
    fault: 'knows colours only in small letters',
    alteration: replacing(/^4 play WHITE.*/, '4 x'),
    breaks: ['a move is answered by nothing, in capitals or not'],
  },
  {
    fault: 'knows no pass in capitals',
    alteration: replacing(/^4 play w PASS$/, '4 x'),
    breaks: ['a pass is a move'],
  },
  {
    fault: 'accepts a stone on an occupied point',
    alteration: replacing(/^4 play w C3$/, '4 komi 1'),
    breaks: ['a stone on another is refused, and changes nothing'],
  },
  {
    fault: 'accepts an unknown colour',
    alteration: replacing(/^5 play red C3$/, '5 komi 1'),
    breaks: ['a point that is none and a colour that is none are refused'],
  },
  {
    fault: 'does not clear the board',
    alteration: replacing(/^4 clear_board$/, '4 komi 1'),
    breaks: ['`clear_board` empties the board'],
  },
  {
    fault: 'accepts undo on an empty board',
    alteration: altered((line) => line.replace(/^\?7 cannot undo$/, '=7')),
    breaks: ['`undo` takes a move back, and nothing from an empty board'],
  },
  {
    fault: 'answers genmove without a move',
    alteration: altered((line) => line.replace(/^=4 D4$/, '=4')),
    breaks: ['`genmove` is answered by a move'],
    hides: 'some',
  },
  {
    fault: 'accepts a stone on its own stone',
    alteration: replacing(/^5 play w d4$/, '5 komi 1'),
    breaks: ['the engine has made its move itself'],
  },
];

testPlantedFaults('gtp', FAULTS);

describe('a GTP engine that listens breaks no clause if it', () => {
  test('prints lines outside of responses', async () => {
    const noisy: Alteration = { serverLine: (line) => (line.startsWith('=') ? ['a banner', line] : [line]) };
    const checked = await checkOwnServer('gtp', 'gtp', alterMessages(noisy), {});
    const broken = checked.filter(({ verdict }) => verdict.kind === 'broken');
    assert.deepEqual(broken, []);
    assert.ok(
      checked.some(({ verdict }) => verdict.kind === 'kept' && verdict.notes.includes('lines outside of responses')),
    );
  });
});

const RULES = { ko: 'positional', suicide: 'forbidden' } as const;
const COMMANDS =
  'protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove';

/** An engine that connects, and plays on every second legal point. `alter` changes a response, without its empty line. */
function engine(alter: (response: string, command: string) => string = (response) => response): FakeClient {
  let size = 19;
  let position = new GoPosition(square(size));
  const color = (word = ''): 'black' | 'white' | undefined =>
    /^b/i.test(word) ? 'black' : /^w/i.test(word) ? 'white' : undefined;
  const answers: Readonly<Record<string, (...args: readonly string[]) => string | undefined>> = {
    protocol_version: () => '2',
    name: () => 'Eve',
    version: () => '1',
    known_command: (name = '') => String(COMMANDS.split(' ').includes(name)),
    list_commands: () => COMMANDS.replaceAll(' ', '\n'),
    quit: () => '',
    boardsize(lines) {
      if (Number(lines) > 25) return undefined;
      size = Number(lines);
      position = new GoPosition(square(size));
      return '';
    },
    clear_board() {
      position = new GoPosition(square(size));
      return '';
    },
    komi: (komi) => (Number.isNaN(Number(komi)) ? undefined : ''),
    play(who, vertex = '') {
      const side = color(who);
      const point = parseVertex(square(size), vertex);
      if (side === undefined || (point === undefined && !/^pass$/i.test(vertex))) return undefined;
      if (point === undefined) position.pass(side);
      else if (position.judge(side, point, RULES) !== undefined) return undefined;
      else position.play(side, point);
      return '';
    },
    genmove(who) {
      const side = color(who) ?? 'black';
      for (let point = 0; point < size ** 2; point += 2) {
        if (position.judge(side, point as Point, RULES) !== undefined) continue;
        position.play(side, point as Point);
        return vertexName(square(size), point as Point);
      }
      return 'pass';
    },
  };
  return {
    reconnects: true,
    onLine(line, { send, hangUp }) {
      const [, id = '', command = ''] = /^(\d*) ?([^#]*)/.exec(line) ?? [];
      const [name = '', ...args] = command.trim().split(/\s+/);
      if (name === '') return;
      const text = answers[name]?.(...args);
      const response = text === undefined ? `?${id} no` : `=${id} ${text}`;
      send(alter(response, command.trim()));
      send('');
      if (name === 'quit') hangUp();
    },
  };
}

describe('a GTP engine that connects', () => {
  test('follows every clause, and may omit ids', async () => {
    for (const alter of [undefined, (response: string) => response.replace(/^([=?])\d+/, '$1')]) {
      const checked = await checkFakeClients('gtp', [engine(alter)]);
      assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
      if (alter === undefined) assert.deepEqual(titlesByVerdict(checked, 'not reached'), []);
    }
  });

  test('follows every clause on a board of size 19', async () => {
    const checked = await checkFakeClients('gtp', [engine()], { size: '19' });
    assert.equal(titlesByVerdict(checked, 'kept').length, checked.length);
  });

  for (const [fault, alter, breaks] of [
    [
      'answers with another id',
      (text) => text.replace(/^=1 /, '=2 '),
      ['a command is answered by `=` and its id; `protocol_version` is 2'],
    ],
    ['knows everything', (text) => text.replace(/^\?2 no$/, '=2'), ['an unknown command is answered by `?`']],
    [
      'lacks a command',
      (text, command) => (command === 'known_command komi' ? '= false' : text),
      ['`known_command` knows the required commands'],
    ],
    [
      'accepts every komi',
      (text, command) => (command === 'komi white' ? '=' : text),
      ['a size or a komi that cannot be is refused'],
    ],
    [
      'plays on an occupied point',
      (text, command) => (command === 'genmove w' ? text.replace(/ .*/, ' e5') : text),
      ['it takes the first move, and answers `genmove` by a legal one'],
    ],
    [
      'plays off the board',
      (text, command) => (command === 'genmove b' ? text.replace(/ .*/, ' z9') : text),
      ['as black it moves first, legally'],
    ],
    ['does not answer quit', (text, command) => (command === 'quit' ? '# goodbye' : text), ['`quit` is answered']],
  ] as const satisfies readonly (readonly [string, (text: string, command: string) => string, readonly string[]])[])
    test(`is found if it ${fault}`, async () => {
      const checked = await checkFakeClients('gtp', [engine(alter)]);
      assert.deepEqual(titlesByVerdict(checked, 'broken'), breaks);
    });
});
