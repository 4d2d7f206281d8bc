import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Point } from '../rules/point.ts';
import type { Command, CommandAnswer } from './command.ts';
import type { DirectoryCursor } from './directory/directory.ts';
import type { GameParameters } from './game-parameters.ts';
import type { MovesCursor } from './games/game-view.ts';
import { Lobby } from './lobby.ts';
import type { Notice } from './notice.ts';
import type { ConnectionProfile, PlayerId } from './players/player.ts';

const HOME: ConnectionProfile = {
  protocol: 'web',
  listener: 'plain',
  address: 'home',
};

const PROPOSING = { name: 'web', carryName: (name: string) => name, hasProposals: true };

const BOARD: GameParameters = {
  game: 'go',
  size: 131,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
};

/** A lobby, and the notices that one player in it has received. */
class ViewedLobby {
  readonly #lobby = new Lobby({ protocols: [PROPOSING], grace: 0, resume: 0, idle: 3_600_000 });
  readonly viewer: PlayerId;
  readonly received: Notice[] = [];
  #moves = 0;
  #players = 0;

  constructor() {
    this.viewer = this.enter('viewer');
  }

  enter(name: string): PlayerId {
    const id = ++this.#players;
    this.send(id, { kind: 'enter', name });
    return id;
  }

  send(id: PlayerId, command: Command): CommandAnswer {
    const { answer, notices } = this.#lobby.step({ kind: 'command', player: id, client: HOME, command }, 0);
    for (const { to, notice } of notices) if (to === this.viewer) this.received.push(notice);
    return answer ?? assert.fail('no answer');
  }

  /** Plays stones on every second row, so that no stone is captured. */
  play(black: PlayerId, white: PlayerId, moves: number): void {
    for (let count = 0; count < moves; count++, this.#moves++) {
      const point = ((this.#moves % 131) + Math.floor(this.#moves / 131) * 262) as Point;
      assert.equal(this.send(this.#moves % 2 === 0 ? black : white, { kind: 'play', point }).kind, 'done');
    }
  }

  /** The next part of the directory. */
  directoryPart(after?: DirectoryCursor): CommandAnswer & { readonly kind: 'directory' } {
    const answer = this.send(this.viewer, { kind: 'observe', ...(after && { after }) });
    return answer.kind === 'directory' ? answer : assert.fail(answer.kind);
  }

  watch(after?: MovesCursor): CommandAnswer {
    return this.send(this.viewer, { kind: 'watch', game: 1, ...(after && { after }) });
  }
}

describe('a large directory', () => {
  test('is sent in parts, with each player and each game once', () => {
    const lobby = new ViewedLobby();
    for (let count = 0; count < 300; count++)
      lobby.send(lobby.enter(`host ${count}`), { kind: 'seek', parameters: BOARD });
    for (let count = 0; count < 400; count++) lobby.enter(`player ${count}`);
    const parts = [lobby.directoryPart()];
    for (let next = parts[0]?.next; next !== undefined; next = parts.at(-1)?.next)
      parts.push(lobby.directoryPart(next));
    for (const { directory } of parts) {
      assert.ok(directory.players.length <= 250 && directory.seeks.length <= 250 && directory.games.length <= 250);
    }
    assert.ok(parts.length >= 3);
    const names = parts.flatMap(({ directory }) => directory.players.map(({ name }) => name));
    assert.deepEqual([names.length, new Set(names).size], [701, 701]);
    // Every second host is paired with the host before it.
    assert.deepEqual([new Set(parts.flatMap(({ directory }) => directory.games.map(({ game }) => game))).size], [150]);
  });

  test('includes players who leave or arrive between two parts', () => {
    const lobby = new ViewedLobby();
    const others = Array.from({ length: 300 }, (_, count) => lobby.enter(`player ${count}`));
    const { next } = lobby.directoryPart();
    assert(next !== undefined);
    lobby.send(others.at(-1) ?? 0, { kind: 'leave' });
    lobby.enter('late');
    assert.deepEqual(
      lobby.received.flatMap((notice) => (notice.kind === 'directory' ? notice.changes.map(({ kind }) => kind) : [])),
      ['player-left', 'player-arrived'],
    );
    const names = lobby.directoryPart(next).directory.players.map(({ name }) => name);
    assert.deepEqual(
      [names.includes('player 299'), names.includes('late'), names.includes('player 298')],
      [false, true, true],
    );
  });
});

describe('a long game', () => {
  test('is sent in parts, and is watched from the last part on', () => {
    const lobby = new ViewedLobby();
    const [alice, bob] = [lobby.enter('alice'), lobby.enter('bob')];
    for (const id of [alice, bob]) lobby.send(id, { kind: 'seek', parameters: BOARD });
    lobby.play(alice, bob, 2_500);
    const first = lobby.watch();
    assert(first.kind === 'moves');
    assert.deepEqual([first.earlier.first, first.earlier.moves.length], [0, 1_000]);
    // The game is not watched yet. The new moves are in a later part.
    lobby.play(alice, bob, 2);
    assert.deepEqual(lobby.received, []);
    const second = lobby.watch(first.earlier.next);
    assert(second.kind === 'moves');
    assert.equal(second.earlier.first, 1_000);
    const last = lobby.watch(second.earlier.next);
    assert(last.kind === 'watching');
    assert.deepEqual([last.view.earlier, last.view.moves.length], [2_000, 502]);
    lobby.play(alice, bob, 1);
    assert.deepEqual(
      lobby.received.map(({ kind }) => kind),
      ['spectator-update'],
    );
  });

  test('is sent from the beginning if moves are taken back between two parts', () => {
    const lobby = new ViewedLobby();
    const [alice, bob] = [lobby.enter('alice'), lobby.enter('bob')];
    for (const id of [alice, bob]) lobby.send(id, { kind: 'seek', parameters: BOARD });
    lobby.play(alice, bob, 1_001);
    const first = lobby.watch();
    assert(first.kind === 'moves');
    lobby.send(alice, { kind: 'propose', what: 'undo' });
    assert.equal(lobby.send(bob, { kind: 'agree' }).kind, 'done');
    const again = lobby.watch(first.earlier.next);
    assert(again.kind === 'watching');
    assert.deepEqual([again.view.earlier, again.view.moves.length], [0, 1_000]);
  });
});
