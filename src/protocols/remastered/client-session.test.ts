import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sessionOpener } from '../../../test/support/players/client-script.ts';
import { checkRandomConversations } from '../../../test/support/players/random-conversations.ts';
import {
  board,
  checkDialogue,
  RULES,
  runDialogue,
  untilReady,
} from '../../../test/support/players/remastered-client-dialogue.ts';
import type { ProtocolSettings } from '../protocol-settings.ts';
import { remasteredClient } from './client-session.ts';
import { parseClientMessage } from './messages.ts';

const SETUP = ['ok 0.1.0', 'mode normal'];

describe('the set-up', () => {
  test('black waits, white and a local player do not', () => {
    for (const color of ['black', 'white', 'both'] as const) runDialogue(untilReady(color));
  });

  test('accepts all messages at once, with the mode in capitals', () =>
    checkDialogue(`
      opens
      client: go 0.1.0
      server: ok 0.1.0
      server: mode NORMAL
      server: color 1
      server: stones ${board()}
      server: ready
      client: ack
      event: entered
      event: started white on 9, ${RULES}
    `));

  test('uses the version and the size of the settings', () =>
    checkDialogue(
      `
      opens
      client: go 1.0.0
      server: ok 1.0.0
      server: mode local
      event: entered
      server: stones ${board('', 13)}
      client: ack
      server: ready
      event: started both on 13, ${RULES}
      `,
      'version=1.0.0&size=13',
    ));

  test('reports that the server refuses the client', () => {
    runDialogue(`
      opens
      client: go 0.1.0
      server: no
      event: refused enter: no: version 0.1.0 is not spoken there
      closes
    `);
    runDialogue(`
      opens
      client: go 0.1.0
      server: ok 0.1.0
      server: full
      event: refused seek: full: every place there is taken
      closes
    `);
  });

  test('refuses a board of another size', () =>
    checkDialogue(
      `
      opens
      client: go 0.1.0
      server: ok 0.1.0
      server: mode local
      event: entered
      server: stones ${board()}
      client: close
      event: protocol error: the board has 9 lines, not 19
      closes
      `,
      'size=19',
    ));

  test('reports stones that are on the board at the start', () =>
    checkDialogue(`
      opens
      client: go 0.1.0
      server: ok 0.1.0
      server: mode normal
      server: color 0
      event: entered
      server: stones ${board('X01')}
      client: ack
      server: ready
      event: started black on 9, ${RULES}, on the board: black 1,0 white 2,0
    `));

  const WRONG: Readonly<Record<string, string[]>> = {
    'the server begins with something else': ['mode normal'],
    'another version in the answer': ['ok 0.2.0'],
    'a closed place after the mode': [...SETUP, 'full'],
    'no colour': [...SETUP, `stones ${board()}`],
    'a colour in a local game': ['ok 0.1.0', 'mode local', 'color 0'],
    'a third colour': [...SETUP, 'color 2'],
    'a board of 80': [...SETUP, 'color 0', `stones ${board().slice(1)}`],
    'a fourth kind of intersection': [...SETUP, 'color 0', `stones ${board('2')}`],
    'a turn before it is ready': [...SETUP, 'color 0', `stones ${board()}`, 'yourturn'],
    'ready twice': [...SETUP, 'color 1', `stones ${board()}`, 'ready', 'ready'],
    'an answer of another protocol': ['WARNING keyword go unknown'],
    'no text at all': ['\u0000\u0007'],
  };
  for (const [what, lines] of Object.entries(WRONG)) {
    test(`ends the session: ${what}`, () => {
      const session = sessionOpener(remasteredClient)();
      session.open(0);
      const { send, events, close } = session.receive(Buffer.from(`${lines.join('\n')}\n`), 0);
      const last = events.at(-1);
      assert(last?.kind === 'protocol-error' && close, JSON.stringify(events));
      assert.match(last.text, /^the server says "/);
      assert.match(Buffer.concat(send).toString(), /(?:^|\n)close\n$/);
    });
  }

  test("the error shows the start of the server's line", () =>
    checkDialogue(`
      opens
      client: go 0.1.0
      server: ${'x'.repeat(4096)}
      client: close
      event: protocol error: the server says "${'x'.repeat(80)}…" in place of ok
      closes
    `));

  test('a line that never ends', () =>
    checkDialogue(`
      opens
      client: go 0.1.0
      server: ${'x'.repeat(65_537)}
      client: close
      event: protocol error: a line of more than 65536 bytes
      closes
    `));
});

describe('client settings', () => {
  const problemOf = (settings: ProtocolSettings): string => {
    const open = remasteredClient.configure(settings);
    return open.ok ? 'none' : open.problem;
  };

  test('are reported in one line if they are wrong', () => {
    assert.equal(problemOf({}), 'none');
    assert.equal(problemOf({ version: '0.1.0', size: '13' }), 'none');
    assert.equal(problemOf({ size: '11' }), 'remastered: size is 9, 13 or 19, not "11"');
    assert.equal(problemOf({ version: '1.0' }), 'remastered: version is three numbers like 0.1.0, not "1.0"');
    assert.equal(problemOf({ mode: 'local' }), 'remastered has no setting "mode"; it has version, size');
  });
});

for (const mode of ['normal', 'local']) {
  test(`follows the protocol for random messages of a server of mode ${mode}`, () => {
    const color = mode === 'local' ? [] : ['color 1'];
    const setUp = ['ok 0.1.0', `mode ${mode}`, ...color, `stones ${board()}`, 'ready'];
    const turns = ['yourturn', 'ack', 'place 0 4 4', 'place 1 2 2', 'place 0 1 0', 'place 1 1 0'];
    checkRandomConversations({
      open: sessionOpener(remasteredClient),
      opening: [...setUp, 'place 0 4 4', 'yourturn'].map((line) => `server: ${line}`),
      lines: [
        ...['yourturn', 'ack', ...turns, ...setUp],
        ...['no', 'full', 'color 0', 'place 0 9 0', 'remove 4 4', 'remove 1 0 2 2', `stones ${board('01')}`, 'close'],
      ],
      intents: ['play 4,4', 'play 2,2', 'play 1,0', 'play 0,9', 'pass', 'resign', 'seek', 'chat hello', 'leave'],
      isClientMessage: (line) => parseClientMessage(line) !== undefined,
    });
  });
}
