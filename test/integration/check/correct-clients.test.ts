import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CheckedClause } from '../../../src/check/check-server.ts';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import { type ClientFault, checkOwnClient } from '../../support/check/check-own-client.ts';
import { checkFakeClients, type FakeClient } from '../../support/check/fake-client.ts';
import { gomokursActions, igsLines } from '../../support/check/line-conversions.ts';
import { type LineConversion, TEXT_LINES } from '../../support/check/message-alteration.ts';
import { titlesByVerdict } from '../../support/check/titles-by-verdict.ts';

const notesOf = (checked: readonly CheckedClause[]): string[] =>
  [...new Set(checked.flatMap(({ verdict }) => (verdict.kind === 'kept' ? verdict.notes : [])))].sort();

const GOMOKURS = gomokursActions('0.1.0');

/** The notes of a check of our own client, altered by `fault`. Asserts that it follows every clause. */
async function notes(
  protocol: string,
  fault: ClientFault,
  settings: ProtocolSettings = {},
  conversion: LineConversion = TEXT_LINES,
): Promise<string[]> {
  const checked = await checkOwnClient(protocol, settings, fault, conversion);
  const others = checked.filter(({ verdict }) => verdict.kind !== 'kept');
  assert.equal(JSON.stringify(others, null, 1), '[]');
  return notesOf(checked);
}

const INSISTS = 'it insists on what was refused';

describe('a client breaks no clause if it', () => {
  test('nedap: sends lines with unknown keywords', async () => {
    assert.deepEqual(await notes('nedap', { alterSent: (line) => ['HINT 3', line] }, { size: '9' }), [
      'lines with unknown keywords',
    ]);
  });

  test('nedap: has a name with a digit in it', async () => {
    assert.deepEqual(
      await notes('nedap', { alterSent: (line) => [line.replace(/^GO player/, 'GO player2')] }, { size: '9' }),
      ['a name with digits'],
    );
  });

  test('nedap: speaks the later dialect', async () => {
    const checked = await checkOwnClient('nedap', { size: '9', dialect: 'later' });
    assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
    const [first] = checked;
    assert(first?.verdict.kind === 'not reached');
    assert.match(first.verdict.reason, /examined as nedap\?dialect=later/);
  });

  test('nu6, DAIGO: repeats a move that was refused', async () => {
    for (const [protocol, refusal, settings] of [
      ['nu6', /ILLEGAL/, { size: '9' }],
      ['daigo', /^ERROR 5/, {}],
    ] as const) {
      let wanted = '';
      let insisted = '';
      const insists: ClientFault = {
        alterSent(line, { sent, received }) {
          if (!refusal.test(received.at(-1) ?? '')) return [line];
          wanted = line;
          insisted = sent.at(-1) ?? line;
          return [insisted];
        },
        // Our own client gets the answer as if it had sent its next choice.
        alterReceived: (line) => [line === insisted ? wanted : line],
      };
      assert.deepEqual(await notes(protocol, insists, settings), [INSISTS]);
    }
  });

  test('nu6, DAIGO: repeats a name that is taken', async () => {
    for (const [protocol, hello] of [
      ['nu6', /^CORE.HELLO/],
      ['daigo', /^HELO/],
    ] as const) {
      const again: ClientFault = {
        alterSent: (line, { sent }) => [hello.test(line) && sent[0] !== undefined ? sent[0] : line],
      };
      assert.deepEqual(await notes(protocol, again, protocol === 'nu6' ? { size: '9' } : {}), [INSISTS]);
    }
  });

  test('nu6: has a name of several words', async () => {
    assert.deepEqual(
      await notes('nu6', { alterSent: (line) => [line.replace('~player', '~Mary Ann')] }, { size: '9' }),
      [],
    );
  });

  test('nu6: asks for the list of clients before it asks for a game', async () => {
    const checked = await checkFakeClients('nu6', [
      {
        onConnect: ({ send }) => send('CORE.HELLO~Mary~CHAT~RANKS'),
        onLine(line, { send }) {
          if (line === 'CORE.HELLO') send('RANKS.BEST');
          if (line.startsWith('CORE.ERROR~PROTOCOL~RANKS')) send('CHAT.GETLOBBY');
          if (line.startsWith('CHAT.LOBBY')) send('CORE.NEWGAME~9');
        },
      },
    ]);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
    assert.deepEqual(titlesByVerdict(checked, 'kept'), [
      'the client greets by HELLO and its name',
      'the client asks for a NEWGAME',
    ]);
  });

  test('nu6: asks for a board that is too small for the check', async () => {
    const checked = await checkFakeClients('nu6', [
      {
        onConnect: ({ send }) => send('CORE.HELLO~Mary'),
        onLine: (line, { send }) => line === 'CORE.HELLO' && send('CORE.NEWGAME~2'),
      },
    ]);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
  });

  test('DAIGO: joins a player that does not exist', async () => {
    const checked = await checkFakeClients('daigo', [
      { onConnect: ({ send }) => send('HELO mary'), onLine: (line, { send }) => line === 'OK' && send('JOIN bob') },
    ]);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
  });

  test('DAIGO: plays on a larger board than usual, if the check has no size setting', async () => {
    assert.deepEqual(await notes('daigo', { alterSent: (line) => [line.replace(/^STONE \d+ \d+/, onLargeBoard)] }), []);
  });

  test('takes too long to move, or disconnects instead of moving', async () => {
    for (const [protocol, move, settings, conversion] of [
      ['nu6', /^CORE.MOVE/, { size: '9' }, TEXT_LINES],
      ['daigo', /^STONE/, {}, TEXT_LINES],
      ['nedap', /^MOVE/, { size: '9' }, TEXT_LINES],
      ['remastered', /^place/, {}, TEXT_LINES],
      ['gomokurs', /^PLAY /, {}, GOMOKURS],
    ] as const) {
      const slow: ClientFault = { alterSent: (line) => (move.test(line) ? [] : [line]) };
      const checked = await checkOwnClient(protocol, settings, slow, conversion);
      assert.deepEqual(titlesByVerdict(checked, 'broken'), [], protocol);
    }
    const checked = await checkFakeClients('nedap', [
      {
        onConnect: ({ send }) => send('GO mary 9'),
        onLine: (line, { hangUp }) => line.startsWith('READY') && hangUp(),
      },
    ]);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
  });

  test('sends nothing', async () => {
    for (const protocol of ['nu6', 'daigo', 'nedap', 'remastered', 'gomokurs']) {
      const checked = await checkFakeClients(protocol, [{}], {}, protocol === 'gomokurs' ? GOMOKURS : TEXT_LINES);
      assert.deepEqual(titlesByVerdict(checked, 'broken'), [], protocol);
    }
  });

  test('remastered: sends more acks than it has to', async () => {
    const eager: ClientFault = { alterSent: (line) => (line.startsWith('place') ? ['ack', line] : [line]) };
    assert.deepEqual(await notes('remastered', eager), ['acks for nothing']);
  });

  test('gomokurs: sends an unrequested description or another version', async () => {
    const talkative: ClientFault = {
      alterSent: (line) => (line === 'READY' ? ['PLAYER DESCRIPTION x', line] : [line]),
    };
    assert.deepEqual(await notes('gomokurs', talkative, {}, GOMOKURS), ['a PLAYER DESCRIPTION unasked']);
    const version: ClientFault = { alterSent: (line) => [line.replace('VERSION 0.1.0', 'VERSION 1')] };
    assert.deepEqual(await notes('gomokurs', version, {}, GOMOKURS), ['another version']);
  });

  test('gomokurs: refuses the size of the board', async () => {
    const small: FakeClient = {
      onConnect: ({ send }) => send('PROTOCOL VERSION 0.1.0'),
      onLine: (line, { send }) => line.startsWith('START') && send('ERROR too large'),
    };
    const checked = await checkFakeClients('gomokurs', [small], {}, GOMOKURS);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
  });
});

