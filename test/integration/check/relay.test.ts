import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CheckedClause } from '../../../src/check/check-server.ts';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';
import { checkOwnClient } from '../../support/check/check-own-client.ts';
import { checkOwnServer } from '../../support/check/check-own-server.ts';
import { gomokursActions } from '../../support/check/line-conversions.ts';
import {
  type Alteration,
  alterMessages,
  type LineConversion,
  TEXT_LINES,
} from '../../support/check/message-alteration.ts';

/** Delivers every byte separately, in both directions. */
const byteByByte =
  (accept: AcceptConnection): AcceptConnection =>
  (address, link) => {
    const connection = accept(address, {
      ...link,
      pause: (paused) => link.pause(paused),
      send: (bytes) => bytes.forEach((_, index) => void link.send(bytes.subarray(index, index + 1))),
    });
    return {
      receive: (bytes) => bytes.forEach((_, index) => void connection.receive(bytes.subarray(index, index + 1))),
      finish: () => connection.finish(),
      lost: () => connection.lost(),
    };
  };

interface Relay {
  readonly listener: string;
  readonly settings?: ProtocolSettings;
  readonly conversion?: LineConversion;
  /** Adds lines that a client or server must ignore, if the document has such lines. */
  readonly added?: Alteration;
  readonly notes: readonly string[];
}

const notReached = (checked: readonly CheckedClause[]): string[] =>
  checked.filter(({ verdict }) => verdict.kind === 'not reached').map(({ title }) => title);

const UNKNOWN = 'lines with unknown keywords';

const RELAYS: readonly Relay[] = [
  {
    listener: 'nedap',
    added: { serverLine: (line) => ['KNIT 1 2', line], clientLine: (line) => ['PURL 2 1', line] },
    notes: [UNKNOWN],
  },
  {
    listener: 'nedap',
    settings: { dialect: 'later' },
    added: { serverLine: (line) => ['KNIT 1 2', line], clientLine: (line) => ['PURL 2 1', line] },
    notes: [UNKNOWN],
  },
  {
    listener: 'nu6',
    added: { serverLine: (line) => ['KNIT.ROW~1', line] },
    notes: ['messages that the document does not have'],
  },
  { listener: 'daigo?komi=0', notes: [] },
  { listener: 'remastered?size=9&seats=1', notes: [] },
  { listener: 'remastered?size=9&mode=local', notes: [] },
  { listener: 'gomokurs', conversion: gomokursActions('0.1.0'), notes: [] },
  { listener: 'gomokurs', settings: { version: '0.2.0' }, conversion: gomokursActions('0.2.0'), notes: [] },
  {
    listener: 'cgos',
    added: { serverLine: (line) => (/^(?:protocol|Error)/.test(line) ? [line] : ['info 1 2', line]) },
    notes: [],
  },
];

describe('our own server follows every clause behind a relay that delivers single bytes and adds lines to ignore', () => {
  for (const { listener, settings = {}, conversion = TEXT_LINES, added = {}, notes } of RELAYS) {
    test(`${listener} ${new URLSearchParams(settings)}`, async () => {
      const protocol = listener.split('?')[0] ?? '';
      const relay = (accept: AcceptConnection): AcceptConnection =>
        byteByByte(alterMessages(added, conversion)(accept));
      const checked = await checkOwnServer(protocol, listener, relay, settings);
      const broken = checked.filter(({ verdict }) => verdict.kind === 'broken');
      assert.equal(JSON.stringify(broken, null, 1), '[]');
      assert.deepEqual(notReached(checked), notReached(await checkOwnServer(protocol, listener, undefined, settings)));
      const seen = checked.flatMap(({ verdict }) => (verdict.kind === 'kept' ? verdict.notes : []));
      assert.deepEqual([...new Set(seen)], notes);
    });
  }
});

describe('our own client follows every clause behind a relay that adds lines to ignore', () => {
  for (const dialect of ['documented', 'later']) {
    test(`nedap ${dialect}`, async () => {
      const adding = {
        alterSent: (line: string) => ['PURL 2 1', line],
        alterReceived: (line: string) => ['KNIT 1 2', line],
      };
      const checked = await checkOwnClient('nedap', { size: '9', dialect }, adding, TEXT_LINES, { dialect });
      const others = checked.filter(({ verdict }) => verdict.kind !== 'kept');
      assert.equal(JSON.stringify(others, null, 1), '[]');
    });
  }
});
