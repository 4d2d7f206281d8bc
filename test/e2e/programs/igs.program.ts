import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { gnugo } from '../../support/engines/gnugo-path.ts';
import { serve, type Tengen, temporaryFolder } from '../serve/server-process.ts';
import { TelnetClient } from '../serve/telnet-client.ts';
import { Program } from './program.ts';

const installed = gnugo();
const withGnugo = installed === undefined ? { skip: 'gnugo is not installed' } : {};

describe('IGS', () => {
  test('GNU Go, which connects by itself, agrees with a person at telnet on the dead stones', {
    ...withGnugo,
    timeout: 120_000,
  }, async (context) => {
    const engines = 'gtp://127.0.0.1:0?as=controller&name=gnugo&size=5';
    const server = serve(context, '--durability', 'none', '--listen', 'igs://127.0.0.1:0', '--listen', engines);
    const [, port = 0, controller = 0] = await server.ports(3);
    const options = ['--mode', 'gtp', '--level', '0', '--gtp-connect', `127.0.0.1:${controller}`];
    const engine = spawn(installed ?? 'gnugo', options, { stdio: 'ignore' });
    context.after(() => engine.kill('SIGKILL'));
    const person = new TelnetClient(context, port);
    await person.expect('IGS entry');
    const asks = async (): Promise<boolean> => {
      person.send('match gnugo W 5 0 0');
      return await person.receives('Creating match [1] with gnugo.', 1_000);
    };
    for (let attempt = 0; !(await asks()); attempt++) assert(attempt < 20, 'GNU Go has not come');
    // White has one stone, which GNU Go captures before it passes.
    const first = await person.wordAfter('0(B): ');
    person.send('A1');
    await person.expect('1(W): A1');
    for (let move = 2; !(await person.receives('You can check your score', 500)); move += 2) {
      assert(move < 100, 'GNU Go does not pass');
      person.send('pass');
    }
    await person.expect('gnugo has typed done.');
    // It accepts no other stones than its own command names: here none.
    person.send(first);
    await person.expect(`9 Removing @ ${first}`);
    assert.equal(await person.receives('gnugo has typed done.', 1_000), false);
    person.send('undo');
    await person.expect('Board is restored');
    await person.expect('gnugo has typed done.');
    person.send('done');
    await person.expect('W 6.5 B 25.0}');
  });

  test('a game between two accounts is adjourned, outlives kill -9, and goes on', async (context) => {
    const data = temporaryFolder(context)('tengen.db');
    const start = async (): Promise<{ server: Tengen; plain: number; igs: number }> => {
      const server = serve(context, '--data', data, '--listen', 'igs://127.0.0.1:0');
      const [plain = 0, igs = 0] = await server.ports(2);
      return { server, plain, igs };
    };
    const before = await start();
    for (const name of ['ann', 'bob']) {
      const made = await fetch(`http://127.0.0.1:${before.plain}/api/accounts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, password: 'password' }),
      });
      assert.equal(made.ok, true);
    }
    const [ann, bob] = [new TelnetClient(context, before.igs), new TelnetClient(context, before.igs, 'bob')];
    for (const person of [ann, bob]) await person.expect('IGS entry');
    ann.send('match bob B 9 10 5');
    await bob.expect('Use <match ann W 9 10 5>');
    bob.send('match ann W 9 10 5');
    await ann.expect('Creating match [1] with bob.');
    ann.send('C3');
    await bob.expect('0(B): C3');
    ann.send('adjourn');
    await bob.expect('Use adjourn to adjourn the game.');
    bob.send('adjourn');
    for (const person of [ann, bob]) await person.expect('{Game 1: bob vs ann has adjourned.}');
    await before.server.end('SIGKILL');
    const { igs } = await start();
    const [again, other] = [new TelnetClient(context, igs), new TelnetClient(context, igs, 'bob')];
    for (const person of [again, other]) await person.expect('IGS entry');
    again.send('stored', 'load bob-ann');
    await again.expect('23 bob-ann');
    await other.expect('Use "load bob-ann" to go on.');
    other.send('load bob-ann');
    for (const person of [again, other]) await person.expect('{Game 1: bob vs ann @ Move 1}');
    other.send('D4');
    await again.expect('1(W): D4');
    again.send('resign');
    await other.expect('{Game 1: bob vs ann : Black resigns.}');
    other.send('stored');
    await other.expect('Found 0 stored games.');
  });

  test('tengen bot plays game after game, and comes when it is asked by name', async (context) => {
    const server = serve(context, '--durability', 'none', '--listen', 'igs://127.0.0.1:0');
    const [plain, igs] = await server.ports(2);
    const bot = (url: string) =>
      new Program(context, 'bot', url, '--engine', 'built-in', '--level', '1', '--games', '2');
    const one = bot(`igs://127.0.0.1:${igs}?name=one&size=5`);
    await one.waitForOutput('let in');
    const other = bot(`nu6://127.0.0.1:${plain}?name=two&size=5`);
    for (const { code, stderr } of await Promise.all([one.ended(), other.ended()])) {
      assert.equal(code, 0, stderr);
      assert.equal(stderr.match(/the game is over/g)?.length, 2, stderr);
    }
  });
});
