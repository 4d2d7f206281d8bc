import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ClientFault, checkOwnClient } from '../../support/check/check-own-client.ts';
import { checkFakeClients, type FakeClient } from '../../support/check/fake-client.ts';
import { titlesByVerdict } from '../../support/check/titles-by-verdict.ts';

const SETTINGS = { name: 'anne', password: 'secret1' };

describe('our own CGOS client', () => {
  for (const size of ['9', '19']) {
    test(`follows every clause on a board of size ${size}`, async () => {
      const checked = await checkOwnClient('cgos', SETTINGS, {}, undefined, { size });
      const others = checked.filter(({ verdict }) => verdict.kind !== 'kept' || verdict.notes.length > 0);
      assert.equal(JSON.stringify(others, null, 1), '[]');
    });
  }
});

interface WrongClient {
  readonly client: string;
  readonly fault: ClientFault;
  readonly breaks: readonly string[];
}

const replacing = (pattern: RegExp, replacement: string): ClientFault => ({
  alterSent: (line) => [line.replace(pattern, replacement)],
});
const twice = (pattern: RegExp): ClientFault => ({ alterSent: (line) => (pattern.test(line) ? [line, line] : [line]) });

const WRONG: readonly WrongClient[] = [
  {
    client: 'sends a line before its name',
    fault: { alterSent: (line, { received }) => (received.at(-1) === 'username' ? ['hello', line] : [line]) },
    breaks: [
      'it does not answer info',
      'as white it does not move first',
      'after setup with moves it answers genmove by a legal move',
      'setup is the start of a game even where another was',
      'after Error it says nothing more',
    ],
  },
  {
    client: 'has a password of two characters',
    fault: replacing(/^secret1$/, 'ab'),
    breaks: ['it answers password by its password'],
  },
  {
    client: 'moves twice',
    fault: twice(/^[A-J][1-9]$/),
    breaks: [
      'it does not move before it is asked again',
      'as white it answers genmove by a legal move',
      'after setup with moves it answers genmove by a legal move',
    ],
  },
  {
    client: 'plays on an occupied point',
    fault: {
      alterSent(line, { received }) {
        const [, stone] =
          / ([A-J][1-9]) \d+$/.exec(received.findLast((each) => /^(?:play|setup)/.test(each)) ?? '') ?? [];
        return [/^[A-J][1-9]$/.test(line) && stone !== undefined ? stone : line];
      },
    },
    breaks: [
      'it answers the next genmove by a legal move',
      'as white it answers genmove by a legal move',
      'after setup with moves it answers genmove by a legal move',
    ],
  },
  {
    client: 'counts rows from the top',
    fault: {
      alterSent: (line) => [line.replace(/^([A-J])([1-9])$/, (_all, column, row) => `${column}${Number(row) + 9}`)],
    },
    breaks: [
      'it answers genmove by a legal move',
      'as white it answers genmove by a legal move',
      'after setup with moves it answers genmove by a legal move',
    ],
  },
  {
    client: 'leaves with a message that the protocol does not have',
    fault: { alterSent: (line) => [line === 'quit' ? 'bye' : line] },
    breaks: ['after gameover it is ready, or quits', 'setup is the start of a game even where another was'],
  },
];

describe('the check finds a CGOS client that', () => {
  for (const { client, fault, breaks } of WRONG) {
    test(client, async () => {
      assert.deepEqual(titlesByVerdict(await checkOwnClient('cgos', SETTINGS, fault), 'broken'), breaks);
    });
  }
});

describe('a CGOS client that answers info', () => {
  test('is reported as faulty', async () => {
    const polite: FakeClient = {
      onLine(line, { send }) {
        if (line.startsWith('protocol')) send('e1 polite');
        if (line === 'username') send('polite');
        if (line === 'password') send('secret1');
        if (line.startsWith('info')) send('thanks');
      },
    };
    const checked = await checkFakeClients('cgos', [polite]);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), ['it does not answer info']);
  });

  test('is reported without its password', async () => {
    const lost: FakeClient = {
      onLine(line, { send }) {
        if (line.startsWith('protocol')) send('e1 lost');
        if (line === 'username') send('lost');
        if (line === 'password') send('my-secret');
        if (line.startsWith('genmove')) send('nowhere');
      },
    };
    const checked = await checkFakeClients('cgos', [lost]);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), ['it answers genmove by a legal move']);
    assert(JSON.stringify(checked).includes('client: a password'));
    assert(!JSON.stringify(checked).includes('my-secret'));
  });
});