let stones = 0;
/** A stone on a point far from the corner, a different one at each call. */
function onLargeBoard(): string {
  const place = stones++ % 40;
  return `STONE ${12 + (place % 5)} ${11 + Math.floor(place / 5)}`;
}

describe('an IGS client breaks no clause if it', () => {
  const igs = (fault: ClientFault): Promise<string[]> => notes('igs', fault, { size: '9' }, igsLines);

  test('sends the number of the game after a point, or small letters', async () => {
    assert.deepEqual(await igs({ alterSent: (line) => [line.replace(/^([A-J]\d)$/, '$1 3')] }), []);
    assert.deepEqual(
      await igs({ alterSent: (line) => [line.replace(/^[A-J]\d$/, (point) => point.toLowerCase())] }),
      [],
    );
  });

  test('sends commands of other servers', async () => {
    const other: ClientFault = { alterSent: (line) => (line.startsWith('toggle client') ? ['knit 3', line] : [line]) };
    assert.deepEqual(await igs(other), ['commands that other servers have']);
  });

  test('waits for `Login: ` before it sends anything, and declines the match', async () => {
    const polite: FakeClient = {
      onLine(line, { send }) {
        if (line.startsWith('Login')) send('mary');
        if (line === '1 1') send('');
        if (line.includes('<decline')) send('decline rival');
      },
    };
    const checked = await checkFakeClients('igs', [polite], {}, igsLines);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
    assert.equal(titlesByVerdict(checked, 'kept').length, 2);
  });
});

describe('a Gomokurs client that disconnects when it receives ABOUT', () => {
  test('breaks only that clause', async () => {
    const dies: ClientFault = {
      alterReceived(line, hangUp) {
        if (line !== 'ABOUT') return [line];
        hangUp();
        return [];
      },
    };
    const checked = await checkOwnClient('gomokurs', {}, dies, GOMOKURS);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), ['the player answers ABOUT by PLAYER DESCRIPTION']);
    assert.deepEqual(titlesByVerdict(checked, 'not reached'), []);
  });
});

describe('a connection without any message', () => {
  const scan: FakeClient = { onConnect: ({ hangUp }) => hangUp() };
  const silent: FakeClient = {};
  const client: FakeClient = {
    onConnect: ({ send }) => send('CORE.HELLO~mary'),
    onLine: (line, { send }) => line === 'CORE.HELLO' && send('CORE.NEWGAME~9'),
  };
  const GREETING = ['the client greets by HELLO and its name', 'the client asks for a NEWGAME'];

  test('is not counted as a connection of the client', async () => {
    for (const clients of [
      [scan, client],
      [scan, scan, scan, scan, client],
      [silent, client, scan],
    ]) {
      const checked = await checkFakeClients('nu6', clients);
      assert.deepEqual(titlesByVerdict(checked, 'kept'), GREETING);
      assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
    }
  });

  test('does not delay the check of the client', async () => {
    const calls: FakeClient = { ...client, reconnects: true };
    const checked = await checkFakeClients('nu6', [silent, calls]);
    assert.deepEqual(titlesByVerdict(checked, 'broken'), []);
    assert(titlesByVerdict(checked, 'kept').includes('after NAMETAKEN it says another name, or goes'));
  });
});
