import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../support/server/in-memory-connections.ts';

const NONSENSE = 'CORE.ERROR~PROTOCOL~nonsense';

/** Sends `lines` unknown messages from a client in one packet. */
const flood = (clients: InMemoryConnections, name: string, lines: number): void =>
  clients.send(name, ...Array<string>(lines).fill('nonsense'));

/** Connects a client and sends the given lines, or HELLO with its name. */
function connect(clients: InMemoryConnections, name: string, ...lines: readonly string[]): void {
  clients.connect(name);
  clients.send(name, lines.length === 0 ? `CORE.HELLO~${name}` : lines.join('\n'));
}

const countOf = (received: readonly string[], line: string): number => received.filter((each) => each === line).length;

describe('a client that sends many messages', () => {
  test('does not delay a client that sends few', async () => {
    const clients = await InMemoryConnections.open();
    connect(clients, 'alice');
    connect(clients, 'mallory');
    await clients.clock.advance(1_000);
    clients.takeReceived();
    flood(clients, 'mallory', 600);
    const first = clients.takeReceived();
    assert.ok(first.length > 0 && first.length < 100, `${first.length} answers before another client is served`);
    clients.send('alice', 'nonsense');
    await clients.clock.step();
    const next = clients.takeReceived();
    assert.equal(next[0], `alice: ${NONSENSE}`);
    assert.ok(next.length < 100, `${next.length} answers in one step`);
    await clients.settle();
    const rest = clients.takeReceived();
    const answered = countOf([...first, ...next, ...rest], `mallory: ${NONSENSE}`);
    assert.equal(answered, 600, 'every message is answered in the end');
  });

  test('is answered in order, also if it sends more in between', async () => {
    const clients = await InMemoryConnections.open();
    connect(clients, 'mallory');
    clients.takeReceived();
    clients.send('mallory', ...Array.from({ length: 300 }, (_, index) => `line ${index}`));
    await clients.clock.step();
    clients.send('mallory', 'line 300');
    await clients.settle();
    const lines = Array.from({ length: 301 }, (_, index) => `mallory: CORE.ERROR~PROTOCOL~line ${index}`);
    assert.deepEqual(
      clients.takeReceived().filter((line) => line.includes('ERROR')),
      lines,
    );
  });

  test('gets as many answers as another such client', async () => {
    const clients = await InMemoryConnections.open();
    for (const name of ['mallory', 'oscar']) connect(clients, name);
    clients.takeReceived();
    for (const name of ['mallory', 'oscar']) flood(clients, name, 400);
    for (let step = 0; step < 10; step++) await clients.clock.step();
    const received = clients.takeReceived();
    const [first, second] = ['mallory', 'oscar'].map((name) => countOf(received, `${name}: ${NONSENSE}`));
    assert.ok(first !== undefined && second !== undefined && first > 0 && second > 0);
    assert.ok(Math.abs(first - second) < 60, `${first} and ${second}`);
  });

  test('gains nothing by connecting again', async () => {
    const clients = await InMemoryConnections.open();
    connect(clients, 'alice');
    connect(clients, 'mallory');
    await clients.clock.advance(1_000);
    flood(clients, 'mallory', 600);
    clients.connection('mallory').lost();
    flood(clients, 'alice', 20);
    clients.takeReceived();
    connect(clients, 'mallory again', 'CORE.HELLO~mallory', 'nonsense');
    await clients.settle();
    const received = clients.takeReceived();
    assert.ok(received.lastIndexOf(`alice: ${NONSENSE}`) < received.indexOf('mallory again: CORE.HELLO'));
    assert.equal(countOf(received, `mallory again: ${NONSENSE}`), 1);
  });

  test('is paused while its messages wait, then resumed, and loses no message', async () => {
    const clients = await InMemoryConnections.open();
    connect(clients, 'mallory');
    clients.takeReceived();
    clients.send('mallory', ...Array<string>(200).fill('x'.repeat(400)));
    assert.equal(clients.takeReceived().at(-1), 'mallory: (paused)');
    await clients.settle();
    const received = clients.takeReceived();
    const resumed = received.indexOf('mallory: (resumed)');
    assert.ok(resumed > 0 && resumed < received.length - 1);
  });

  test('gets all answers if it ends its side of the connection', async () => {
    const clients = await InMemoryConnections.open();
    connect(clients, 'mallory');
    clients.takeReceived();
    flood(clients, 'mallory', 300);
    clients.connection('mallory').finish();
    await clients.settle();
    const received = clients.takeReceived();
    assert.equal(countOf(received, `mallory: ${NONSENSE}`), 300);
    assert.equal(received.at(-1), 'mallory: (closed)');
    assert.equal(clients.hub.statistics.players, 0);
  });
});

describe('a broadcast', () => {
  const LISTENERS = 120;

  /** Alice and Bob play. Mallory and the listeners have chat. */
  async function openChat(): Promise<InMemoryConnections> {
    const clients = await InMemoryConnections.open();
    await clients.startGame('alice', 'bob');
    for (let index = 0; index < LISTENERS; index++) connect(clients, `c${index}`, `CORE.HELLO~c${index}~CHAT`);
    connect(clients, 'mallory', 'CORE.HELLO~mallory~CHAT');
    await clients.settle();
    await clients.clock.advance(600);
    clients.takeReceived();
    return clients;
  }

  test('does not delay a game', async () => {
    const clients = await openChat();
    clients.send('mallory', 'CHAT.MESSAGE~one');
    clients.send('alice', 'CORE.MOVE~0');
    await clients.clock.step();
    await clients.clock.step();
    clients.journal.completeAppend();
    await clients.clock.step();
    const received = clients.takeReceived();
    assert.ok(received.includes('bob: CORE.MOVE~0'));
    assert.ok(countOf(received, 'c119: CHAT.MESSAGE~one~mallory') === 0, 'the chat message is still being delivered');
    await clients.settle();
    assert.equal(
      clients.takeReceived().filter((line) => line.endsWith('CHAT.MESSAGE~one~mallory')).length +
        received.filter((line) => line.endsWith('~mallory')).length,
      LISTENERS,
    );
  });

  test('reaches each client in the order of sending, and before later messages', async () => {
    const clients = await openChat();
    clients.send('mallory', 'CHAT.MESSAGE~one', 'CHAT.MESSAGE~two');
    clients.send('c0', 'CHAT.MESSAGE~three');
    clients.send('c7', 'CHAT.MESSAGE~just you~c119');
    await clients.settle();
    const received = clients.takeReceived().filter((line) => line.startsWith('c119: '));
    const [one, two] = ['one', 'two'].map((text) => received.indexOf(`c119: CHAT.MESSAGE~${text}~mallory`));
    assert.ok(one === 0 && two !== undefined && two > 0, received.join('\n'));
    assert.deepEqual([...received].sort(), [
      'c119: CHAT.MESSAGE~just you~c7',
      'c119: CHAT.MESSAGE~one~mallory',
      'c119: CHAT.MESSAGE~three~c0',
      'c119: CHAT.MESSAGE~two~mallory',
    ]);
  });

  test('reaches all other clients if one disconnects during the delivery', async () => {
    const clients = await openChat();
    clients.send('mallory', 'CHAT.MESSAGE~one', 'nonsense');
    await clients.clock.step();
    clients.connection('c119').lost();
    await clients.settle();
    const received = clients.takeReceived();
    assert.ok(received.includes(`mallory: ${NONSENSE}`));
    assert.equal(received.filter((line) => line.endsWith('CHAT.MESSAGE~one~mallory')).length, LISTENERS - 1);
  });
});
