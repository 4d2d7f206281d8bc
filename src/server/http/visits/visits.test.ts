import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { protocolOverHttp } from '../../../../test/support/protocols/loaded-protocols.ts';
import { VirtualClock } from '../../../../test/support/server/virtual-clock.ts';
import { MemoryJournal } from '../../../journal/memory-journal.ts';
import { Hub } from '../../hub/hub.ts';
import type { Requester } from '../requester.ts';
import { Visits } from './visits.ts';

const log = { debug: () => {}, info: () => {}, error: () => {} };

async function open() {
  const clock = new VirtualClock();
  const options = { clock, journal: new MemoryJournal(), grace: 0, resume: 0, idle: 3_600_000, log };
  const hub = await Hub.restore({ protocols: [], ...options, onFailure: (error) => assert.fail(error) });
  return { clock, hub, visits: new Visits({ hub, overHttp: protocolOverHttp(), clock, log }) };
}

const requester = (address: string, name?: string): Requester => {
  const account = name === undefined ? undefined : { name, administrator: false };
  return {
    address,
    account,
    by: account && 'token',
    secure: false,
    isForwarded: false,
    connection: 'socket',
    browser: undefined,
  };
};

const SUBSCRIBER = { send: () => {}, end: () => {}, pause: () => {} };

describe('visits', () => {
  test('are found by their key from any address, and without it a new visit is opened', async () => {
    const { visits } = await open();
    const first = visits.open(requester('192.0.2.1'));
    assert.equal(first.resumed, false);
    const same = visits.open(requester('192.0.2.2'), first.key);
    assert.deepEqual([same.visit === first.visit, same.key, same.resumed], [true, first.key, true]);
    for (const key of [undefined, '', 'guess']) {
      const other = visits.open(requester('192.0.2.1'), key);
      assert.equal(other.resumed, false);
      assert.notEqual(other.key, first.key);
      assert.notEqual(other.key, key);
    }
  });

  test('of one account are the same visit with any key, which no key finds', async () => {
    const { visits } = await open();
    const first = visits.open(requester('192.0.2.1', 'alice'));
    const guest = visits.open(requester('192.0.2.1'));
    const second = visits.open(requester('192.0.2.7', 'alice'), guest.key);
    assert.deepEqual([second.visit === first.visit, second.key, second.resumed], [true, '', true]);
    assert.equal(visits.open(requester('192.0.2.1'), first.key).resumed, false);
    assert.notEqual(visits.open(requester('192.0.2.1', 'bob')).visit, first.visit);
  });

  test('are forgotten after a minute, with their connection', async () => {
    const { visits, hub, clock } = await open();
    const { key } = visits.open(requester('192.0.2.1'));
    await clock.advance(59_999);
    assert.equal(hub.statistics.players, 1);
    await clock.advance(1);
    assert.equal(hub.statistics.players, 0);
    assert.equal(visits.open(requester('192.0.2.1'), key).resumed, false);
  });

  test('without a subscriber are at most 64 for one address, and the oldest of them ends', async () => {
    const { visits, hub } = await open();
    const listened = visits.open(requester('192.0.2.1'));
    listened.visit.join(SUBSCRIBER);
    const keys = Array.from({ length: 65 }, () => visits.open(requester('192.0.2.1')).key);
    const otherAddress = visits.open(requester('192.0.2.2'));
    assert.equal(hub.statistics.players, 66);
    assert.equal(visits.open(requester('192.0.2.1'), keys[1]).resumed, true);
    assert.equal(visits.open(requester('192.0.2.1'), listened.key).resumed, true);
    assert.equal(visits.open(requester('192.0.2.1'), otherAddress.key).resumed, true);
    assert.equal(visits.open(requester('192.0.2.1'), keys[0]).resumed, false);
  });
});
