import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readClientUrl } from '../../test/support/clients/read-client-url.ts';
import { InMemoryServer } from '../../test/support/server/in-memory-server.ts';
import { SimulatedNetwork } from '../../test/support/server/simulated-network.ts';
import { ReconnectingClient, type ReconnectingClientEvent } from '../client/reconnecting-client.ts';
import type { EngineChoice, Situation } from '../engines/engine.ts';
import { ok, problem, type Result } from '../result.ts';
import { type Point, square } from '../rules/point.ts';
import { parseVertex } from '../rules/vertex.ts';
import { BotClient, type BotRunResult } from './bot-client.ts';

/**
 * An engine with scripted choices: `C3`, `pass`, `resign`, or `never` for a choice that never ends. After the last choice
 * it has a problem.
 */
class ScriptedEngine {
  readonly moves: string[];
  readonly situations: Situation[] = [];
  games = 0;
  gaveUp = false;

  constructor(...moves: readonly string[]) {
    this.moves = [...moves];
  }

  newGame(): void {
    this.games++;
  }

  async choose(situation: Situation): Promise<Result<EngineChoice>> {
    this.situations.push(situation);
    const move = this.moves.shift();
    if (move === undefined) return problem('the engine is out of its wits');
    if (move === 'never') return new Promise(() => {});
    if (move === 'pass' || move === 'resign') return ok({ kind: move });
    return ok({ kind: 'play', point: parseVertex(square(situation.size), move) as Point });
  }
}

class BotRoom {
  readonly server: InMemoryServer;
  readonly network: SimulatedNetwork;

  private constructor(server: InMemoryServer) {
    this.server = server;
    this.network = new SimulatedNetwork(server);
  }

  static async open(options: { grace?: number } = {}): Promise<BotRoom> {
    const server = new InMemoryServer(options);
    await server.start();
    return new BotRoom(server);
  }

  startBot(url: string, engine: ScriptedEngine, games: number | undefined, listener = 'plain', address?: string) {
    const parsed = readClientUrl(url, { name: 'bot' });
    assert.ok(parsed.ok, parsed.ok ? '' : parsed.problem);
    const { protocol, open, settings } = parsed.value;
    const reports: string[] = [];
    const size = settings['size'];
    const bot = new BotClient({
      dial: this.network.dial(listener, address),
      clock: this.server.clock,
      protocol,
      open,
      engine,
      seek: { kind: 'seek', ...(size === undefined ? {} : { size: Number(size) }) },
      name: settings['name'] ?? '',
      ...(games === undefined ? {} : { games }),
      report: (line) => void reports.push(line),
    });
    const ending: { result?: BotRunResult } = {};
    void bot.run().then((result) => {
      ending.result = result;
    });
    return { bot, engine, reports, ending };
  }

  /** Advances the clock. The default is long enough for everything except lost connections. */
  async advance(milliseconds = 2_000): Promise<void> {
    await this.server.clock.settle();
    for (let spent = 0; spent < milliseconds; spent += 50) await this.server.clock.advance(50);
    await this.server.clock.settle();
  }
}

test('the bot plays the given number of games and leaves', async () => {
  const room = await BotRoom.open();
  const one = room.startBot('nu6://x?size=5', new ScriptedEngine('C3', 'pass', 'pass', 'pass'), 2);
  const two = room.startBot('nu6://x?size=5&name=two', new ScriptedEngine('B2', 'pass', 'pass', 'pass'), 2);
  await room.advance();
  assert.deepEqual([one.ending.result, two.ending.result], [{ kind: 'done' }, { kind: 'done' }]);
  assert.equal(one.engine.games, 2);
  assert.deepEqual(one.reports.slice(0, 10), [
    'connected',
    'logged in as bot',
    'waiting for an opponent',
    'game: you are black against two, 5 lines',
    'black C3',
    'white B2',
    'black passes',
    'white passes',
    'the game is over: a draw, black 1 and white 1',
    'waiting for an opponent',
  ]);
});

