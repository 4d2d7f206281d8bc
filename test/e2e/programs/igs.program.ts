import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { gnugo } from '../../support/engines/gnugo-path.ts';
import { folder, serve, type Tengen } from '../serve/server-process.ts';
import { Person } from '../serve/telnet-person.ts';
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
    const person = new Person(context, port);
    await person.mustHear('IGS entry');
    const asks = async (): Promise<boolean> => {
      person.say('match gnugo W 5 0 0');
      return await person.hears('Creating match [1] with gnugo.', 1_000);
    };
    for (let attempt = 0; !(await asks()); attempt++) assert(attempt < 20, 'GNU Go has not come');
    // White has one stone, which GNU Go captures before it passes.
    const first = await person.word('0(B): ');
    person.say('A1');
    await person.mustHear('1(W): A1');
    for (let move = 2; !(await person.hears('You can check your score', 500)); move += 2) {
      assert(move < 100, 'GNU Go does not pass');
      person.say('pass');
    }
    await person.mustHear('gnugo has typed done.');
    // It accepts no other stones than its own command names: here none.
    person.say(first);
    await person.mustHear(`9 Removing @ ${first}`);
    assert.equal(await person.hears('gnugo has typed done.', 1_000), false);
    person.say('undo');
    await person.mustHear('Board is restored');
    await person.mustHear('gnugo has typed done.');
    person.say('done');
    await person.mustHear('W 6.5 B 25.0}');
  });

  test('a game between two accounts is adjourned, outlives kill -9, and goes on', async (context) => {
    const data = folder(context)('tengen.db');
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
    const [ann, bob] = [new Person(context, before.igs), new Person(context, before.igs, 'bob')];
    for (const person of [ann, bob]) await person.mustHear('IGS entry');
    ann.say('match bob B 9 10 5');
    await bob.mustHear('Use <match ann W 9 10 5>');
    bob.say('match ann W 9 10 5');
    await ann.mustHear('Creating match [1] with bob.');
    ann.say('C3');
    await bob.mustHear('0(B): C3');
    ann.say('adjourn');
    await bob.mustHear('Use adjourn to adjourn the game.');
    bob.say('adjourn');
    for (const person of [ann, bob]) await person.mustHear('{Game 1: bob vs ann has adjourned.}');
    await before.server.end('SIGKILL');
    const { igs } = await start();
    const [again, other] = [new Person(context, igs), new Person(context, igs, 'bob')];
    for (const person of [again, other]) await person.mustHear('IGS entry');
    again.say('stored', 'load bob-ann');
    await again.mustHear('23 bob-ann');
    await other.mustHear('Use "load bob-ann" to go on.');
    other.say('load bob-ann');
    for (const person of [again, other]) await person.mustHear('{Game 1: bob vs ann @ Move 1}');
    other.say('D4');
    await again.mustHear('1(W): D4');
    again.say('resign');
    await other.mustHear('{Game 1: bob vs ann : Black resigns.}');
    other.say('stored');
    await other.mustHear('Found 0 stored games.');
  });

  test('tengen bot plays game after game, and comes when it is asked by name', async (context) => {
    const server = serve(context, '--durability', 'none', '--listen', 'igs://127.0.0.1:0');
    const [plain, igs] = await server.ports(2);
    const bot = (url: string) =>
      new Program(context, 'bot', url, '--engine', 'built-in', '--level', '1', '--games', '2');
    const one = bot(`igs://127.0.0.1:${igs}?name=one&size=5`);
    await one.says('let in');
    const other = bot(`nu6://127.0.0.1:${plain}?name=two&size=5`);
    for (const { code, stderr } of await Promise.all([one.ended(), other.ended()])) {
      assert.equal(code, 0, stderr);
      assert.equal(stderr.match(/the game is over/g)?.length, 2, stderr);
    }
  });
});
