import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../support/clients/client.ts';
import { DaigoClient } from '../../support/clients/daigo.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { NedapClient } from '../../support/clients/nedap.ts';
import { Nu6Client } from '../../support/clients/nu6.ts';
import { RemasteredClient } from '../../support/clients/remastered.ts';

/** What happens in turn: a line of the server's, or something that the client does. */
type Step = string | ((client: Client) => void);

const at =
  (x: number, y: number): Step =>
  (client) =>
    client.play({ x, y });
const pass: Step = (client) => client.pass();
const poll: Step = (client) => client.poll();

/** Everything but the last step is as it should be; the last must be noticed. */
function noticed(client: Client, steps: readonly Step[], what: RegExp, encoding: 'utf8' | 'hex' = 'utf8'): void {
  const take = (step: Step): void => {
    if (typeof step === 'function') step(client);
    else client.receive(Buffer.from(encoding === 'utf8' ? `${step}\n` : step, encoding));
  };
  client.seek(9);
  for (const step of steps.slice(0, -1)) take(step);
  assert.throws(() => take(steps.at(-1) ?? ''), what);
}

describe('clients notice a server that breaks its protocol', () => {
  const empty = `stones ${'X'.repeat(81)}`;
  const nu6 = ['CORE.HELLO', 'CORE.MATCH~BLACK~9~bob'];
  const nedap = ['WAITING', 'READY black bob 9'];
  const remastered = ['ok 0.1.0', 'mode normal', 'color 0', empty, 'ready'];
  const daigo = ['OK', 'GAMES', 'OK', poll, 'START bob'];
  const gomokurs = ['00', '0109', '03'];

  const lies: readonly [name: string, make: () => Client, steps: readonly Step[], what: RegExp][] = [
    [
      'nu6: a game of another size',
      () => new Nu6Client({ name: 'alice' }),
      ['CORE.HELLO', 'CORE.MATCH~BLACK~19~bob'],
      /no wish/,
    ],
    ['nu6: words that are none', () => new Nu6Client({ name: 'alice' }), ['CORE.HELO'], /no message/],
    [
      'nu6: a stone that I have not played',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, 'CORE.MOVE~40'],
      /not played/,
    ],
    [
      'nu6: a stone on a stone',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, at(4, 4), 'CORE.MOVE~40', 'CORE.MOVE~40'],
      /illegal stone: occupied/,
    ],
    [
      'nu6: a refusal of a legal stone',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, at(4, 4), 'CORE.ERROR~ILLEGAL~KO'],
      /legal stone was refused/,
    ],
    [
      'nu6: patience on my turn',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, at(4, 4), 'CORE.ERROR~PATIENCE'],
      /my turn/,
    ],
    [
      'nu6: a wrong count',
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
      'nu6: chat that I cannot have',
      () => new Nu6Client({ name: 'alice' }),
      [...nu6, 'CHAT.ENTERED~carol'],
      /cannot chat/,
    ],
    ['nedap: READY without WAITING', () => new NedapClient({ name: 'alice' }), ['READY black bob 9'], /without a wish/],
    [
      'nedap: a stone out of turn',
      () => new NedapClient({ name: 'alice' }),
      [...nedap, 'VALID white 0 0'],
      /not its turn/,
    ],
    [
      'nedap: a warning for nothing',
      () => new NedapClient({ name: 'alice' }),
      [...nedap, 'WARNING no'],
      /nothing was said/,
    ],
    [
      'nedap: END after a flip for its loser',
      () => new NedapClient({ name: 'alice' }),
      [...nedap, 'TABLEFLIPPED white', 'END 0.0 81.0'],
      /winner has flipped/,
    ],
    [
      'nedap: no END after a flip',
      () => new NedapClient({ name: 'alice' }),
      [...nedap, 'TABLEFLIPPED white', 'WAITING'],
      /END comes/,
    ],
    ['remastered: another order', () => new RemasteredClient({ size: 9 }), ['ok 0.1.0', empty], /mode comes next/],
    ['remastered: capitals', () => new RemasteredClient({ size: 9 }), ['ok 0.1.0', 'mode NORMAL'], /expected normal/],
    [
      'remastered: stones from nowhere',
      () => new RemasteredClient({ size: 9 }),
      [...remastered.slice(0, 3), empty.replace('X', '0')],
      /not been here/,
    ],
    [
      'remastered: no remove',
      () => new RemasteredClient({ size: 9 }),
      [...remastered, ...captureOf('ack', 'place 1 8 8')],
      /stay on the board/,
    ],
    [
      'remastered: another stone removed',
      () => new RemasteredClient({ size: 9 }),
      [...remastered, ...captureOf('ack', 'remove 0 1')],
      /captured are 0 0/,
    ],
    [
      'remastered: a turn for nobody',
      () => new RemasteredClient({ size: 9 }),
      [...remastered, 'yourturn', at(0, 0), 'yourturn'],
      /legal stone was refused/,
    ],
    ['daigo: speech unasked', () => new DaigoClient({ name: 'alice', size: 9 }), [...daigo, 'STONE 1 1'], /unasked/],
    [
      'daigo: a refusal of a legal stone',
      () => new DaigoClient({ name: 'alice', size: 9 }),
      [...daigo, at(0, 0), 'ERROR 5'],
      /legal stone was refused/,
    ],
    [
      'daigo: a stone off the board',
      () => new DaigoClient({ name: 'alice', size: 9 }),
      [...daigo, at(0, 0), 'OK', poll, 'STONE 0 5'],
      /illegal stone: off-board/,
    ],
    [
      'daigo: a result by another count',
      () => new DaigoClient({ name: 'alice', size: 9 }),
      [...daigo, pass, 'OK', poll, 'RESULT 1'],
      /another result/,
    ],
  ];
  for (const [name, make, steps, what] of lies) test(name, () => noticed(make(), steps, what));

  const player = (): Client => new GomokursClient({ version: '0.1.0', size: 9 });
  const binary: readonly [name: string, steps: readonly Step[], what: RegExp][] = [
    ['START twice', ['00', '0109', '0109'], /one game/],
    ['a TURN on my stone', [...gomokurs, at(4, 4), '020404'], /illegal stone/],
    ['a TURN before mine', [...gomokurs, '020404'], /not played yet/],
    ['an ERROR for nothing', ['00', '0109', '090000000131'], /nothing wrong/],
    ['a BOARD for somebody new', ['00', '0109', '0400000000'], /know the board/],
    ['no such action', ['00', 'ff'], /no action/],
  ];
  for (const [name, steps, what] of binary) test(`gomokurs: ${name}`, () => noticed(player(), steps, what, 'hex'));

  test('an end of the connection without a reason', () => {
    const client = new Nu6Client({ name: 'alice' });
    client.seek(9);
    assert.throws(() => client.hungUp(), /hung up\n {2}client: CORE.HELLO~alice$/);
  });
});

/** Black takes the white stone at 0,0; then what is given follows. */
function captureOf(...then: readonly Step[]): Step[] {
  return ['yourturn', at(1, 0), 'place 0 1 0', 'ack', 'place 1 0 0', 'yourturn', at(0, 1), 'place 0 0 1', ...then];
}
