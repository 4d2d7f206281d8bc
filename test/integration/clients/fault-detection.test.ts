import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../support/clients/client.ts';
import { DaigoClient } from '../../support/clients/daigo.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { NedapClient } from '../../support/clients/nedap.ts';
import { Nu6Client } from '../../support/clients/nu6.ts';
import { RemasteredClient } from '../../support/clients/remastered.ts';

/** One step of a conversation: a line of the server, or an action of the client. */
type Step = string | ((client: Client) => void);

const playAt =
  (x: number, y: number): Step =>
  (client) =>
    client.play({ x, y });
const pass: Step = (client) => client.pass();
const poll: Step = (client) => client.poll();

/** Asserts that the client throws an error like `message` at the last step, and at no earlier one. */
function assertNoticed(
  client: Client,
  steps: readonly Step[],
  message: RegExp,
  encoding: 'utf8' | 'hex' = 'utf8',
): void {
  const perform = (step: Step): void => {
    if (typeof step === 'function') step(client);
    else client.receive(Buffer.from(encoding === 'utf8' ? `${step}\n` : step, encoding));
  };
  client.seek(9);
  for (const step of steps.slice(0, -1)) perform(step);
  assert.throws(() => perform(steps.at(-1) ?? ''), message);
}

describe('test clients detect a fault of the server:', () => {
  const empty = `stones ${'X'.repeat(81)}`;
  const nu6 = ['CORE.HELLO', 'CORE.MATCH~BLACK~9~bob'];
  const nedap = ['WAITING', 'READY black bob 9'];
  const remastered = ['ok 0.1.0', 'mode normal', 'color 0', empty, 'ready'];
  const daigo = ['OK', 'GAMES', 'OK', poll, 'START bob'];
  const gomokurs = ['00', '0109', '03'];

  const faults: readonly [name: string, make: () => Client, steps: readonly Step[], message: RegExp][] = [
    [
      'nu6: a game of another size',
      () => new Nu6Client({ name: 'alice' }),
      ['CORE.HELLO', 'CORE.MATCH~BLACK~19~bob'],
      /no seek/,
    ],
    ['nu6: an unknown message', () => new Nu6Client({ name: 'alice' }), ['CORE.HELO'], /no message/],
    [
      'nu6: a stone that the client has not played',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, 'CORE.MOVE~40'],
      /not played/,
    ],
    [
      'nu6: a stone on an occupied point',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, playAt(4, 4), 'CORE.MOVE~40', 'CORE.MOVE~40'],
      /illegal stone: occupied/,
    ],
    [
      'nu6: a refusal of a legal stone',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, playAt(4, 4), 'CORE.ERROR~ILLEGAL~KO'],
      /legal stone was refused/,
    ],
    [
      'nu6: PATIENCE on the turn of the client',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, playAt(4, 4), 'CORE.ERROR~PATIENCE'],
      /the client's turn/,
    ],
    [
      'nu6: a wrong score',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, pass, 'CORE.PASS', 'CORE.PASS', 'CORE.GAMEOVER~BLACK~1~0'],
      /black has 0/,
    ],
    [
      'nu6: an end without two passes',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, 'CORE.GAMEOVER~DRAW~0~0'],
      /two passes/,
    ],
    [
      'nu6: chat to a client without chat',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, 'CHAT.ENTERED~carol'],
      /not announced CHAT/,
    ],
    ['nedap: READY without WAITING', () => new NedapClient({ name: 'alice' }), ['READY black bob 9'], /without a seek/],
    [
      'nedap: a stone out of turn',
      () => new NedapClient({ name: 'alice' }),
      [...nedap, 'VALID white 0 0'],
      /not its turn/,
    ],
    [
      'nedap: WARNING without a message of the client',
      () => new NedapClient({ name: 'alice' }),
      [...nedap, 'WARNING no'],
      /no open request/,
    ],
    [
      'nedap: END with the wrong winner after a table flip',
      () => new NedapClient({ name: 'alice' }),
      [...nedap, 'TABLEFLIPPED white', 'END 0.0 81.0'],
      /winner has flipped/,
    ],
    [
      'nedap: no END after a table flip',
      () => new NedapClient({ name: 'alice' }),
      [...nedap, 'TABLEFLIPPED white', 'WAITING'],
      /END comes/,
    ],
    [
      'remastered: messages in the wrong order',
      () => new RemasteredClient({ size: 9 }),
      ['ok 0.1.0', empty],
      /mode comes next/,
    ],
    [
      'remastered: the mode in capitals',
      () => new RemasteredClient({ size: 9 }),
      ['ok 0.1.0', 'mode NORMAL'],
      /expected normal/,
    ],
    [
      'remastered: stones that were never played',
      () => new RemasteredClient({ size: 9 }),
      [...remastered.slice(0, 3), empty.replace('X', '0')],
      /first connection/,
    ],
    [
      'remastered: no remove after a capture',
      () => new RemasteredClient({ size: 9 }),
      [...remastered, ...captureThen('ack', 'place 1 8 8')],
      /stay on the board/,
    ],
    [
      'remastered: remove of the wrong stone',
      () => new RemasteredClient({ size: 9 }),
      [...remastered, ...captureThen('ack', 'remove 0 1')],
      /captured are 0 0/,
    ],
    [
      'remastered: yourturn instead of an answer to a legal stone',
      () => new RemasteredClient({ size: 9 }),
      [...remastered, 'yourturn', playAt(0, 0), 'yourturn'],
      /legal stone was refused/,
    ],
    [
      'daigo: a message that was not requested',
      () => new DaigoClient({ name: 'alice', size: 9 }),
      [...daigo, 'STONE 1 1'],
      /unasked/,
    ],
    [
      'daigo: a refusal of a legal stone',
      () => new DaigoClient({ name: 'alice', size: 9 }),
      [...daigo, playAt(0, 0), 'ERROR 5'],
      /legal stone was refused/,
    ],
    [
      'daigo: a stone off the board',
      () => new DaigoClient({ name: 'alice', size: 9 }),
      [...daigo, playAt(0, 0), 'OK', poll, 'STONE 0 5'],
      /illegal stone: off-board/,
    ],
    [
      'daigo: a wrong result',
      () => new DaigoClient({ name: 'alice', size: 9 }),
      [...daigo, pass, 'OK', poll, 'RESULT 1'],
      /another result/,
    ],
  ];
  for (const [name, make, steps, message] of faults) test(name, () => assertNoticed(make(), steps, message));

  const player = (): Client => new GomokursClient({ version: '0.1.0', size: 9 });
  const binary: readonly [name: string, steps: readonly Step[], message: RegExp][] = [
    ['START twice', ['00', '0109', '0109'], /one game/],
    ['a TURN on an occupied point', [...gomokurs, playAt(4, 4), '020404'], /illegal stone/],
    ['a TURN before the first PLAY', [...gomokurs, '020404'], /not played yet/],
    ['an ERROR without a message of the client', ['00', '0109', '090000000131'], /nothing wrong/],
    ['a BOARD to a client that has just connected', ['00', '0109', '0400000000'], /knows the board/],
    ['an unknown action', ['00', 'ff'], /no action/],
  ];
  for (const [name, steps, message] of binary)
    test(`gomokurs: ${name}`, () => assertNoticed(player(), steps, message, 'hex'));

  test('an end of the connection without a reason', () => {
    const client = new Nu6Client({ name: 'alice' });
    client.seek(9);
    assert.throws(() => client.hungUp(), /the server closed the connection\n {2}client: CORE.HELLO~alice$/);
  });
});

/** Black captures the white stone at 0,0; then the given steps follow. */
function captureThen(...then: readonly Step[]): Step[] {
  return [
    'yourturn',
    playAt(1, 0),
    'place 0 1 0',
    'ack',
    'place 1 0 0',
    'yourturn',
    playAt(0, 1),
    'place 0 0 1',
    ...then,
  ];
}
