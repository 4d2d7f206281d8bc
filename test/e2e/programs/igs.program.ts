import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { gnugoPath } from '../../support/engines/gnugo-path.ts';
import { serve, type Tengen, temporaryFolder } from '../serve/server-process.ts';
import { TelnetClient } from '../serve/telnet-client.ts';
import { CommandProcess } from './command-process.ts';

const installed = gnugoPath();
const withGnugo = installed === undefined ? { skip: 'gnugo is not installed' } : {};

describe('IGS', () => {
  test('GNU Go with --gtp-connect agrees with a player at telnet on the dead stones', {
    ...withGnugo,
    timeout: 120_000,
  }, async (context) => {
    const engines = 'gtp://127.0.0.1:0?as=controller&name=gnugo&size=5';
    const server = serve(context, '--durability', 'none', '--listen', 'igs://127.0.0.1:0', '--listen', engines);
    const [, port = 0, controller = 0] = await server.ports(3);
    const options = ['--mode', 'gtp', '--level', '0', '--gtp-connect', `127.0.0.1:${controller}`];
    const engine = spawn(installed ?? 'gnugo', options, { stdio: 'ignore' });
    context.after(() => engine.kill('SIGKILL'));
    const client = new TelnetClient(context, port);
    await client.expect('IGS entry');
    const requestGame = async (): Promise<boolean> => {
      client.send('match gnugo W 5 0 0');
      return await client.receives('Creating match [1] with gnugo.', 1_000);
    };
    for (let attempt = 0; !(await requestGame()); attempt++) assert(attempt < 20, 'GNU Go has not entered');
    // White plays one stone, which GNU Go captures before it passes.
    const first = await client.wordAfter('0(B): ');
    client.send('A1');
    await client.expect('1(W): A1');
    for (let move = 2; !(await client.receives('You can check your score', 500)); move += 2) {
      assert(move < 100, 'GNU Go does not pass');
      client.send('pass');
    }
    await client.expect('gnugo has typed done.');
    // GNU Go accepts only the dead stones of its own command, and here there are none.
    client.send(first);
    await client.expect(`9 Removing @ ${first}`);
    assert.equal(await client.receives('gnugo has typed done.', 1_000), false);
    client.send('undo');
    await client.expect('Board is restored');
    await client.expect('gnugo has typed done.');
    client.send('done');
    await client.expect('W 6.5 B 25.0}');
  });

  test('two accounts adjourn a game and continue it after kill -9', async (context) => {
    const data = temporaryFolder(context)('tengen.db');
    const start = async (): Promise<{ server: Tengen; plain: number; igs: number }> => {
      const server = serve(context, '--data', data, '--listen', 'igs://127.0.0.1:0');
      const [plain = 0, igs = 0] = await server.ports(2);
      return { server, plain, igs };
    };
    const before = await start();
    for (const name of ['ann', 'bob']) {
      const answer = await fetch(`http://127.0.0.1:${before.plain}/api/accounts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, password: 'password' }),
      });
      assert.equal(answer.ok, true);
    }
    const [ann, bob] = [new TelnetClient(context, before.igs), new TelnetClient(context, before.igs, 'bob')];
    for (const client of [ann, bob]) await client.expect('IGS entry');
    ann.send('match bob B 9 10 5');
    await bob.expect('Use <match ann W 9 10 5>');
    bob.send('match ann W 9 10 5');
    await ann.expect('Creating match [1] with bob.');
    ann.send('C3');
    await bob.expect('0(B): C3');
    ann.send('adjourn');
    await bob.expect('Use adjourn to adjourn the game.');
    bob.send('adjourn');
    for (const client of [ann, bob]) await client.expect('{Game 1: bob vs ann has adjourned.}');
    await before.server.end('SIGKILL');
    const { igs } = await start();
    const [annAgain, bobAgain] = [new TelnetClient(context, igs), new TelnetClient(context, igs, 'bob')];
    for (const client of [annAgain, bobAgain]) await client.expect('IGS entry');
    annAgain.send('stored', 'load bob-ann');
    await annAgain.expect('23 bob-ann');
    await bobAgain.expect('Use "load bob-ann" to go on.');
    bobAgain.send('load bob-ann');
    for (const client of [annAgain, bobAgain]) await client.expect('{Game 1: bob vs ann @ Move 1}');
    bobAgain.send('D4');
    await annAgain.expect('1(W): D4');
    annAgain.send('resign');
    await bobAgain.expect('{Game 1: bob vs ann : Black resigns.}');
    bobAgain.send('stored');
    await bobAgain.expect('Found 0 stored games.');
  });

  test('tengen bot plays several games, and accepts a request by name', async (context) => {
    const server = serve(context, '--durability', 'none', '--listen', 'igs://127.0.0.1:0');
    const [plain, igs] = await server.ports(2);
    const bot = (url: string) =>
      new CommandProcess(context, 'bot', url, '--engine', 'built-in', '--level', '1', '--games', '2');
    const first = bot(`igs://127.0.0.1:${igs}?name=one&size=5`);
    await first.waitForOutput('logged in');
    const second = bot(`nu6://127.0.0.1:${plain}?name=two&size=5`);
    for (const { code, stderr } of await Promise.all([first.ended(), second.ended()])) {
      assert.equal(code, 0, stderr);
      assert.equal(stderr.match(/the game is over/g)?.length, 2, stderr);
    }
  });
});
