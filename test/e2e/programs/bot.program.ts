import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { slowPiskvorkCommand } from '../../support/engines/engine-command-lines.ts';
import { gnugoPath } from '../../support/engines/gnugo-path.ts';
import { serve } from '../serve/server-process.ts';
import { CommandProcess } from './command-process.ts';

const scripted = (name: string): string =>
  `${process.execPath} ${fileURLToPath(new URL(`../../support/engines/scripted-${name}-engine.ts`, import.meta.url))}`;

const installed = gnugoPath();
const withGnugo = installed === undefined ? { skip: 'gnugo is not installed' } : {};
const GNUGO = `${installed} --mode gtp --level 0`;

describe('tengen bot', () => {
  test('plays GNU Go against itself over two protocols, several games in a row', withGnugo, async (context) => {
    const server = serve(context, '--durability', 'none', '--listen', 'daigo://127.0.0.1:0?size=5');
    const [plain, daigo] = await server.ports(2);
    const bots = [
      new CommandProcess(context, 'bot', `nu6://127.0.0.1:${plain}`, '--size', '5', '--engine', GNUGO, '--games', '2'),
      new CommandProcess(
        context,
        'bot',
        `daigo://127.0.0.1:${daigo}?size=5&poll=20`,
        '--engine',
        GNUGO,
        '--games',
        '2',
      ),
    ];
    for (const { code, stdout, stderr } of await Promise.all(bots.map((bot) => bot.ended()))) {
      assert.deepEqual([code, stdout], [0, ''], stderr);
      assert.equal(stderr.match(/the game is over/g)?.length, 2, stderr);
    }
  });

  test('plays a Piskvork program as a Gomokurs player', async (context) => {
    const server = serve(context, '--durability', 'none', '--listen', 'gomokurs://127.0.0.1:0?size=7');
    const [, port] = await server.ports(2);
    const url = `gomokurs://127.0.0.1:${port}`;
    const blackMoves = [0, 1, 2, 3, 4].map((x) => `${x},0`);
    const whiteMoves = [0, 1, 2, 3, 4].map((x) => `${x},6`);
    const engine = (moves: readonly string[]) => `${scripted('piskvork')} move=${moves.join('+')}`;
    const first = new CommandProcess(context, 'bot', url, '--engine', engine(blackMoves), '--games', '1');
    await first.waitForOutput('logged in');
    const second = new CommandProcess(context, 'bot', url, '--engine', engine(whiteMoves), '--games', '1');
    for (const { code, stderr } of await Promise.all([first.ended(), second.ended()])) {
      assert.equal(code, 0, stderr);
      assert.match(stderr, /the game is over: black wins/);
    }
  });

  test('works with an engine that starts slowly, answers ABOUT late and uses all of its time', {
    timeout: 120_000,
  }, async (context) => {
    const server = serve(context, '--durability', 'none', '--listen', 'gomokurs://127.0.0.1:0?size=7');
    const [, port] = await server.ports(2);
    const url = `gomokurs://127.0.0.1:${port}`;
    const engine = (row: number) => slowPiskvorkCommand('start=800', 'about=700', 'late=100', `row=${row}`);
    const args = (row: number) => ['bot', url, '--engine', engine(row), '--games', '1', '--move-time', '0.6'];
    const first = new CommandProcess(context, ...args(0));
    await first.waitForOutput('logged in');
    const second = new CommandProcess(context, ...args(6));
    for (const { code, stderr } of await Promise.all([first.ended(), second.ended()])) {
      assert.equal(code, 0, stderr);
      assert.match(stderr, /the game is over: black wins/);
      assert.doesNotMatch(stderr, /started again|resigned/);
    }
  });

  test('starts a crashed engine once again, and resigns when it crashes a second time', async (context) => {
    const server = serve(context, '--durability', 'none');
    const [port] = await server.ports(1);
    const url = (name: string): string => `nu6://127.0.0.1:${port}?size=5&name=${name}`;
    const broken = `${scripted('gtp')} move=C3+crash`;
    const first = new CommandProcess(context, 'bot', url('one'), '--engine', broken, '--games', '1');
    await first.waitForOutput('waiting');
    const second = new CommandProcess(context, 'play', url('two')).type('A1', 'A2');
    const { code, stderr } = await first.ended();
    assert.equal(code, 0, stderr);
    assert.match(stderr, /restarting the engine/);
    assert.match(stderr, /second failure in this game, resigning/);
    assert.match((await second.ended()).stdout, /white wins by resignation/);
  });

  test('ends at once after SIGTERM, and ends its engine', async (context) => {
    const server = serve(context, '--durability', 'none');
    const [port] = await server.ports(1);
    const bot = new CommandProcess(context, 'bot', `nu6://127.0.0.1:${port}?size=5`, '--engine', scripted('gtp'));
    await bot.waitForOutput('waiting');
    bot.child.kill('SIGTERM');
    assert.equal((await bot.ended()).code, 0);
  });

  test('exits if the engine refuses the size of the board', withGnugo, async (context) => {
    const bot = new CommandProcess(context, 'bot', 'nu6://127.0.0.1:1?size=25', '--engine', GNUGO);
    const { code, stderr } = await bot.ended();
    assert.equal(code, 2);
    assert.match(stderr, /^tengen: GNU Go does not play on 25 lines\n$/m);
  });

  test('a wrong argument is reported in one line, with exit code 2', async (context) => {
    const server = serve(context, '--durability', 'none', '--listen', 'remastered://127.0.0.1:0');
    const [plain, remastered] = await server.ports(2);
    const url = `nu6://127.0.0.1:${plain}`;
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [[url], /--engine is missing/],
      [[url, '--engine', 'there-is-no-such-program'], /there-is-no-such-program/],
      [[url, '--engine', 'built-in', '--games', '0'], /"0"/],
      [[url, '--engine', 'built-in', '--level', '7'], /"7" is not a level from 1 to 6/],
      [[url, '--engine', GNUGO, '--level', '3'], /--level needs --engine built-in/],
      [[url, '--engine', 'built-in', '--tolerance', '-1'], /"-1" is not a number of seconds/],
      [[url, '--as-piskvork', '--margin', '0'], /--as-piskvork takes only/],
      [['nonsense', '--engine', 'built-in'], /is not a URL/],
      [['nu6://127.0.0.1:1', '--engine', 'built-in'], /connection refused/],
      [[`nu6://127.0.0.1:${remastered}`, '--engine', 'built-in'], /closed the connection|does not speak/],
      [[url, '--engine', 'built-in', '--size', '1'], /size/],
      [[url, '--listen'], /--as-piskvork/],
      [[`nedap://127.0.0.1:${remastered}?dialect=later`, '--engine', 'built-in'], /closed the connection|does not/],
      [['nu6://127.0.0.1:1', '--as-piskvork'], /unknown protocol "nu6"/],
    ];
    await Promise.all(
      wrong.map(async ([args, expected]) => {
        const { code, stderr } = await new CommandProcess(context, 'bot', ...args).ended();
        const last = stderr.trimEnd().split('\n').at(-1) ?? '';
        assert.equal(code, 2, `${args}: ${stderr}`);
        assert.match(last, /^tengen: /);
        assert.match(last, expected);
      }),
    );
  });
});
