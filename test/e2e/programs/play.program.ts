import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { serve } from '../serve/server-process.ts';
import { CommandProcess } from './command-process.ts';

/** A game between two players, in the order in which they connect: typed lines, and the last line that each player sees. */
interface PlayedGame {
  readonly listener: string;
  readonly urls: readonly [string, string];
  readonly typed: readonly [readonly string[], readonly string[]];
  readonly ends: readonly [string, string];
}

const DRAWN = 'the game is over: a draw, black 1 and white 1';

/** Black makes a row of five at the top edge, and white plays beside it. */
const BLACK_MOVES = ['A7', 'B7', 'C7', 'D7', 'E7'];
const WHITE_MOVES = ['0 1', '1 1', '2 1', '3 1'];

const GAMES: readonly PlayedGame[] = [
  {
    listener: 'nu6://127.0.0.1:0',
    urls: ['?name=ann&size=5&chat=0', '?name=bob&size=5&chat=0'],
    typed: [
      ['C3', 'pass'],
      ['0 4', 'pass'],
    ],
    ends: [DRAWN, DRAWN],
  },
  {
    listener: 'nedap://127.0.0.1:0',
    urls: ['?name=ann&size=5', '?name=bob&size=5&dialect=later'],
    typed: [
      ['C3', 'pass'],
      ['0 4', 'pass'],
    ],
    ends: [DRAWN, DRAWN],
  },
  {
    listener: 'daigo://127.0.0.1:0?size=5&komi=0',
    urls: ['?name=ann&size=5', '?name=bob&size=5'],
    typed: [
      ['C3', 'pass'],
      ['0 4', 'resign'],
    ],
    ends: ['the game is over: black wins by resignation', 'the game is over: black wins by resignation'],
  },
  {
    listener: 'remastered://127.0.0.1:0?size=9',
    urls: ['', ''],
    typed: [
      ['C3', 'pass'],
      ['0 4', 'pass'],
    ],
    ends: ['the game is over: close', 'the game is over: close'],
  },
  {
    listener: 'gomokurs://127.0.0.1:0?size=7',
    urls: ['?name=ann', '?version=0.2.0'],
    typed: [BLACK_MOVES, WHITE_MOVES],
    ends: ['the game is over: black wins', 'the game is over: black wins'],
  },
];

describe('tengen play', () => {
  for (const { listener, urls, typed, ends } of GAMES) {
    const [protocol] = listener.split(':');
    test(`plays ${protocol} to the end`, async (context) => {
      const server = serve(context, '--durability', 'none', '--listen', listener);
      const port = (await server.ports(2))[1];
      const url = `${protocol}://127.0.0.1:${port}`;
      const black = new CommandProcess(context, 'play', url + urls[0]).type(...typed[0]);
      // The first player has black. In two protocols, a connection is already a seek.
      await black.waitForOutput(protocol === 'remastered' || protocol === 'gomokurs' ? 'logged in' : 'waiting');
      const white = new CommandProcess(context, 'play', url + urls[1]).type(...typed[1]);
      const [first, second] = await Promise.all([black.ended(), white.ended()]);
      assert.deepEqual([first.code, first.stderr, second.code, second.stderr], [0, '', 0, '']);
      assert.ok(first.stdout.includes(`${ends[0]}\n`), first.stdout);
      assert.ok(second.stdout.includes(`${ends[1]}\n`), second.stdout);
    });
  }

  test('resigns without a question if the commands come from a pipe, and shows no points', async (context) => {
    const server = serve(context, '--durability', 'none');
    const [port] = await server.ports(1);
    const ann = new CommandProcess(context, 'play', `nu6://127.0.0.1:${port}?name=ann&size=5`).type('C3', 'B3');
    await ann.waitForOutput('waiting');
    const bob = new CommandProcess(context, 'play', `nu6://127.0.0.1:${port}?name=bob&size=5`).type('A1', 'resign');
    const outcomes = await Promise.all([ann.ended(), bob.ended()]);
    for (const { code, stdout } of outcomes) {
      assert.equal(code, 0);
      assert.doesNotMatch(stdout, /y\/n/);
    }
    assert.match(outcomes[1].stdout, /\nthe game is over: black wins by resignation\n/);
  });

  test('shows the board, the help and the players on request, without a game', async (context) => {
    const server = serve(context, '--durability', 'none');
    const [port] = await server.ports(1);
    const ann = new CommandProcess(context, 'play', `nu6://127.0.0.1:${port}?name=ann`);
    const { code, stdout } = await ann.type('board', 'list', 'nonsense', 'pass', 'help', 'quit').ended();
    assert.equal(code, 0);
    for (const line of [
      'there is no board yet',
      'here: ann',
      '"nonsense" is neither a command',
      'there is no game',
      'goodbye',
    ]) {
      assert.ok(stdout.includes(line), stdout);
    }
  });

  test('asks for another name when the name is taken', async (context) => {
    const server = serve(context, '--durability', 'none');
    const [port] = await server.ports(1);
    const url = `nu6://127.0.0.1:${port}?name=ann`;
    const ann = new CommandProcess(context, 'play', url);
    await ann.waitForOutput('logged in');
    const { code, stdout, stderr } = await new CommandProcess(context, 'play', url)
      .type('name bea', 'list', 'quit')
      .ended();
    assert.deepEqual([code, stderr], [0, ''], stdout);
    assert.match(stdout, /refused: .*\nlogged in as bea\nhere: ann, bea\n/);
  });

  test('a wrong argument is reported in one line, with exit code 2', async (context) => {
    const server = serve(context, '--durability', 'none', '--listen', 'remastered://127.0.0.1:0');
    const [plain, remastered] = await server.ports(2);
    const silent = createServer((socket) => socket.end('220 smtp.example.org \u001b[2J\r\n'));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    context.after(() => silent.close());
    const address = silent.address();
    const smtp = typeof address === 'object' ? address?.port : undefined;
    const wrong: readonly (readonly [string, RegExp])[] = [
      ['nu6', /is not a URL/],
      ['chess://127.0.0.1:1919', /unknown protocol "chess"/],
      [`nu6://127.0.0.1:${plain}?colour=black`, /no setting "colour"/],
      [`nu6://127.0.0.1:${plain}?size=1`, /size/],
      ['nu6://127.0.0.1:1', /connection refused/],
      [`nu6://127.0.0.1:${remastered}`, /closed the connection|does not speak/],
      [`nu6://127.0.0.1:${smtp}`, /220 smtp/],
      [`gomokurs://127.0.0.1:${smtp}`, /./],
    ];
    await Promise.all(
      wrong.map(async ([url, expected]) => {
        const { code, stderr } = await new CommandProcess(context, 'play', url).type('list', 'quit').ended();
        assert.equal(code, 2, `${url}: ${stderr}`);
        assert.match(stderr, expected);
        assert.match(stderr, /^tengen: [^\n]+\n$/);
        assert.doesNotMatch(stderr.trimEnd(), /\p{Cc}/u);
      }),
    );
  });
});
