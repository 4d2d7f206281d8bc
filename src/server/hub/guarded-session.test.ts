import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverNamed } from '../../../test/support/protocols/loaded-protocols.ts';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import type { OpenServerSession, ServerSession } from '../../protocols/server-session-types.ts';
import { acceptProtocol } from '../listeners/accept-protocol.ts';
import { ServerCounts } from '../metrics/server-counts.ts';
import { GuardedSession } from './guarded-session.ts';
import type { Log } from './observability.ts';

const nu6 = serverNamed('nu6');
assert(nu6 !== undefined);
const spoken = nu6.configure({});
assert(spoken.ok);

/** Conversations in nu6 that throw, whatever comes, from the moment when `mind.isLost` is set. */
const forgetful =
  (mind: { isLost: boolean }): OpenServerSession =>
  (start) => {
    const session = spoken.value(start);
    const minded = (): ServerSession => {
      if (mind.isLost) throw new Error('where was I?');
      return session;
    };
    return {
      open: (now) => session.open(now),
      receive: (bytes, now) => minded().receive(bytes, now),
      answer: (answer, now) => minded().answer(answer, now),
      proceed: (now) => minded().proceed(now),
      notify: (notice, now) => minded().notify(notice, now),
      inputEnded: (now) => minded().inputEnded?.(now) ?? { send: [], ask: [], close: false },
      tick: (now) => minded().tick(now),
      deadline: 1000,
      backlog: 0,
    };
  };

test('whatever a session is asked, it throws at nobody, and says nothing', () => {
  const mind = { isLost: true };
  const thrown: unknown[] = [];
  const log = { failed: (error: unknown) => thrown.push(String(error)) };
  const conversation = { protocol: 'nu6', log, lost: () => thrown.push('lost') };
  const session = new GuardedSession(forgetful(mind)(0), conversation, undefined);
  const nothing = { send: [], ask: [], close: false };
  assert.deepEqual(session.receive(Buffer.from('CORE.HELLO~alice\n'), 0), nothing);
  assert.deepEqual(session.answer({ kind: 'done' }, 0), nothing);
  assert.deepEqual(session.proceed(0), nothing);
  assert.deepEqual(session.notify({ kind: 'farewell' }, 0), nothing);
  assert.deepEqual(session.inputEnded(0), nothing);
  assert.deepEqual(session.tick(0), nothing);
  assert.deepEqual(thrown, Array(6).fill(['Error: where was I?', 'lost']).flat());
  mind.isLost = false;
  assert.equal(session.receive(Buffer.from('CORE.HELLO~alice\n'), 0).ask[0]?.kind, 'enter');
  assert.deepEqual([session.deadline, session.backlog], [1000, 0]);
});

describe('a conversation in which a session throws', () => {
  /** Two who play: of the conversation with alice the server knows nothing more as soon as it `isLost`. */
  const open = async () => {
    const mind = { isLost: false };
    const errors: object[] = [];
    const log: Log = { debug: () => {}, info: () => {}, error: (what) => errors.push(what) };
    const meter = new ServerCounts();
    const callers = await InMemoryConnections.open({ log, meter, grace: 30_000 });
    let closed = 0;
    const link = { id: 'link-1', send: () => {}, close: () => closed++, pause: () => {} };
    const alice = acceptProtocol(callers.hub, nu6, forgetful(mind), 'nu6')('10.0.0.1', link);
    alice.receive(Buffer.from('CORE.HELLO~alice\nCORE.NEWGAME~9\n'));
    callers.dial('bob', 'nu6');
    callers.says('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await callers.settle();
    await callers.keep();
    assert.deepEqual(callers.told(), ['bob: CORE.HELLO', 'bob: CORE.MATCH~WHITE~9~alice']);
    return { mind, errors, meter, callers, alice, closed: () => closed };
  };

  test('is over, and is logged and counted, and its client may come back', async () => {
    const { mind, errors, meter, callers, alice, closed } = await open();
    mind.isLost = true;
    alice.receive(Buffer.from('CORE.MOVE~0\n'));
    alice.receive(Buffer.from('CORE.MOVE~0\n'));
    await callers.settle();
    assert.equal(closed(), 1);
    const [error, ...others] = errors;
    assert.match(JSON.stringify(error), /^\{"connection":"link-1","protocol":"nu6","error":"Error: where was I\?/);
    assert.deepEqual(others, []);
    assert.deepEqual([...meter.sessionFailures], [['nu6', '', 1]]);
    callers.dial('alice', 'nu6');
    callers.says('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9', 'CORE.MOVE~0');
    await callers.settle();
    await callers.keep();
    assert.deepEqual(callers.told(), [
      'alice: CORE.HELLO',
      'alice: CORE.MATCH~BLACK~9~bob',
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
    ]);
  });

  test('costs nobody else anything who is told the same', async () => {
    const { mind, callers, alice, closed } = await open();
    alice.receive(Buffer.from('CORE.MOVE~0\n'));
    await callers.settle();
    mind.isLost = true;
    await callers.keep();
    assert.equal(closed(), 1);
    callers.says('bob', 'CORE.MOVE~1');
    await callers.settle();
    await callers.keep();
    assert.deepEqual(callers.told(), ['bob: CORE.MOVE~0', 'bob: CORE.MOVE~1']);
  });
});
