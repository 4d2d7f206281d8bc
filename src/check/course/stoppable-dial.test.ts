import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionHandlers } from '../../client/tcp-connection.ts';
import { StoppableDial } from './stoppable-dial.ts';

/** Dials, and returns what the listener hears: `connected`, or why the connection is gone. */
function dialOnce(dial: StoppableDial): Promise<string | undefined> {
  return new Promise((resolve) => {
    dial.dial({ connected: () => resolve('connected'), received() {}, closed: resolve });
  });
}

test('after a first connection that failed, none is made until the check begins again', async () => {
  let isOpen = false;
  const dial = new StoppableDial((listener: ConnectionHandlers) => {
    setImmediate(() => (isOpen ? listener.connected() : listener.closed('refused')));
    return { send() {}, close() {} };
  });
  assert.equal(await dialOnce(dial), 'refused');
  isOpen = true;
  assert.equal(await dialOnce(dial), 'refused');
  assert.equal(dial.hasConnected, false);
  dial.failedFirst = undefined;
  assert.equal(await dialOnce(dial), 'connected');
  assert.equal(dial.failedFirst, undefined);
  dial.stop('the time is over');
  assert.equal(await dialOnce(dial), 'the time is over');
});
