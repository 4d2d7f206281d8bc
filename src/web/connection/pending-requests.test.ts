import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingRequests, type RequestOutcome } from './pending-requests.ts';
import { reconnectDelay } from './reconnecting-socket.ts';

test('every request gets its own answer, whatever other requests are answered', () => {
  const answered: string[] = [];
  const requests = new PendingRequests('tab');
  const onAnswer = (name: string) => (reply: RequestOutcome) => answered.push(`${name}: ${reply.kind}`);
  const first = JSON.parse(requests.begin({ kind: 'pass' }, onAnswer('pass')));
  const second = JSON.parse(requests.begin({ kind: 'resign' }, onAnswer('resign')));
  assert.deepEqual([first.kind, second.kind], ['pass', 'resign']);
  requests.settle({ kind: 'done', id: 'another-1' });
  requests.settle({ kind: 'done' });
  requests.settle({ kind: 'refused', id: second.id, why: 'no-game' });
  requests.settle({ kind: 'done', id: first.id });
  requests.settle({ kind: 'done', id: first.id });
  assert.deepEqual(answered, ['resign: refused', 'pass: done']);
});

test('a lost connection answers all pending requests, once', () => {
  const answers: string[] = [];
  const requests = new PendingRequests('tab');
  requests.begin({ kind: 'pass' }, ({ kind }) => answers.push(kind));
  requests.failAll();
  requests.failAll();
  assert.deepEqual(answers, ['lost']);
  assert.equal(requests.pending, 0);
});

test('reconnection attempts are fast at first, and at least every five seconds', () => {
  assert.deepEqual([0, 1, 2, 3].map(reconnectDelay), [100, 200, 400, 800]);
  assert.deepEqual([19, 20, 5000].map(reconnectDelay), [800, 5000, 5000]);
});
