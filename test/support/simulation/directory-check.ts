import assert from 'node:assert/strict';
import type { CommandAnswer } from '../../../src/lobby/command.ts';
import type {
  Directory,
  DirectoryChange,
  ListedGame,
  ListedPlayer,
  ListedSeek,
} from '../../../src/lobby/directory/directory.ts';
import type { GameId } from '../../../src/lobby/games/game-event.ts';
import type { Notice } from '../../../src/lobby/notice.ts';
import type { ServerSession, ServerSessionOutput } from '../../../src/protocols/server-session-types.ts';
import type { Hub } from '../../../src/server/hub/hub.ts';
import type { TransportCallbacks } from '../../../src/server/hub/transport.ts';
import { withoutTransientFields } from '../lobby/without-transient-fields.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

const NOTHING: ServerSessionOutput = { send: [], ask: [], close: false };

/**
 * Observes the lobby's directory: follows the changes of players, seeks and games, and checks them. It
 * uses no protocol: it receives the lobby's notices directly and without delay.
 */
export class DirectoryCheck implements ServerSession {
  readonly deadline = undefined;
  readonly backlog = 0;
  readonly #disk: SimulatedDisk;
  readonly #hub: Hub;
  readonly #connection: TransportCallbacks;
  readonly #contents: DirectoryContents = { players: new Map(), seeks: new Map(), games: new Map() };

  constructor(hub: Hub, disk: SimulatedDisk) {
    this.#disk = disk;
    this.#hub = hub;
    const protocol = { name: 'inspector', carryName: (name: string) => name };
    this.#connection = hub.connect(
      { protocol, open: () => this, listener: 'inspector', address: 'inspector' },
      { id: 'inspector', send: () => {}, close: () => {}, pause: () => {} },
    );
    this.refresh();
  }

  /** Requests the whole directory again. It must be equal to the result of the changes. */
  refresh(): void {
    this.#connection.receive(Buffer.of(0));
  }

  /** Checks the numbers of players, seeks and games. The directory must have the same games as the journal. Call it only when no bytes are in flight. */
  checkTotals(): void {
    const { named, waiting, games } = this.#hub.statistics;
    assert.equal(games, this.#disk.running, 'the journal does not have the same running games');
    assert.equal(this.#contents.games.size, games, 'the directory does not list exactly the running games');
    assert.equal(this.#contents.players.size, named, 'the directory does not list exactly the connected players');
    assert.equal(this.#contents.seeks.size, waiting, 'the directory does not list exactly the waiting seeks');
  }

  get players(): readonly string[] {
    return [...this.#contents.players.keys()];
  }

  get games(): readonly GameId[] {
    return [...this.#contents.games.keys()];
  }

  open(): ServerSessionOutput {
    return NOTHING;
  }

  receive(): ServerSessionOutput {
    return { ...NOTHING, ask: [{ kind: 'observe' }] };
  }

  answer(answer: CommandAnswer): ServerSessionOutput {
    assert(answer.kind === 'directory');
    this.#onPart(answer.directory);
    if (answer.next !== undefined) return { ...NOTHING, ask: [{ kind: 'observe', after: answer.next }] };
    this.#compare();
    return NOTHING;
  }

  notify(notice: Notice): ServerSessionOutput {
    if (notice.kind === 'farewell') return { ...NOTHING, close: true };
    assert.equal(notice.kind, 'directory');
    if (notice.kind === 'directory') this.#onChanges(notice.changes);
    return NOTHING;
  }

  proceed(): ServerSessionOutput {
    return NOTHING;
  }

  tick(): ServerSessionOutput {
    return NOTHING;
  }

  /** The directory that is being received again in parts, with the changes since its first part. */
  #refreshed: DirectoryContents | undefined;
  /** The whole directory has been received at least once. From then on, every change must concern a known entry. */
  #isComplete = false;

  #onPart({ players, seeks, games }: Directory): void {
    assert.equal(
      new Set(players.map(({ name }) => name.toLowerCase())).size,
      players.length,
      'two players have the same name',
    );
    this.#refreshed ??= { players: new Map(), seeks: new Map(), games: new Map() };
    for (const contents of this.#isComplete ? [this.#refreshed] : [this.#refreshed, this.#contents]) {
      for (const player of players) contents.players.set(player.name, withoutTransientFields(player));
      for (const seek of seeks) contents.seeks.set(seek.host, seek);
      for (const game of games) contents.games.set(game.game, game);
    }
  }

  #compare(): void {
    assert.deepEqual(this.#refreshed, this.#contents);
    this.#refreshed = undefined;
    this.#isComplete = true;
  }

  #onChanges(changes: readonly DirectoryChange[]): void {
    for (const change of changes) {
      if (this.#refreshed !== undefined) applyChange(this.#refreshed, change);
      this.#onChange(change);
    }
    if (!this.#isComplete) return;
    // Within one notice, a seek may outlast its player, but not after the notice.
    for (const change of changes) {
      if (change.kind === 'player-left') this.#assertNoSeek(change.name);
      else if (change.kind === 'player-arrived' && change.player.game !== undefined)
        this.#assertNoSeek(change.player.name);
      else if (change.kind === 'seek-added') this.#assertConnected(change.seek.host);
    }
  }

  #assertNoSeek(name: string): void {
    const player = this.#contents.players.get(name);
    if (player !== undefined && player.game === undefined) return;
    assert(
      !this.#contents.seeks.has(name),
      `the seek of ${name} is listed, but the player is ${player === undefined ? 'disconnected' : 'in a game'}`,
    );
  }

  #assertConnected(name: string): void {
    assert(
      !this.#contents.seeks.has(name) || this.#contents.players.has(name),
      `the seek of ${name} is listed, but the player is not connected`,
    );
  }

  #onChange(change: DirectoryChange): void {
    const isKnown = applyChange(this.#contents, change);
    if (change.kind === 'game-started') this.#disk.storedGame(change.game.game);
    else if (change.kind === 'game-ended') {
      const isOver = this.#disk.storedGame(change.game).ended !== undefined;
      assert(isOver, `the end of game ${change.game} is not in the journal`);
    }
    assert(isKnown || !this.#isComplete, `a change of an unknown entry: ${JSON.stringify(change)}`);
  }
}

interface DirectoryContents {
  readonly players: Map<string, ListedPlayer>;
  readonly seeks: Map<string, ListedSeek>;
  readonly games: Map<GameId, ListedGame>;
}

/** Applies a change. Returns false if it removes an entry that does not exist. */
function applyChange({ players, seeks, games }: DirectoryContents, change: DirectoryChange): boolean {
  switch (change.kind) {
    case 'player-arrived':
      players.set(change.player.name, withoutTransientFields(change.player));
      return true;
    case 'player-left':
      return players.delete(change.name);
    case 'seek-added':
      seeks.set(change.seek.host, change.seek);
      return true;
    case 'seek-removed':
      return seeks.delete(change.host);
    case 'game-started':
      games.set(change.game.game, change.game);
      return true;
    case 'game-ended':
      return games.delete(change.game);
  }
}