test('the engine gets the clock of Gomokurs, minus the time of its moves', async () => {
  const room = await BotRoom.open();
  const slow = new ScriptedEngine('C3', 'D4');
  const choose = slow.choose.bind(slow);
  slow.choose = async (situation) => {
    await new Promise<void>((resolve) => void room.server.clock.at(room.server.clock.now() + 3_000, resolve));
    return await choose(situation);
  };
  const listener = 'gomokurs?size=5&turn=20';
  const one = room.startBot('gomokurs://x?turn=20', slow, 1, listener);
  room.startBot('gomokurs://x?match=0', new ScriptedEngine('B2', 'A1'), 1, listener, '127.0.0.2');
  await room.advance(8_000);
  assert.deepEqual(
    one.engine.situations.slice(0, 2).map(({ time }) => time),
    [
      { turn: 20_000, match: 180_000, left: 180_000 },
      { turn: 20_000, match: 180_000, left: 177_000 },
    ],
  );
});

test('each request to the engine contains the whole game', async () => {
  const room = await BotRoom.open();
  const one = room.startBot('nu6://x?size=5', new ScriptedEngine('C3', 'pass'), 1);
  room.startBot('nu6://x?size=5&name=two', new ScriptedEngine('B2', 'pass'), 1);
  await room.advance();
  assert.deepEqual(one.engine.situations[1], {
    game: 'go',
    size: 5,
    komi: 0,
    rulesets: [{ ko: 'positional', suicide: 'allowed' }],
    color: 'black',
    setup: [],
    moves: [
      { kind: 'play', color: 'black', point: 12 },
      { kind: 'play', color: 'white', point: 16 },
    ],
  });
});

test('if the engine resigns or has a problem, the bot loses this game and plays the next', async () => {
  const room = await BotRoom.open();
  const one = room.startBot('nu6://x?size=5', new ScriptedEngine('C3', 'resign'), 2);
  const two = room.startBot('nu6://x?size=5&name=two', new ScriptedEngine('B2', 'A1'), 2);
  await room.advance();
  assert.deepEqual(one.ending.result, { kind: 'done' });
  assert.equal(one.reports.filter((line) => line.includes('the game is over')).length, 2);
  assert.ok(two.reports.some((line) => line.includes('white wins by resignation')));
  assert.ok([...one.reports, ...two.reports].includes('the engine is out of its wits: resigning'));
});

test('after a refused stone the bot passes, and after a second one it resigns', async () => {
  const room = await BotRoom.open();
  const one = room.startBot('nu6://x?size=5', new ScriptedEngine('C3', 'pass', 'A1'), 1);
  const two = room.startBot('nu6://x?size=5&name=two', new ScriptedEngine('C3', 'B1'), 1);
  await room.advance();
  const refusals = two.reports.filter((line) => /refused|passes/.test(line));
  assert.match(refusals[0] ?? '', /^refused: .*OCCUPIED/);
  assert.deepEqual(refusals.slice(1), ['white passes', 'black passes']);
  assert.deepEqual(one.ending.result, { kind: 'done' });
});

test('the bot appends a number to a name that is taken', async () => {
  const room = await BotRoom.open();
  room.startBot('nu6://x?size=5', new ScriptedEngine('resign'), 1);
  const two = room.startBot('nu6://x?size=5', new ScriptedEngine(), 1);
  await room.advance();
  assert.ok(two.reports.includes('logged in as bot2'), two.reports.join('\n'));
});

test('the bot returns to its game after a lost connection', async () => {
  const room = await BotRoom.open({ grace: 60 });
  const one = room.startBot('nu6://x?size=5', new ScriptedEngine('C3', 'D4', 'pass', 'pass'), 1);
  const two = room.startBot('nu6://x?size=5&name=two', new ScriptedEngine('B2', 'never', 'A1', 'pass', 'pass'), 1);
  await room.advance(300);
  room.network.cut();
  await room.advance(10_000);
  const lost = 'connection lost (the connection was reset); reconnecting in 0.5 s';
  for (const { reports, ending } of [one, two]) {
    assert.ok(reports.includes(lost), reports.join('\n'));
    assert.equal(reports.filter((line) => line.startsWith('game')).length, 2);
    assert.deepEqual(ending.result, { kind: 'done' });
  }
  assert.deepEqual(
    two.engine.situations.map(({ moves }) => moves.length),
    [1, 3, 3, 5],
  );
});

