import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InMemoryConnections } from '../../support/server/in-memory-connections.ts';

const NONSENSE = 'CORE.ERROR~PROTOCOL~nonsense';

/** `who` says so many lines of nonsense in one packet. */
const flood = (callers: InMemoryConnections, who: string, lines: number): void =>
  callers.says(who, ...Array<string>(lines).fill('nonsense'));

/** Somebody who has said hello and has had no more than that of the server. */
function come(callers: InMemoryConnections, who: string, ...words: readonly string[]): void {
  callers.dial(who);
  callers.says(who, words.length === 0 ? `CORE.HELLO~${who}` : words.join('\n'));
}

const lengthOf = (told: readonly string[], line: string): number => told.filter((each) => each === line).length;

describe('who says much', () => {
  test('keeps nobody waiting who says little', async () => {
    const callers = await InMemoryConnections.open();
    come(callers, 'alice');
    come(callers, 'mallory');
    await callers.clock.advance(1_000);
    callers.told();
    flood(callers, 'mallory', 600);
    const first = callers.told();
    assert.ok(first.length > 0 && first.length < 100, `${first.length} answers before anybody else is seen`);
    callers.says('alice', 'nonsense');
    await callers.clock.step();
    const next = callers.told();
    assert.equal(next[0], `alice: ${NONSENSE}`);
    assert.ok(next.length < 100, `${next.length} answers in one turn`);
    await callers.settle();
    const rest = callers.told();
    const answered = lengthOf([...first, ...next, ...rest], `mallory: ${NONSENSE}`);
    assert.equal(answered, 600, 'in the end everything is answered');
  });

  test('is answered in order, whatever comes in between', async () => {
    const callers = await InMemoryConnections.open();
    come(callers, 'mallory');
    callers.told();
    callers.says('mallory', ...Array.from({ length: 300 }, (_, index) => `line ${index}`));
    await callers.clock.step();
    callers.says('mallory', 'line 300');
    await callers.settle();
    const lines = Array.from({ length: 301 }, (_, index) => `mallory: CORE.ERROR~PROTOCOL~line ${index}`);
    assert.deepEqual(
      callers.told().filter((line) => line.includes('ERROR')),
      lines,
    );
  });

  test('shares with others who do', async () => {
    const callers = await InMemoryConnections.open();
    for (const who of ['mallory', 'oscar']) come(callers, who);
    callers.told();
    for (const who of ['mallory', 'oscar']) flood(callers, who, 400);
    for (let turn = 0; turn < 10; turn++) await callers.clock.step();
    const told = callers.told();
    const [one, other] = ['mallory', 'oscar'].map((who) => lengthOf(told, `${who}: ${NONSENSE}`));
    assert.ok(one !== undefined && other !== undefined && one > 0 && other > 0);
    assert.ok(Math.abs(one - other) < 60, `${one} and ${other}`);
  });

  test('gains nothing by going and coming again', async () => {
    const callers = await InMemoryConnections.open();
    come(callers, 'alice');
    come(callers, 'mallory');
    await callers.clock.advance(1_000);
    flood(callers, 'mallory', 600);
    callers.connection('mallory').lost();
    flood(callers, 'alice', 20);
    callers.told();
    come(callers, 'mallory again', 'CORE.HELLO~mallory', 'nonsense');
    await callers.settle();
    const told = callers.told();
    assert.ok(told.lastIndexOf(`alice: ${NONSENSE}`) < told.indexOf('mallory again: CORE.HELLO'));
    assert.equal(lengthOf(told, `mallory again: ${NONSENSE}`), 1);
  });

  test('is not listened to while it is far ahead, and then again, and loses nothing', async () => {
    const callers = await InMemoryConnections.open();
    come(callers, 'mallory');
    callers.told();
    callers.says('mallory', ...Array<string>(200).fill('x'.repeat(400)));
    assert.equal(callers.told().at(-1), 'mallory: (paused)');
    await callers.settle();
    const told = callers.told();
    const goesOn = told.indexOf('mallory: (goes on)');
    assert.ok(goesOn > 0 && goesOn < told.length - 1);
  });

  test('and hangs up is answered to the end', async () => {
    const callers = await InMemoryConnections.open();
    come(callers, 'mallory');
    callers.told();
    flood(callers, 'mallory', 300);
    callers.connection('mallory').finish();
    await callers.settle();
    const told = callers.told();
    assert.equal(lengthOf(told, `mallory: ${NONSENSE}`), 300);
    assert.equal(told.at(-1), 'mallory: (closed)');
    assert.equal(callers.hub.statistics.players, 0);
  });
});

describe('what everybody hears', () => {
  const CROWD = 120;

  async function hall(): Promise<InMemoryConnections> {
    const callers = await InMemoryConnections.open();
    await callers.match('alice', 'bob');
    for (let index = 0; index < CROWD; index++) come(callers, `c${index}`, `CORE.HELLO~c${index}~CHAT`);
    come(callers, 'mallory', 'CORE.HELLO~mallory~CHAT');
    await callers.settle();
    await callers.clock.advance(600);
    callers.told();
    return callers;
  }

  test('holds up no game', async () => {
    const callers = await hall();
    callers.says('mallory', 'CHAT.MESSAGE~one');
    callers.says('alice', 'CORE.MOVE~0');
    await callers.clock.step();
    await callers.clock.step();
    callers.journal.keep();
    await callers.clock.step();
    const told = callers.told();
    assert.ok(told.includes('bob: CORE.MOVE~0'));
    assert.ok(lengthOf(told, 'c119: CHAT.MESSAGE~one~mallory') === 0, 'the chat is still going round');
    await callers.settle();
    assert.equal(
      callers.told().filter((line) => line.endsWith('CHAT.MESSAGE~one~mallory')).length +
        told.filter((line) => line.endsWith('~mallory')).length,
      CROWD,
    );
  });

  test('is heard by each in the order in which it was said, and before what is decided later', async () => {
    const callers = await hall();
    callers.says('mallory', 'CHAT.MESSAGE~one', 'CHAT.MESSAGE~two');
    callers.says('c0', 'CHAT.MESSAGE~three');
    callers.says('c7', 'CHAT.MESSAGE~just you~c119');
    await callers.settle();
    const heard = callers.told().filter((line) => line.startsWith('c119: '));
    const [one, two] = ['one', 'two'].map((text) => heard.indexOf(`c119: CHAT.MESSAGE~${text}~mallory`));
    assert.ok(one === 0 && two !== undefined && two > 0, heard.join('\n'));
    assert.deepEqual([...heard].sort(), [
      'c119: CHAT.MESSAGE~just you~c7',
      'c119: CHAT.MESSAGE~one~mallory',
      'c119: CHAT.MESSAGE~three~c0',
      'c119: CHAT.MESSAGE~two~mallory',
    ]);
  });

  test('is answered, and heard by the rest, when a listener goes meanwhile', async () => {
    const callers = await hall();
    callers.says('mallory', 'CHAT.MESSAGE~one', 'nonsense');
    await callers.clock.step();
    callers.connection('c119').lost();
    await callers.settle();
    const told = callers.told();
    assert.ok(told.includes(`mallory: ${NONSENSE}`));
    assert.equal(told.filter((line) => line.endsWith('CHAT.MESSAGE~one~mallory')).length, CROWD - 1);
  });
});
