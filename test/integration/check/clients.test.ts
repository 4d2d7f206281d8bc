import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import { type ClientFault, checkOwnClient } from '../../support/check/check-own-client.ts';
import { checkFakeClients, type FakeClient } from '../../support/check/fake-client.ts';
import { gomokursActions, igsLines } from '../../support/check/line-conversions.ts';
import { type LineConversion, TEXT_LINES } from '../../support/check/message-alteration.ts';
import { titlesByVerdict } from '../../support/check/titles-by-verdict.ts';

interface OwnClientCase {
  readonly protocol: string;
  readonly settings: ProtocolSettings;
  /** The settings of the check. */
  readonly examined?: ProtocolSettings;
  readonly conversion?: LineConversion;
}

const OWN_CLIENTS: readonly OwnClientCase[] = [
  { protocol: 'nu6', settings: { size: '9' } },
  { protocol: 'nu6', settings: {} },
  { protocol: 'daigo', settings: {} },
  { protocol: 'nedap', settings: { size: '9' } },
  { protocol: 'nedap', settings: { size: '9', dialect: 'later' }, examined: { dialect: 'later' } },
  { protocol: 'remastered', settings: {} },
  { protocol: 'remastered', settings: {}, examined: { size: '9' } },
  { protocol: 'gomokurs', settings: {}, conversion: gomokursActions('0.1.0') },
  {
    protocol: 'gomokurs',
    settings: { version: '0.2.0' },
    examined: { version: '0.2.0', size: '15' },
    conversion: gomokursActions('0.2.0'),
  },
  { protocol: 'igs', settings: { size: '9' }, conversion: igsLines },
  { protocol: 'igs', settings: {}, examined: { size: '19' }, conversion: igsLines },
];

describe('our own client follows every clause', () => {
  for (const { protocol, settings, examined = {}, conversion } of OWN_CLIENTS) {
    test(`${protocol} ${new URLSearchParams(settings)}`, async () => {
      const checked = await checkOwnClient(protocol, settings, {}, conversion, examined);
      const others = checked.filter(({ verdict }) => verdict.kind !== 'kept' || verdict.notes.length > 0);
      assert.equal(JSON.stringify(others, null, 1), '[]');
    });
  }
});