for (const [listener, one, two] of [
  ['plain', 'nedap://x?name=one&size=5', 'nedap://x?name=two&size=5'],
  ['plain', 'nedap://x?name=one&size=5&dialect=later', 'nu6://x?name=two&size=5'],
  ['daigo?size=5', 'daigo://x?name=one&size=5', 'daigo://x?name=two&size=5'],
  ['remastered?size=9', 'remastered://x', 'remastered://x'],
  ['gomokurs?size=7', 'gomokurs://x', 'gomokurs://x?version=0.2.0'],
] as const) {
  test(`${one} and ${two} return to their game after lost connections`, async () => {
    const room = await BotRoom.open({ grace: 60 });
    const isGo = !one.startsWith('gomokurs');
    const last = isGo ? ['pass', 'pass'] : ['D5', 'resign'];
    const address = ['127.0.0.2', '127.0.0.3'] as const;
    const black = room.startBot(one, new ScriptedEngine('C3', 'D4', ...last), 1, listener, address[0]);
    await room.advance(1_000);
    const white = room.startBot(two, new ScriptedEngine('B2', 'never', 'A1', ...last), 1, listener, address[1]);
    await room.advance(3_000);
    room.network.cut();
    // In a protocol without a message for resigning, the seat is reserved for a while.
    await room.advance(isGo ? 20_000 : 90_000);
    for (const { reports, ending } of [white, black]) {
      assert.ok(
        reports.includes('connection lost (the connection was reset); reconnecting in 0.5 s'),
        reports.join('\n'),
      );
      assert.deepEqual(ending.result, { kind: 'done' }, reports.join('\n'));
    }
    assert.deepEqual(
      white.engine.situations.slice(0, 3).map(({ moves, setup }) => moves.length + setup.length),
      [1, 3, 3],
    );
  });
}

test('over CGOS, the bot plays a game that starts at the sign-in, and continues the game of a killed bot', async () => {
  const room = await BotRoom.open({ grace: 60 });
  const url = 'cgos://x?name=bot&password=secret';
  const listener = 'cgos?size=5';
  const other = room.startBot('nu6://x?size=5&name=two', new ScriptedEngine('B2', 'A1', 'pass'), 1);
  await room.advance();
  const killed = room.startBot(url, new ScriptedEngine('C3', 'never'), 1, listener);
  await room.advance(5_000);
  assert.equal(killed.engine.situations.length, 2, killed.reports.join('\n'));
  room.network.cut();
  // Without a connection nothing is sent to the server.
  killed.bot.stop();
  const next = room.startBot(url, new ScriptedEngine('D4', 'pass'), 1, listener);
  await room.advance(20_000);
  assert.deepEqual(next.engine.situations[0]?.moves, killed.engine.situations[1]?.moves);
  for (const { reports, ending } of [next, other])
    assert.deepEqual(ending.result, { kind: 'done' }, reports.join('\n'));
});

test('two DAIGO bots that seek each other at the same moment are paired', async () => {
  const room = await BotRoom.open();
  const listener = 'daigo?size=5';
  const one = room.startBot('daigo://x?size=5&name=one', new ScriptedEngine('C3', 'pass'), 1, listener);
  const two = room.startBot('daigo://x?size=5&name=two', new ScriptedEngine('C3', 'pass'), 1, listener);
  await room.advance(5_000);
  assert.ok(two.reports.includes('server: one is waiting, too: reconnecting'), two.reports.join('\n'));
  assert.ok(one.reports.includes('game: you are black against two, 5 lines'), one.reports.join('\n'));
});

test('the bot waits for a server that is down, and reconnects', async () => {
  const room = await BotRoom.open();
  const one = room.startBot('nu6://x?size=5', new ScriptedEngine(), undefined);
  await room.advance(300);
  room.network.isDown = true;
  room.network.cut();
  await room.advance(5_000);
  assert.equal(one.ending.result, undefined);
  room.network.isDown = false;
  await room.advance(10_000);
  assert.equal(one.reports.filter((line) => line === 'waiting for an opponent').length, 2);
});

