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
const configured = nu6.configure({});
assert(configured.ok);

/** Opens nu6 sessions whose methods throw once `fault.isOn` is set. */
const faultySession =
  (fault: { isOn: boolean }): OpenServerSession =>
  (start) => {
    const session = configured.value(start);
    const checked = (): ServerSession => {
      if (fault.isOn) throw new Error('a bug in the session');
      return session;
    };
    return {
      open: (now) => session.open(now),
      receive: (bytes, now) => checked().receive(bytes, now),
      answer: (answer, now) => checked().answer(answer, now),
      proceed: (now) => checked().proceed(now),
      notify: (notice, now) => checked().notify(notice, now),
      inputEnded: (now) => checked().inputEnded?.(now) ?? { send: [], ask: [], close: false },
      tick: (now) => checked().tick(now),
      deadline: 1000,
      backlog: 0,
    };
  };

test('every method of a guarded session catches exceptions, and then sends nothing', () => {
  const fault = { isOn: true };
  const thrown: unknown[] = [];
  const log = { failed: (error: unknown) => thrown.push(String(error)) };
  const connection = { protocol: 'nu6', log, lost: () => thrown.push('lost') };
  const session = new GuardedSession(faultySession(fault)(0), connection, undefined);
  const nothing = { send: [], ask: [], close: false };
  assert.deepEqual(session.receive(Buffer.from('CORE.HELLO~alice\n'), 0), nothing);
  assert.deepEqual(session.answer({ kind: 'done' }, 0), nothing);
  assert.deepEqual(session.proceed(0), nothing);
  assert.deepEqual(session.notify({ kind: 'farewell' }, 0), nothing);
  assert.deepEqual(session.inputEnded(0), nothing);
  assert.deepEqual(session.tick(0), nothing);
  assert.deepEqual(thrown, Array(6).fill(['Error: a bug in the session', 'lost']).flat());
  fault.isOn = false;
  assert.equal(session.receive(Buffer.from('CORE.HELLO~alice\n'), 0).ask[0]?.kind, 'enter');
  assert.deepEqual([session.deadline, session.backlog], [1000, 0]);
});

describe('a session that throws', () => {
  /** Starts a game of alice and bob. Alice's session throws once `fault.isOn` is set. */
  const open = async () => {
    const fault = { isOn: false };
    const errors: object[] = [];
    const log: Log = { debug: () => {}, info: () => {}, error: (fields) => errors.push(fields) };
    const meter = new ServerCounts();
    const clients = await InMemoryConnections.open({ log, meter, grace: 30_000 });
    let closed = 0;
    const transport = { id: 'link-1', send: () => {}, close: () => closed++, pause: () => {} };
    const alice = acceptProtocol(clients.hub, nu6, faultySession(fault), 'nu6')('10.0.0.1', transport);
    alice.receive(Buffer.from('CORE.HELLO~alice\nCORE.NEWGAME~9\n'));
    clients.connect('bob', 'nu6');
    clients.send('bob', 'CORE.HELLO~bob', 'CORE.NEWGAME~9');
    await clients.settle();
    await clients.store();
    assert.deepEqual(clients.takeReceived(), ['bob: CORE.HELLO', 'bob: CORE.MATCH~WHITE~9~alice']);
    return { fault, errors, meter, clients, alice, closed: () => closed };
  };

  test('loses its connection, is logged and counted, and the client may reconnect', async () => {
    const { fault, errors, meter, clients, alice, closed } = await open();
    fault.isOn = true;
    alice.receive(Buffer.from('CORE.MOVE~0\n'));
    alice.receive(Buffer.from('CORE.MOVE~0\n'));
    await clients.settle();
    assert.equal(closed(), 1);
    const [error, ...others] = errors;
    assert.match(
      JSON.stringify(error),
      /^\{"connection":"link-1","protocol":"nu6","error":"Error: a bug in the session/,
    );
    assert.deepEqual(others, []);
    assert.deepEqual([...meter.sessionFailures], [['nu6', '', 1]]);
    clients.connect('alice', 'nu6');
    clients.send('alice', 'CORE.HELLO~alice', 'CORE.NEWGAME~9', 'CORE.MOVE~0');
    await clients.settle();
    await clients.store();
    assert.deepEqual(clients.takeReceived(), [
      'alice: CORE.HELLO',
      'alice: CORE.MATCH~BLACK~9~bob',
      'alice: CORE.MOVE~0',
      'bob: CORE.MOVE~0',
    ]);
  });

  test('does not affect other clients that receive the same notice', async () => {
    const { fault, clients, alice, closed } = await open();
    alice.receive(Buffer.from('CORE.MOVE~0\n'));
    await clients.settle();
    fault.isOn = true;
    await clients.store();
    assert.equal(closed(), 1);
    clients.send('bob', 'CORE.MOVE~1');
    await clients.settle();
    await clients.store();
    assert.deepEqual(clients.takeReceived(), ['bob: CORE.MOVE~0', 'bob: CORE.MOVE~1']);
  });
});