describe('a client may differ from ours where the document allows it', () => {
  for (const [protocol, hello] of [
    ['nu6', /^CORE.HELLO~\w+/],
    ['daigo', /^HELO \w+/],
  ] as const) {
    test(`${protocol}: appends letters to a name that is taken`, async () => {
      const fault: ClientFault = {
        alterSent: (line, { sent }) => [
          hello.test(line) && sent[0] !== undefined ? sent[0].replace(hello, '$&ZERO') : line,
        ],
      };
      const checked = await checkOwnClient(protocol, {}, fault);
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
    test(`of ${spoken}, examined as one of ${expected}, breaks no clause, and the report names the right setting`, async () => {
      const examined = { version: expected };
      const checked = await checkOwnClient('gomokurs', { version: spoken }, {}, gomokursActions(spoken), examined);
      const reason = `it speaks ${spoken}, which is examined as gomokurs?version=${spoken}`;
      assert.deepEqual(checked[0]?.verdict, { kind: 'not reached', reason });
      assert(checked.every(({ verdict }) => verdict.kind === 'not reached'));
    });
  }
});

interface WrongClient {
  readonly client: string;
  readonly fault: ClientFault;
  /** The settings of the check. */
  readonly examined?: ProtocolSettings;
  readonly breaks: readonly string[];
}

const replacing = (pattern: RegExp, replacement: string): ClientFault => ({
  alterSent: (line) => [line.replace(pattern, replacement)],
});
const twice = (pattern: RegExp): ClientFault => ({ alterSent: (line) => (pattern.test(line) ? [line, line] : [line]) });

const WRONG: Readonly<Record<string, readonly WrongClient[]>> = {
  nu6: [
    {
      client: 'sends a message that the protocol does not have',
      fault: { alterSent: (line) => (line.startsWith('CORE.NEWGAME') ? ['CORE.HURRY', line] : [line]) },
      breaks: ['the client asks for a NEWGAME'],
    },
    {
      client: 'sends no name',
      fault: replacing(/^CORE.HELLO~.*/, 'CORE.HELLO'),
      breaks: ['the client greets by HELLO and its name', 'after NAMETAKEN it says another name, or goes'],
    },
    {
      client: 'moves twice in one turn',
      fault: twice(/^CORE.MOVE/),
      breaks: ['it waits for its turn', 'as white it answers a move by a legal move'],
    },
    {
      client: 'plays on its opponent’s stones',
      fault: {
        alterSent: (line, { received }) => {
          const last = received.at(-1) ?? '';
          return [line.startsWith('CORE.MOVE') && last.startsWith('CORE.MOVE') ? last : line];
        },
      },
      breaks: ['it answers a move by a legal move', 'as white it answers a move by a legal move'],
    },
    {
      client: 'moves first with either colour',
      fault: {
        alterReceived: (line) => [line],
        alterSent: (line) => (line.startsWith('CORE.NEWGAME') ? [line, 'CORE.MOVE~3'] : [line]),
      },
      breaks: ['as white it does not move first'],
    },
  ],
  daigo: [
    {
      client: 'moves without asking by PLAY first',
      fault: { alterSent: (line) => (/^(?:CREATE|JOIN)/.test(line) ? [line, 'STONE 3 3'] : [line]) },
      breaks: ['the client asks whether it may PLAY, and as black begins', 'as white it does not begin'],
    },
    {
      client: 'writes a stone with a comma',
      fault: replacing(/^STONE (\d+) /, 'STONE $1,'),
      breaks: [
        'the client asks whether it may PLAY, and as black begins',
        'as white it answers a stone by a legal stone',
      ],
    },
    {
      client: 'plays off the board',
      fault: replacing(/^STONE \d+/, 'STONE 11'),
      examined: { size: '9' },
      breaks: [
        'the client asks whether it may PLAY, and as black begins',
        'as white it answers a stone by a legal stone',
      ],
    },
    {
      client: 'plays far off the board',
      fault: replacing(/^STONE \d+/, 'STONE 500'),
      breaks: [
        'the client asks whether it may PLAY, and as black begins',
        'as white it answers a stone by a legal stone',
      ],
    },
    {
      client: 'plays on its own stones',
      fault: {
        alterSent(line, { sent }) {
          const first = sent.find((each) => each.startsWith('STONE'));
          return [line.startsWith('STONE') && first !== undefined ? first : line];
        },
      },
      breaks: ['it answers a stone by a legal stone', 'it answers a pass'],
    },
  ],
  nedap: [
    {
      client: 'sends the size before its name',
      fault: replacing(/^GO (\w+) (\d+)$/, 'GO $2 $1'),
      breaks: ['the client asks for a game by GO'],
    },
    {
      client: 'moves twice in one turn',
      fault: twice(/^MOVE/),
      breaks: ['it waits for its turn', 'as white it answers a move by a legal move'],
    },
    {
      client: 'asks for a board of an even size',
      fault: replacing(/^GO (\w+) \d+$/, 'GO $1 8'),
      breaks: ['the client asks for a game by GO'],
    },
    {
      client: 'has a name with a capital letter',
      fault: replacing(/^GO \w+/, 'GO Mary'),
      breaks: ['the client asks for a game by GO'],
    },
    {
      client: 'moves before it has an opponent',
      fault: { alterSent: (line) => (line.startsWith('GO') ? [line, 'MOVE 1 1'] : [line]) },
      breaks: ['as white it does not move first'],
    },
  ],
  remastered: [
    {
      client: 'never acknowledges a stone',
      fault: {
        alterSent: (line, { received }) => (line === 'ack' && received.at(-1)?.startsWith('place') ? [] : [line]),
      },
      breaks: ['it acknowledges its own stone', 'it acknowledges a removal'],
    },
    {
      client: 'places stones off the board',
      fault: {
        alterSent: (line) => [line.replace(/^place (\d+) (\d+)$/, (_all, x, y) => `place ${Number(x) + 18} ${y}`)],
      },
      breaks: [
        'in turn it places a stone, legally',
        'as white it answers a stone by a legal stone',
        'it plays on none of the stones that it was shown',
      ],
    },
    {
      client: 'does not read the stones of the board',
      fault: { alterReceived: (line) => [line.startsWith('stones') ? line.replaceAll(/[01]/g, 'X') : line] },
      breaks: ['it plays on none of the stones that it was shown'],
    },
    {
      client: 'places two stones in one turn',
      fault: twice(/^place/),
      breaks: ['it acknowledges its own stone', 'as white it answers a stone by a legal stone'],
    },
  ],
  gomokurs: [
    {
      client: 'sends ERROR instead of PLAY',
      fault: { alterSent: (line) => [line.startsWith('PLAY ') ? 'ERROR no' : line] },
      breaks: ['it answers BEGIN by a PLAY on the board', 'as the second player it answers TURN by a PLAY'],
    },
    {
      client: 'never sends READY',
      fault: { alterSent: (line) => (line === 'READY' ? [] : [line]) },
      breaks: ['the player answers START by READY'],
    },
    {
      client: 'plays on an occupied point',
      fault: {
        alterSent: (line, { received }) => [
          received.at(-1)?.startsWith('TURN') ? (received.at(-1) ?? '').replace('TURN', 'PLAY') : line,
        ],
      },
      breaks: [
        'it answers TURN by a PLAY where nothing stands',
        'as the second player it answers TURN by a PLAY',
        'it goes on after BOARD by TURN',
      ],
    },
    {
      client: 'begins without being told to',
      fault: { alterSent: (line) => (line === 'READY' ? [line, 'PLAY 0 0'] : [line]) },
      breaks: [
        'it waits until it is told to begin',
        'as the second player it does not begin',
        'it answers BOARD by a PLAY where nothing stands',
      ],
    },
  ],
  igs: [
    {
      client: 'accepts a request with other terms',
      fault: replacing(/^match (\w+) (\w) 9 10/, 'match $1 $2 9 20'),
      breaks: ['it accepts a request in the words that it is shown'],
    },
    {
      client: 'moves twice in one turn',
      fault: twice(/^[A-J]\d$/),
      breaks: ['it waits for its turn', 'as white it answers a move by a legal move'],
    },
    {
      client: 'plays on an occupied point',
      fault: {
        alterSent: (line, { received }) => {
          const last = received.findLast((each) => /^15 +\d+\([BW]\): [A-J]\d/.test(each));
          return [/^[A-J]\d$/.test(line) && last !== undefined ? last.replace(/.* /, '') : line];
        },
      },
      breaks: ['it answers a move by a legal move', 'as white it answers a move by a legal move'],
    },
    {
      client: 'moves first with either colour',
      fault: { alterSent: (line) => (/^moves /.test(line) ? [line, 'C3'] : [line]) },
      breaks: ['it waits for its turn', 'as white it does not move first'],
    },
  ],
};

describe('the check finds a client that', () => {
  for (const [protocol, clients] of Object.entries(WRONG)) {
    for (const { client, fault, examined, breaks } of clients) {
      test(`${protocol}: ${client}`, async () => {
        const { settings, conversion = TEXT_LINES } = OWN_CLIENTS.find((own) => own.protocol === protocol) ?? {
          settings: {},
        };
        const checked = await checkOwnClient(protocol, settings, fault, conversion, examined);
        assert.deepEqual(titlesByVerdict(checked, 'broken'), breaks);
      });
    }
  }
});

describe('a Gomokurs client that does not read BOARD', () => {
  test('after its first stone is found, on every board size', async () => {
    const firstOnly: ClientFault = {
      alterReceived: (line) => [line.startsWith('BOARD') ? (line.split(',')[0] ?? line) : line],
    };
    for (const size of ['7', '19', '20', '22']) {
      const checked = await checkOwnClient('gomokurs', {}, firstOnly, gomokursActions('0.1.0'), { size });
      assert.deepEqual(titlesByVerdict(checked, 'broken'), ['it answers BOARD by a PLAY where nothing stands'], size);
    }
  });
});

describe('a client that plays on after the end', () => {
  test('is reported as faulty', async () => {
    let stones = 0;
    const tireless: FakeClient = {
      onConnect: ({ send }) => send('PROTOCOL VERSION 0.1.0'),
      onLine(line, { send }) {
        if (line.startsWith('START')) send('READY');
        if (/^(?:BEGIN|TURN|END)/.test(line)) send(`PLAY ${stones++} 0`);
      },
    };
    const checked = await checkFakeClients('gomokurs', [tireless], {}, gomokursActions('0.1.0'));
    assert.deepEqual(titlesByVerdict(checked, 'broken'), ['after END it plays no more']);
  });
});