test('the bot reports that there is no server, or no server of its protocol', async () => {
  const room = await BotRoom.open();
  const wrong = room.startBot('nu6://x?size=5', new ScriptedEngine(), 1, 'gomokurs');
  room.network.isDown = true;
  const bot = room.startBot('nu6://x?size=5', new ScriptedEngine(), 1);
  await room.advance(15_000);
  assert.deepEqual(bot.ending.result, { kind: 'failed', why: 'connection refused' });
  assert.equal(wrong.ending.result?.kind, 'failed');
});

test('the bot stops when the engine fails in several games in a row', async () => {
  const room = await BotRoom.open();
  const one = room.startBot('nu6://x?size=5', new ScriptedEngine('resign', 'resign', 'resign', 'resign'), undefined);
  one.engine.gaveUp = true;
  room.startBot('nu6://x?size=5&name=two', new ScriptedEngine('C3', 'C3', 'C3', 'C3'), undefined);
  await room.advance();
  assert.deepEqual(one.ending.result, { kind: 'failed', why: 'the engine failed in 3 games in a row' });
});

test('stopping the bot ends its game', async () => {
  const room = await BotRoom.open();
  const one = room.startBot('nu6://x?size=5', new ScriptedEngine('C3', 'pass'), undefined);
  const two = room.startBot('nu6://x?size=5&name=two', new ScriptedEngine('B2', 'resign'), 1);
  await room.advance(50);
  one.bot.stop();
  await room.advance();
  assert.deepEqual(one.ending.result, { kind: 'done' });
  assert.ok(two.ending.result?.kind === 'done');
});

test('in a protocol without resignation, the bot resigns by closing the connection, and reconnects', async () => {
  const room = await BotRoom.open();
  const listener = 'gomokurs?size=7';
  const one = room.startBot('gomokurs://x', new ScriptedEngine('D4', 'resign', 'D4', 'resign'), 2, listener);
  const two = room.startBot('gomokurs://x', new ScriptedEngine('E5', 'E5', 'resign'), 2, listener);
  await room.advance(10_000);
  assert.deepEqual([one.ending.result, two.ending.result], [{ kind: 'done' }, { kind: 'done' }]);
});

test('the bot reports no refused goodbye if the end of the game has closed the connection', async () => {
  const room = await BotRoom.open();
  const listener = 'gomokurs?size=7';
  const one = room.startBot('gomokurs://x', new ScriptedEngine('A1', 'B1', 'C1', 'D1', 'E1'), 1, listener);
  const two = room.startBot('gomokurs://x', new ScriptedEngine('A2', 'B2', 'C2', 'D2'), 1, listener);
  await room.advance();
  assert.deepEqual([one.ending.result, two.ending.result], [{ kind: 'done' }, { kind: 'done' }]);
  for (const { reports } of [one, two]) assert.match(reports.at(-2) ?? '', /^the game is over/);
});

test('the bot accepts no dead stones: it removes the marks of its opponent a limited number of times', async () => {
  const room = await BotRoom.open();
  const one = room.startBot('igs://x?name=one&password=x&size=5', new ScriptedEngine('C3', 'pass', 'resign'), 1, 'igs');
  await room.advance();
  const other = readClientUrl('igs://x?name=two&password=x&size=5', { name: '' });
  assert.ok(other.ok);
  const { protocol, open } = other.value;
  const events: ReconnectingClientEvent[] = [];
  const client = new ReconnectingClient({
    dial: room.network.dial('igs'),
    clock: room.server.clock,
    protocol,
    open,
    onEvent: (event) => void events.push(event),
  });
  client.connect({ kind: 'seek', size: 5 });
  await room.advance();
  client.perform({ kind: 'pass' });
  await room.advance();
  const c3 = parseVertex(square(5), 'C3') as Point;
  for (const left of [true, true, true, false]) {
    client.perform({ kind: 'mark', point: c3 });
    await room.advance();
    const last = events.findLast(({ kind }) => kind === 'marks');
    assert.ok(last?.kind === 'marks');
    assert.deepEqual(last.dead, left ? [] : [c3]);
  }
  client.perform({ kind: 'accept-marks' });
  await room.advance(121_000);
  assert.ok(events.some(({ kind }) => kind === 'resumed'));
  assert.ok(one.reports.includes('play resumes'), one.reports.join());
  client.perform({ kind: 'leave' });
  await room.advance();
  assert.deepEqual(one.ending.result, { kind: 'done' });
});
