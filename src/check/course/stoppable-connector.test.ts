import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionHandlers } from '../../client/tcp-connection.ts';
import { StoppableConnector } from './stoppable-connector.ts';

/** Dials. Returns `connected`, or the reason why the connection was closed. */
function dialOnce(dial: StoppableConnector): Promise<string | undefined> {
  return new Promise((resolve) => {
    dial.dial({ connected: () => resolve('connected'), received() {}, closed: resolve });
  });
}

test('after a failed first attempt, makes no connection until firstFailure is reset', async () => {
  let isOpen = false;
  const dial = new StoppableConnector((listener: ConnectionHandlers) => {
    setImmediate(() => (isOpen ? listener.connected() : listener.closed('refused')));
    return { send() {}, close() {} };
  });
  assert.equal(await dialOnce(dial), 'refused');
  isOpen = true;
  assert.equal(await dialOnce(dial), 'refused');
  assert.equal(dial.hasConnected, false);
  dial.firstFailure = undefined;
  assert.equal(await dialOnce(dial), 'connected');
  assert.equal(dial.firstFailure, undefined);
  dial.stop('the time is over');
  assert.equal(await dialOnce(dial), 'the time is over');
});
