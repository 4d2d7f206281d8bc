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

/** A lobby that is compared with a copy of its snapshot after each input. */
class Checked {
  readonly lobby = new Lobby(OPTIONS);
  #now = 1_000;

  step(input: Parameters<Lobby['step']>[0], seconds = 0): Decision {
    this.#now += seconds * 1_000;
    const copy = new Lobby(OPTIONS);
    copy.restore(JSON.parse(JSON.stringify(this.lobby.snapshot())));
    const decision = this.lobby.step(input, this.#now);
    assert.deepEqual(copy.step(input, this.#now), decision);
    assert.deepEqual(copy.snapshot(), this.lobby.snapshot());
    return decision;
  }

  says(player: number, command: Command, protocol = 'nu6', address = 'home'): Decision {
    return this.step({ kind: 'command', player, command, client: { protocol, listener: 'plain', address } });
  }

  /** A connection of this node that serves the computer player. */
  serves(node: number, terms: Partial<ComputerTerms> = {}): Decision {
    const player = node * PLAYERS_PER_NODE + 1;
    const entered = this.says(player, { kind: 'enter', name: 'tengen', shares: true }, 'computer', 'computer');
    assert.deepEqual(entered.answer, { kind: 'entered', name: 'tengen', held: false });
    const offered = this.says(player, { kind: 'offer-games', ...TERMS, ...terms });
    assert.deepEqual(offered.answer, { kind: 'done' });
    return offered;
  }

  /** A person of the fourth node who meets the computer player; the node that serves the game, if there is a game. */
  meets(number: number): number | undefined {
    const player = 4 * PLAYERS_PER_NODE + number;
    this.says(player, { kind: 'enter', name: `person ${number}` });
    const { notices } = this.says(player, { kind: 'seek', parameters: GO });
    const started = notices.find(({ to, notice }) => notice.kind === 'started' && to !== player);
    return started && nodeOf(started.to);
  }

  /** The games that a node of the computer player is told to have begun or to go on, by its number. */
  started({ notices }: Decision): [GameId, number][] {
    return notices.flatMap(({ to, notice }) => (notice.kind === 'started' ? [[notice.game, nodeOf(to)]] : []));
  }
}

describe('a computer player with connections of several nodes', () => {
  test('is one player, and each game is served by the node with the most free seats', () => {
    const checked = new Checked();
    checked.serves(1);
    checked.serves(2, { seats: 3 });
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((number) => checked.meets(number)),
      [2, 1, 2, 1, 2],
    );
    assert.equal(checked.meets(6), undefined);
    const { players } = checked.lobby.publicDirectory().directory;
    assert.deepEqual(
      players.map(({ name }) => name).filter((name) => !name.startsWith('person')),
      ['tengen'],
    );
    assert.equal(checked.lobby.statistics.named, 7);
  });

  test('moves only by the connection that serves the game', () => {
    const checked = new Checked();
    checked.serves(1);
    checked.serves(2);
    assert.equal(checked.meets(1), 1);
    const person = 4 * PLAYERS_PER_NODE + 1;
    checked.says(person, { kind: 'play', point: 0 as Point });
    const play: Command = { kind: 'play', point: 1 as Point, game: 1 };
    assert.equal(checked.says(2 * PLAYERS_PER_NODE + 1, play).answer?.kind, 'refused');
    assert.deepEqual(checked.says(PLAYERS_PER_NODE + 1, play).answer, { kind: 'done' });
  });

  test('goes on when a node dies: the living node with the most free seats takes its games, and its name stays', () => {
    const checked = new Checked();
    for (const node of [1, 2]) checked.serves(node);
    checked.serves(3, { seats: 4 });
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((number) => checked.meets(number)),
      [3, 3, 1, 2, 3],
    );
    const watcher = 4 * PLAYERS_PER_NODE + 9;
    checked.says(watcher, { kind: 'enter', name: 'watcher' });
    checked.says(watcher, { kind: 'observe' });
    const died = checked.step({ kind: 'node-left', node: 3 });
    // One free seat at each of the others, and then one more than it has for the first.
    assert.deepEqual(checked.started(died), [
      [1, 1],
      [2, 2],
      [5, 1],
    ]);
    const again = checked.step({ kind: 'node-left', node: 1 });
    assert.deepEqual(
      checked.started(again).map(([, node]) => node),
      [2, 2, 2],
    );
    // The list never loses the computer player.
    const told = [...died.notices, ...again.notices].flatMap(({ notice }) =>
      notice.kind === 'directory' ? notice.changes.map(({ kind }) => kind) : [],
    );
    assert(!told.includes('gone'));
    assert.equal(checked.lobby.statistics.games, 5);
    assert.equal(checked.lobby.listedPlayer('tengen')?.name, 'tengen');
    assert.equal(checked.meets(6), undefined);
  });

  test('of which the last node dies keeps its seats for a node that comes', () => {
    const checked = new Checked();
    for (const node of [1, 2]) checked.serves(node);
    for (const number of [1, 2]) checked.meets(number);
    for (const node of [1, 2]) checked.step({ kind: 'node-left', node });
    assert.equal(checked.lobby.listedPlayer('tengen'), undefined);
    assert.equal(checked.lobby.statistics.games, 2);
    assert.deepEqual(checked.started(checked.serves(3)), [
      [1, 3],
      [2, 3],
    ]);
  });

  test('takes a seek once, at a node that offers the board', () => {
    const checked = new Checked();
    checked.serves(1, { offers: [] });
    checked.serves(2);
    assert.deepEqual(checked.lobby.listedPlayer('tengen')?.offers, TERMS.offers);
    assert.equal(checked.meets(1), 2);
    assert.equal(checked.lobby.statistics.games, 1);
  });

  test('is removed with all its connections, and loses its games', () => {
    const checked = new Checked();
    for (const node of [1, 2]) checked.serves(node);
    for (const number of [1, 2]) checked.meets(number);
    const { notices } = checked.step({ kind: 'kick', name: 'tengen' });
    const removed = notices.flatMap(({ to, notice }) => (notice.kind === 'removed' ? [nodeOf(to)] : []));
    assert.deepEqual(removed.sort(), [1, 2]);
    assert.equal(checked.lobby.statistics.games, 0);
    checked.serves(2);
  });

  test('shares its name with no client of another protocol or address', () => {
    const checked = new Checked();
    checked.serves(1);
    const share: Command = { kind: 'enter', name: 'tengen', shares: true };
    assert.equal(checked.says(7, share).answer?.kind, 'refused');
    assert.equal(checked.says(8, share, 'computer', 'elsewhere').answer?.kind, 'refused');
  });
});
