import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Settings } from '../../src/protocols/protocol.ts';
import { actions } from './actions.ts';
import { TEXT, type Transcription } from './liar.ts';
import { examineClient, type Slip } from './patron.ts';

interface Kind {
  readonly protocol: string;
  readonly settings: Settings;
  /** As the examination is told. */
  readonly examined?: Settings;
  readonly transcription?: Transcription;
}

const KINDS: readonly Kind[] = [
  { protocol: 'nu6', settings: { size: '9' } },
  { protocol: 'nu6', settings: {} },
  { protocol: 'daigo', settings: {} },
  { protocol: 'nedap', settings: { size: '9' } },
  { protocol: 'nedap', settings: { size: '9', dialect: 'later' }, examined: { dialect: 'later' } },
  { protocol: 'remastered', settings: {} },
  { protocol: 'remastered', settings: {}, examined: { size: '9' } },
  { protocol: 'gomokurs', settings: {}, transcription: actions('0.1.0') },
  {
    protocol: 'gomokurs',
    settings: { version: '0.2.0' },
    examined: { version: '0.2.0', size: '15' },
    transcription: actions('0.2.0'),
  },
];

describe('our own client keeps to every clause', () => {
  for (const { protocol, settings, examined = {}, transcription } of KINDS) {
    test(`${protocol} ${new URLSearchParams(settings)}`, async () => {
      const checked = await examineClient(protocol, settings, {}, transcription, examined);
      const others = checked.filter(({ verdict }) => verdict.kind !== 'kept' || verdict.notes.length > 0);
      assert.equal(JSON.stringify(others, null, 1), '[]');
    });
  }
});

describe('a client that does otherwise what the document leaves to it keeps to every clause', () => {
  for (const [protocol, hello] of [
    ['nu6', /^CORE.HELLO~\w+/],
    ['daigo', /^HELO \w+/],
  ] as const) {
    test(`${protocol}: appends to a name that is taken`, async () => {
      const slip: Slip = {
        says: (line, { said }) => [hello.test(line) && said[0] !== undefined ? said[0].replace(hello, '$&ZERO') : line],
      };
      const checked = await examineClient(protocol, {}, slip);
      const others = checked.filter(({ verdict }) => verdict.kind !== 'kept');
      assert.equal(JSON.stringify(others, null, 1), '[]');
    });
  }
});

describe('a Gomokurs client of another version', () => {
  for (const [spoken, expected] of [
    ['0.2.0', '0.1.0'],
    ['0.1.0', '0.2.0'],
  ] as const) {
    test(`of ${spoken}, examined as one of ${expected}, is not blamed, and the right way is told`, async () => {
      const examined = { version: expected };
      const checked = await examineClient('gomokurs', { version: spoken }, {}, actions(spoken), examined);
      const reason = `it speaks ${spoken}, which is examined as gomokurs?version=${spoken}`;
      assert.deepEqual(checked[0]?.verdict, { kind: 'not reached', reason });
      assert(checked.every(({ verdict }) => verdict.kind === 'not reached'));
    });
  }
});

interface WrongClient {
  readonly client: string;
  readonly slip: Slip;
  readonly breaks: readonly string[];
}

const says = (pattern: RegExp, instead: string): Slip => ({ says: (line) => [line.replace(pattern, instead)] });
const twice = (pattern: RegExp): Slip => ({ says: (line) => (pattern.test(line) ? [line, line] : [line]) });

