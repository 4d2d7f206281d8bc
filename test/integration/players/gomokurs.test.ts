import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gomokursClient } from '../../../src/protocols/gomokurs/client-session.ts';
import { VERSIONS, type Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import { ClientSessionFixture } from '../../support/players/client-session-fixture.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../../support/server/in-memory-server.ts';

interface PairOptions {
  readonly version: Version;
  readonly options?: InMemoryServerOptions;
  readonly listener?: string;
  readonly settings?: string;
  readonly packet?: number;
  readonly size?: number;
}

interface Pair {
  readonly server: InMemoryServer;
  readonly black: ClientSessionFixture;
  readonly white: ClientSessionFixture;
}

const startEvent = (color: string, rule = 'freestyle', size = 15): string => `started ${color} on ${size}, ${rule}`;

/** Two client sessions at our server, each from its own address. */
async function twoPlayers(setting: PairOptions): Promise<Pair> {
  const { version, options, listener = 'gomokurs?size=15', settings = 'size=15', packet } = setting;
  const server = new InMemoryServer(options);
  await server.start();
  const player = (address: string): ClientSessionFixture =>
    new ClientSessionFixture({
      server,
      protocol: gomokursClient,
      settings: `version=${version}&${settings}`,
      listener,
      address,
      ...(packet === undefined ? {} : { packet }),
    });
  return { server, black: player('127.0.0.2'), white: player('127.0.0.3') };
}

async function startGame(setting: PairOptions): Promise<Pair> {
  const pair = await twoPlayers(setting);
  assert.deepEqual(await pair.black.connect(), ['entered', 'waiting']);
  assert.deepEqual(await pair.white.connect(), ['entered', 'waiting']);
  const { settings = '', size = 15 } = setting;
  const rule = new URLSearchParams(settings).get('rule') ?? 'freestyle';
  assert.deepEqual(await pair.black.takeEvents(), [startEvent('black', rule, size), 'your turn black']);
  assert.deepEqual(await pair.white.takeEvents(), []);
  return pair;
}

/** Plays the stones alternately, beginning with black. Both players receive each stone, and the opponent is then to move. */
async function play({ black, white }: Pair, stones: readonly string[]): Promise<void> {
  for (const [index, stone] of stones.entries()) {
    const [mover, opponent] = index % 2 === 0 ? [black, white] : [white, black];
    const [color, next] = index % 2 === 0 ? ['black', 'white'] : ['white', 'black'];
    assert.deepEqual(await mover.perform(`play ${stone}`), [`played ${color} ${stone}`]);
    const first = index === 0 ? [startEvent('white')] : [];
    assert.deepEqual(await opponent.takeEvents(), [...first, `played ${color} ${stone}`, `your turn ${next}`]);
  }
}

const FOURS = ['3,0', '9,0', '3,1', '9,1', '3,2', '9,2', '3,3', '9,3'];

for (const version of VERSIONS) {
  /** The event of an end of the game in this version. */
  const end = (result: string, winner: string): string =>
    version === '0.2.0' ? `ended ${winner}: RESULT ${result}` : 'ended ?: END';

  describe(`our client of gomokurs ${version} at our server`, () => {
    for (const packet of [1, 1000]) {
      test(`wins by five in a row, in packets of ${packet} bytes`, async () => {
        const pair = await startGame({ version, packet });
        await play(pair, FOURS);
        assert.deepEqual(await pair.black.perform('play 3,4'), ['played black 3,4', end('win', 'black')]);
        assert.deepEqual(await pair.white.takeEvents(), ['played black 3,4', 'your turn white', end('loss', 'black')]);
        assert.ok(!pair.black.isConnected && !pair.white.isConnected);
      });
    }

    test('loses by five in a row of white', async () => {
      const pair = await startGame({ version });
      await play(pair, [...FOURS, '0,14']);
      assert.deepEqual(await pair.white.perform('play 9,4'), ['played white 9,4', end('win', 'white')]);
      assert.deepEqual(await pair.black.takeEvents(), ['played white 9,4', 'your turn black', end('loss', 'white')]);
    });

    test('draws on a full board', async () => {
      const pair = await startGame({ version, listener: 'gomokurs?size=5', settings: '', size: 5 });
      const rows = ['XOXOX', 'XOXOX', 'OXOXO', 'OXOXO', 'XOXOX'];
      const stones = (color: string): string[] =>
        rows.flatMap((row, y) => [...row].flatMap((each, x) => (each === color ? [`${x},${y}`] : [])));
      const [blackStones, whiteStones] = [stones('X'), stones('O')];
      let events: string[] = [];
      for (const [index, stone] of blackStones.entries()) {
        events = await pair.black.perform(`play ${stone}`);
        const reply = whiteStones[index];
        if (reply !== undefined) await pair.white.perform(`play ${reply}`);
      }
      assert.deepEqual(events.slice(-2), ['played black 4,4', end('draw', 'draw')]);
      assert.equal((await pair.white.takeEvents()).at(-1), end('draw', 'draw'));
    });

    test('does not send a stone on an occupied point or out of turn, and the game continues', async () => {
      const pair = await startGame({ version });
      await play(pair, ['7,7']);
      assert.deepEqual(await pair.white.perform('play 7,7'), [
        'refused play: a stone can only be put on an empty point of the board',
        'your turn white',
      ]);
      assert.deepEqual(await pair.black.perform('play 8,8'), ['refused play: it is not our turn']);
      assert.deepEqual(await pair.white.perform('play 8,8'), ['played white 8,8']);
      assert.deepEqual(await pair.black.takeEvents(), ['played white 8,8', 'your turn black']);
    });

    test('loses the game by a foul', async () => {
      const options = { version, listener: 'gomokurs?size=15&rule=renju', settings: 'rule=renju' };
      const pair = await startGame(options);
      const first = await pair.black.perform('play 6,7');
      assert.deepEqual(first, ['played black 6,7']);
      assert.deepEqual((await pair.white.takeEvents())[0], startEvent('white', 'renju'));
      const rest = ['0,0', '8,7', '0,2', '7,6', '0,4', '7,8', '0,6'];
      for (const [index, stone] of rest.entries())
        await pair[index % 2 === 0 ? 'white' : 'black'].perform(`play ${stone}`);
      await pair.black.takeEvents();
      await pair.white.takeEvents();
      assert.deepEqual(await pair.black.perform('play 7,7'), [
        'played black 7,7',
        'remark: ERROR illegal PLAY: two threes at once',
        end('loss', 'white'),
      ]);
      assert.deepEqual(await pair.white.takeEvents(), [end('win', 'white')]);
    });

    test('loses the game if it does not move in time', async () => {
      const pair = await startGame({ version, listener: 'gomokurs?size=15&turn=30' });
      await pair.server.clock.advance(30_000);
      assert.deepEqual(await pair.black.takeEvents(), ['remark: ERROR out of time', end('loss', 'white')]);
    });

    test('loses the game if it disconnects', async () => {
      const pair = await startGame({ version });
      await play(pair, ['7,7']);
      assert.deepEqual(await pair.white.perform('leave'), []);
      assert.deepEqual(await pair.black.takeEvents(), [end('win', 'black')]);
    });

    test('wins if the opponent loses the connection before it knows its colour', async () => {
      const pair = await startGame({ version });
      await pair.white.disconnect();
      assert.deepEqual(await pair.black.takeEvents(), [end('win', 'black')]);
    });

    test('receives time settings, and answers ABOUT', async () => {
      const listener = 'gomokurs?size=15&info=1&about=1&turn=30&match=100';
      const pair = await startGame({ version, listener, settings: 'size=15&name=Pig+7' });
      assert.deepEqual(await pair.black.perform('play 7,7'), [
        'played black 7,7',
        'time turn 30000',
        'time match 100000',
        'remark: INFO max_memory 0',
        'time left 100000',
        'remark: INFO game_type 1',
        'remark: INFO rule 0',
      ]);
    });

    test('disconnects if the server has another board size', async () => {
      const pair = await twoPlayers({ version, settings: 'size=20' });
      await pair.black.connect();
      assert.deepEqual(await pair.white.connect(), [
        'entered',
        'waiting',
        'protocol error: START 15, but the size is to be 20',
      ]);
    });
  });

  describe(`our client of gomokurs ${version} reconnects`, () => {
    test('on its own turn: it receives the stones and can move', async () => {
      const pair = await startGame({ version, options: { grace: 60 } });
      await play(pair, ['7,7', '8,8']);
      assert.deepEqual(await pair.black.disconnect(), ['remark: the server closed the connection']);
      assert.deepEqual(await pair.black.connect(), [
        'entered',
        'waiting',
        startEvent('black'),
        'played black 7,7',
        'played white 8,8',
        'your turn black',
      ]);
      assert.deepEqual(await pair.black.perform('play 6,6'), ['played black 6,6']);
      assert.deepEqual(await pair.white.takeEvents(), ['played black 6,6', 'your turn white']);
    });

    test('on an empty board', async () => {
      const pair = await startGame({ version, options: { grace: 60 } });
      await pair.black.disconnect();
      assert.deepEqual(await pair.black.connect(), ['entered', 'waiting', startEvent('black'), 'your turn black']);
    });

    test('on the opponent’s turn: it receives all stones together with the next one', async () => {
      const pair = await startGame({ version, options: { grace: 60 } });
      await play(pair, ['7,7', '8,8', '6,6']);
      await pair.black.disconnect();
      assert.deepEqual(await pair.black.connect(), ['entered', 'waiting']);
      await pair.white.perform('play 9,9');
      assert.deepEqual(await pair.black.takeEvents(), [
        startEvent('black'),
        'played black 7,7',
        'played white 8,8',
        'played black 6,6',
        'played white 9,9',
        'your turn black',
      ]);
    });

    test('as white, after a crash of the server', async () => {
      const pair = await startGame({ version });
      await play(pair, ['7,7', '8,8', '6,6']);
      pair.black.crash();
      pair.white.crash();
      await pair.server.start();
      await pair.white.takeEvents();
      assert.deepEqual((await pair.white.connect()).slice(2), [
        startEvent('white'),
        'played black 7,7',
        'played white 8,8',
        'played black 6,6',
        'your turn white',
      ]);
      await pair.black.takeEvents();
      assert.deepEqual(await pair.black.connect(), ['entered', 'waiting']);
    });

    test('too late: the game has ended', async () => {
      const pair = await startGame({ version, options: { grace: 60 } });
      await play(pair, ['7,7']);
      await pair.white.disconnect();
      await pair.server.clock.advance(60_000);
      assert.deepEqual(await pair.black.takeEvents(), [end('win', 'black')]);
    });
  });
}
