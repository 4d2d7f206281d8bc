import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Point } from '../../rules/point.ts';
import type { Command, ComputerTerms } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { GameId } from '../games/game-event.ts';
import { Lobby } from '../lobby.ts';
import { nodeOf, PLAYERS_PER_NODE } from '../players/player.ts';

const RULESET = { ko: 'positional', suicide: 'allowed' } as const;
const GO: GameParameters = { game: 'go', size: 9, ruleset: RULESET, komi: 0, fixedKomi: false };
const TERMS: ComputerTerms = { offers: [{ game: 'go', sizes: [9], ruleset: RULESET }], minimumWait: 0, seats: 2 };
const OPTIONS = {
  protocols: [{ name: 'nu6', carryName: (name: string) => name }],
  grace: 0,
  resume: 60_000,
  idle: 3_600_000,
};

/** A lobby. For each input, its decision is compared with the decision of a copy that is restored from its snapshot. */
class CheckedLobby {
  readonly tested = new Lobby(OPTIONS);
  #now = 1_000;

  step(input: Parameters<Lobby['step']>[0], seconds = 0): Decision {
    this.#now += seconds * 1_000;
    const copy = new Lobby(OPTIONS);
    copy.restore(JSON.parse(JSON.stringify(this.tested.snapshot())));
    const decision = this.tested.step(input, this.#now);
    assert.deepEqual(copy.step(input, this.#now), decision);
    assert.deepEqual(copy.snapshot(), this.tested.snapshot());
    return decision;
  }

  send(player: number, command: Command, protocol = 'nu6', address = 'home'): Decision {
    return this.step({ kind: 'command', player, command, client: { protocol, listener: 'plain', address } });
  }

  /** Connects a node that serves the computer player. */
  connectNode(node: number, terms: Partial<ComputerTerms> = {}): Decision {
    const player = node * PLAYERS_PER_NODE + 1;
    const entered = this.send(player, { kind: 'enter', name: 'tengen', shares: true }, 'computer', 'computer');
    assert.deepEqual(entered.answer, { kind: 'entered', name: 'tengen', held: false });
    const offered = this.send(player, { kind: 'offer-games', ...TERMS, ...terms });
    assert.deepEqual(offered.answer, { kind: 'done' });
    return offered;
  }

  /** Lets a person of the fourth node seek a game. Returns the node that serves the game, if a game starts. */
  pairPerson(number: number): number | undefined {
    const player = 4 * PLAYERS_PER_NODE + number;
    this.send(player, { kind: 'enter', name: `person ${number}` });
    const { notices } = this.send(player, { kind: 'seek', parameters: GO });
    const started = notices.find(({ to, notice }) => notice.kind === 'started' && to !== player);
    return started && nodeOf(started.to);
  }

  /** The games that start or continue, each with the number of the node that serves it. */
  started({ notices }: Decision): [GameId, number][] {
    return notices.flatMap(({ to, notice }) => (notice.kind === 'started' ? [[notice.game, nodeOf(to)]] : []));
  }
}

describe('a computer player with connections of several nodes', () => {
  test('is one player, and each game is served by the node with the most free seats', () => {
    const lobby = new CheckedLobby();
    lobby.connectNode(1);
    lobby.connectNode(2, { seats: 3 });
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((number) => lobby.pairPerson(number)),
      [2, 1, 2, 1, 2],
    );
    assert.equal(lobby.pairPerson(6), undefined);
    const { players } = lobby.tested.publicDirectory().directory;
    assert.deepEqual(
      players.map(({ name }) => name).filter((name) => !name.startsWith('person')),
      ['tengen'],
    );
    assert.equal(lobby.tested.statistics.named, 7);
  });

  test('moves only over the connection that serves the game', () => {
    const lobby = new CheckedLobby();
    lobby.connectNode(1);
    lobby.connectNode(2);
    assert.equal(lobby.pairPerson(1), 1);
    const person = 4 * PLAYERS_PER_NODE + 1;
    lobby.send(person, { kind: 'play', point: 0 as Point });
    const play: Command = { kind: 'play', point: 1 as Point, game: 1 };
    assert.equal(lobby.send(2 * PLAYERS_PER_NODE + 1, play).answer?.kind, 'refused');
    assert.deepEqual(lobby.send(PLAYERS_PER_NODE + 1, play).answer, { kind: 'done' });
  });

  test('stays when a node dies: the living node with the most free seats takes each of its games', () => {
    const lobby = new CheckedLobby();
    for (const node of [1, 2]) lobby.connectNode(node);
    lobby.connectNode(3, { seats: 4 });
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((number) => lobby.pairPerson(number)),
      [3, 3, 1, 2, 3],
    );
    const watcher = 4 * PLAYERS_PER_NODE + 9;
    lobby.send(watcher, { kind: 'enter', name: 'watcher' });
    lobby.send(watcher, { kind: 'observe' });
    const died = lobby.step({ kind: 'node-left', node: 3 });
    // Each of the other nodes has one free seat. The first node takes one game more than its seats.
    assert.deepEqual(lobby.started(died), [
      [1, 1],
      [2, 2],
      [5, 1],
    ]);
    const again = lobby.step({ kind: 'node-left', node: 1 });
    assert.deepEqual(
      lobby.started(again).map(([, node]) => node),
      [2, 2, 2],
    );
    // The list never loses the computer player.
    const changes = [...died.notices, ...again.notices].flatMap(({ notice }) =>
      notice.kind === 'directory' ? notice.changes.map(({ kind }) => kind) : [],
    );
    assert(!changes.includes('player-left'));
    assert.equal(lobby.tested.statistics.games, 5);
    assert.equal(lobby.tested.listedPlayer('tengen')?.name, 'tengen');
    assert.equal(lobby.pairPerson(6), undefined);
  });

  test('keeps its seats for a new node when its last node dies', () => {
    const lobby = new CheckedLobby();
    for (const node of [1, 2]) lobby.connectNode(node);
    for (const number of [1, 2]) lobby.pairPerson(number);
    for (const node of [1, 2]) lobby.step({ kind: 'node-left', node });
    assert.equal(lobby.tested.listedPlayer('tengen'), undefined);
    assert.equal(lobby.tested.statistics.games, 2);
    assert.deepEqual(lobby.started(lobby.connectNode(3)), [
      [1, 3],
      [2, 3],
    ]);
  });

  test('takes a seek once, at a node that offers the board size', () => {
    const lobby = new CheckedLobby();
    lobby.connectNode(1, { offers: [] });
    lobby.connectNode(2);
    assert.deepEqual(lobby.tested.listedPlayer('tengen')?.offers, TERMS.offers);
    assert.equal(lobby.pairPerson(1), 2);
    assert.equal(lobby.tested.statistics.games, 1);
  });

  test('is removed with all its connections, and loses its games', () => {
    const lobby = new CheckedLobby();
    for (const node of [1, 2]) lobby.connectNode(node);
    for (const number of [1, 2]) lobby.pairPerson(number);
    const { notices } = lobby.step({ kind: 'kick', name: 'tengen' });
    const removed = notices.flatMap(({ to, notice }) => (notice.kind === 'removed' ? [nodeOf(to)] : []));
    assert.deepEqual(removed.sort(), [1, 2]);
    assert.equal(lobby.tested.statistics.games, 0);
    lobby.connectNode(2);
  });

  test('shares its name with no client of another protocol or address', () => {
    const lobby = new CheckedLobby();
    lobby.connectNode(1);
    const share: Command = { kind: 'enter', name: 'tengen', shares: true };
    assert.equal(lobby.send(7, share).answer?.kind, 'refused');
    assert.equal(lobby.send(8, share, 'computer', 'elsewhere').answer?.kind, 'refused');
  });
});