const WRONG: Readonly<Record<string, readonly WrongClient[]>> = {
  nu6: [
    {
      client: 'forgets its name',
      slip: says(/^CORE.HELLO~.*/, 'CORE.HELLO'),
      breaks: ['the client greets by HELLO and its name', 'after NAMETAKEN it says another name, or goes'],
    },
    {
      client: 'plays twice',
      slip: twice(/^CORE.MOVE/),
      breaks: ['it waits for its turn', 'as white it answers a move by a legal move'],
    },
    {
      client: 'plays on the other side’s stones',
      slip: {
        says: (line, { told }) => {
          const last = told.at(-1) ?? '';
          return [line.startsWith('CORE.MOVE') && last.startsWith('CORE.MOVE') ? last : line];
        },
      },
      breaks: ['it answers a move by a legal move', 'as white it answers a move by a legal move'],
    },
    {
      client: 'asks for the same name again',
      slip: { says: (line, { said }) => [line.startsWith('CORE.HELLO') && said[0] !== undefined ? said[0] : line] },
      breaks: ['after NAMETAKEN it says another name, or goes'],
    },
    {
      client: 'insists on an illegal move',
      slip: { says: (line, { said, told }) => [told.at(-1)?.includes('ILLEGAL') ? (said.at(-1) ?? line) : line] },
      breaks: ['after ILLEGAL it moves otherwise'],
    },
    {
      client: 'moves first whatever its colour',
      slip: {
        hears: (line) => [line],
        says: (line) => (line.startsWith('CORE.NEWGAME') ? [line, 'CORE.MOVE~3'] : [line]),
      },
      breaks: ['as white it does not move first'],
    },
  ],
  daigo: [
    {
      client: 'does not ask before it plays',
      slip: { says: (line) => (/^(?:CREATE|JOIN)/.test(line) ? [line, 'STONE 3 3'] : [line]) },
      breaks: ['the client asks whether it may PLAY, and as black begins', 'as white it does not begin'],
    },
    {
      client: 'writes a stone with a comma',
      slip: says(/^STONE (\d+) /, 'STONE $1,'),
      breaks: [
        'the client asks whether it may PLAY, and as black begins',
        'as white it answers a stone by a legal stone',
      ],
    },
    {
      client: 'plays far off the board',
      slip: says(/^STONE \d+/, 'STONE 11'),
      breaks: [
        'the client asks whether it may PLAY, and as black begins',
        'as white it answers a stone by a legal stone',
      ],
    },
    {
      client: 'asks for the same name again',
      slip: { says: (line, { said }) => [line.startsWith('HELO') && said[0] !== undefined ? said[0] : line] },
      breaks: ['after error 8 it says another name, or goes'],
    },
  ],
  nedap: [
    {
      client: 'says the size before its name',
      slip: says(/^GO (\w+) (\d+)$/, 'GO $2 $1'),
      breaks: ['the client asks for a game by GO'],
    },
    {
      client: 'plays twice',
      slip: twice(/^MOVE/),
      breaks: ['it waits for its turn', 'as white it answers a move by a legal move'],
    },
    {
      client: 'moves before it has an opponent',
      slip: { says: (line) => (line.startsWith('GO') ? [line, 'MOVE 1 1'] : [line]) },
      breaks: ['as white it does not move first'],
    },
  ],
  remastered: [
    {
      client: 'never acknowledges a stone',
      slip: { says: (line, { told }) => (line === 'ack' && told.at(-1)?.startsWith('place') ? [] : [line]) },
      breaks: ['it acknowledges its own stone', 'it acknowledges a removal'],
    },
    {
      client: 'places stones beside the board',
      slip: { says: (line) => [line.replace(/^place (\d+) (\d+)$/, (_all, x, y) => `place ${Number(x) + 18} ${y}`)] },
      breaks: ['in turn it places a stone, legally', 'as white it answers a stone by a legal stone'],
    },
    {
      client: 'places twice where it was asked once',
      slip: twice(/^place/),
      breaks: ['it acknowledges its own stone', 'as white it answers a stone by a legal stone'],
    },
  ],
  gomokurs: [
    {
      client: 'is never READY',
      slip: { says: (line) => (line === 'READY' ? [] : [line]) },
      breaks: ['the player answers START by READY'],
    },
    {
      client: 'describes itself when asked for nothing',
      slip: { says: (line) => (line === 'READY' ? ['PLAYER DESCRIPTION x', line] : [line]) },
      breaks: ['the player answers START by READY'],
    },
    {
      client: 'plays where a stone stands',
      slip: {
        says: (line, { told }) => [
          told.at(-1)?.startsWith('TURN') ? (told.at(-1) ?? '').replace('TURN', 'PLAY') : line,
        ],
      },
      breaks: [
        'it answers TURN by a PLAY where nothing stands',
        'as the second player it answers TURN by a PLAY',
        'it goes on after BOARD by TURN',
      ],
    },
    {
      client: 'begins whatever its place',
      slip: { says: (line) => (line === 'READY' ? [line, 'PLAY 0 0'] : [line]) },
      breaks: [
        'the player answers START by READY',
        'as the second player it does not begin',
        'it answers BOARD by a PLAY where nothing stands',
      ],
    },
  ],
};

describe('a client that is wrong is found', () => {
  for (const [protocol, clients] of Object.entries(WRONG)) {
    for (const { client, slip, breaks } of clients) {
      test(`${protocol}: ${client}`, async () => {
        const { settings, transcription = TEXT } = KINDS.find((kind) => kind.protocol === protocol) ?? { settings: {} };
        const checked = await examineClient(protocol, settings, slip, transcription);
        const broken = checked.filter(({ verdict }) => verdict.kind === 'broken').map(({ title }) => title);
        assert.deepEqual(broken, breaks);
      });
    }
  }
});
