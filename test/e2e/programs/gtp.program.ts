import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { gnugo } from '../../support/engines/gnugo.ts';
import { serve } from '../serve/server-process.ts';
import { Peer } from '../serve/tcp-client.ts';
import { Program } from './program.ts';

const installed = gnugo();
const withGnugo = installed === undefined ? { skip: 'gnugo is not installed' } : {};

function started(context: TestContext, ...args: readonly string[]): ChildProcess {
  assert.ok(installed !== undefined);
  const child = spawn(installed, ['--mode', 'gtp', '--level', '0', ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  context.after(() => child.kill('SIGKILL'));
  return child;
}

/** GNU Go connects to the listener by itself. */
const connecting = (context: TestContext, port: number | undefined): ChildProcess =>
  started(context, '--gtp-connect', `127.0.0.1:${port}`);

/** Its output and input are tied to a socket, as by nc or gogui-server -remote. */
function tied(context: TestContext, port: number | undefined): ChildProcess {
  const child = started(context);
  const socket = connect({ host: '127.0.0.1', port: port ?? 0 });
  context.after(() => socket.destroy());
  child.stdout?.pipe(socket);
  if (child.stdin !== null) socket.pipe(child.stdin);
  return child;
}

/** A controller that types its commands one after the other, as with nc. */
class Controller {
  readonly #peer: Peer;

  private constructor(peer: Peer) {
    this.#peer = peer;
  }

  static async to(context: TestContext, port: number | undefined): Promise<Controller> {
    const peer = await Peer.to(port ?? 0);
    context.after(() => peer.socket.destroy());
    return new Controller(peer);
  }

  async ask(command: string): Promise<string> {
    this.#peer.say(command);
    const lines = [await this.#peer.line()];
    for (let line = await this.#peer.line(); line !== ''; line = await this.#peer.line()) lines.push(line);
    return lines.join('\n');
  }

  /** Passes until the end of the game, and returns the score. */
  async pass(own: 'b' | 'w', other: 'b' | 'w'): Promise<string> {
    for (let turn = 0; turn < 200; turn++) {
      const move = await this.ask(`genmove ${other}`);
      if (move === '? game over') break;
      assert.match(move, /^= (?:[A-J][1-9]|pass)$/);
      const passed = await this.ask(`play ${own} pass`);
      if (passed === '? game over') break;
      assert.equal(passed, '=');
    }
    return await this.ask('final_score');
  }
}

const LISTENERS = ['as=engine', 'as=controller&name=gnu&size=9'].flatMap((settings) => [
  '--listen',
  `gtp://127.0.0.1:0?${settings}`,
]);
const SERVE = ['--log-level', 'info', '--durability', 'none', '--house-wait', '0', ...LISTENERS];

describe('GTP over TCP', withGnugo, () => {
  test('tengen bot, a controller of either colour, plays clients of the server', {
    timeout: 120_000,
  }, async (context) => {
    const server = serve(context, ...SERVE);
    const [plain, engine] = await server.ports(2);
    for (const color of ['black', 'white']) {
      const bot = (url: string): Program =>
        new Program(context, 'bot', url, '--engine', `${installed} --mode gtp --level 0`, '--games', '1');
      const bots = [bot(`nu6://127.0.0.1:${plain}?size=5`), bot(`gtp://127.0.0.1:${engine}?size=5&color=${color}`)];
      for (const { code, stderr } of await Promise.all(bots.map((each) => each.ended()))) {
        assert.equal(code, 0, stderr);
        assert.match(stderr, /the game is over: (?:black|white) wins/);
      }
    }
  });

  test('gnugo --gtp-connect plays a client of another protocol to the end', { timeout: 120_000 }, async (context) => {
    const server = serve(context, ...SERVE);
    const [plain, , controller] = await server.ports(3);
    connecting(context, controller);
    await server.logs('player.entered');
    const player = new Program(context, 'play', `nu6://127.0.0.1:${plain}?size=9`);
    player.type('E5', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'resign');
    assert.match((await player.ended()).stdout, /white wins/);
  });

  test('a controller plays an engine whose input and output are tied to a socket, with handicap and a clock', {
    timeout: 120_000,
  }, async (context) => {
    const server = serve(context, ...SERVE);
    const [, engine, port] = await server.ports(3);
    tied(context, port);
    await server.logs('player.entered');
    const controller = await Controller.to(context, engine);
    for (const command of ['boardsize 9', 'clear_board', 'komi 0.5', 'time_settings 600 0 0'])
      assert.equal(await controller.ask(command), '=');
    assert.equal(await controller.ask('fixed_handicap 4'), '= C3 G7 C7 G3');
    assert.match(await controller.pass('b', 'w'), /^= [BW]\+\d+\.5$/);
    // The next game on the same connections, with the other colour.
    assert.equal(await controller.ask('clear_board'), '=');
    assert.equal(await controller.ask('time_settings 0 1 0'), '=');
    assert.match(await controller.pass('w', 'b'), /^= B\+80\.5$/);
    assert.equal(await controller.ask('quit'), '=');
  });
});
