import assert from 'node:assert/strict';
import type { Answer } from '../../src/lobby/command.ts';
import type { Change, Directory, ListedGame, ListedPlayer, ListedSeek } from '../../src/lobby/directory.ts';
import type { GameId } from '../../src/lobby/event.ts';
import type { Notice } from '../../src/lobby/notice.ts';
import type { Effects, Session } from '../../src/protocols/protocol.ts';
import type { Hub } from '../../src/server/hub/hub.ts';
import type { Connection } from '../../src/server/hub/link.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

const NOTHING: Effects = { send: [], ask: [], close: false };

/**
 * Watches who is here, who waits and what is played, change by change, as it is told to those that observe. It
 * speaks no protocol: what it hears is the lobby's own words, at once.
 */
export class Inspector implements Session {
  readonly deadline = undefined;
  readonly backlog = 0;
  readonly #disk: SimulatedDisk;
  readonly #hub: Hub;
  readonly #connection: Connection;
  readonly #players = new Map<string, ListedPlayer>();
  readonly #seeks = new Map<string, ListedSeek>();
  readonly #games = new Map<GameId, ListedGame>();

  constructor(hub: Hub, disk: SimulatedDisk) {
    this.#disk = disk;
    this.#hub = hub;
    const protocol = { name: 'inspector', carryName: (name: string) => name };
    this.#connection = hub.connect(
      { protocol, open: () => this, listener: 'inspector', address: 'inspector' },
      { id: 'inspector', send: () => {}, close: () => {}, pause: () => {} },
    );
    this.look();
  }

  /** Has everything told again: it must be what the changes have led to. */
  look(): void {
    this.#connection.receive(Buffer.of(0));
  }

  /** Once nothing is under way, what has been told of is all that there is, and the journal has the same games. */
  agree(): void {
    const { named, waiting, games } = this.#hub.statistics;
    assert.equal(games, this.#disk.running, 'games that the journal does not know, or knows to be over');
    assert.equal(this.#games.size, games, 'games that run and are not listed, or are listed and over');
    assert.equal(this.#players.size, named, 'players that are here and not listed, or are listed and gone');
    assert.equal(this.#seeks.size, waiting, 'seeks that are not listed, or of nobody');
  }

  get players(): readonly string[] {
    return [...this.#players.keys()];
  }

  get games(): readonly GameId[] {
    return [...this.#games.keys()];
  }

  receive(): Effects {
    return { ...NOTHING, ask: [{ kind: 'observe' }] };
  }

  answer(answer: Answer): Effects {
    assert.equal(answer.kind, 'directory');
    if (answer.kind === 'directory') this.#compare(answer.directory);
    return NOTHING;
  }

  hear(notice: Notice): Effects {
    if (notice.kind === 'farewell') return { ...NOTHING, close: true };
    assert.equal(notice.kind, 'directory');
    if (notice.kind === 'directory') this.#take(notice.changes);
    return NOTHING;
  }

  proceed(): Effects {
    return NOTHING;
  }

  tick(): Effects {
    return NOTHING;
  }

  #isFirst = true;

  #compare({ players, seeks, games }: Directory): void {
    assert.equal(new Set(players.map(({ name }) => name.toLowerCase())).size, players.length, 'a name twice');
    if (this.#isFirst) {
      for (const player of players) this.#players.set(player.name, player);
      for (const seek of seeks) this.#seeks.set(seek.host, seek);
      for (const game of games) this.#games.set(game.game, game);
    }
    this.#isFirst = false;
    assert.deepEqual(new Map(players.map((player) => [player.name, player])), this.#players);
    assert.deepEqual(new Map(seeks.map((seek) => [seek.host, seek])), this.#seeks);
    assert.deepEqual(new Map(games.map((game) => [game.game, game])), this.#games);
  }

  #take(changes: readonly Change[]): void {
    for (const change of changes) this.#takeOne(change);
    // Within one piece a wish may outlive whoever had it, and not after.
    for (const change of changes) {
      if (change.kind === 'gone') this.#waitsNot(change.name);
      else if (change.kind === 'arrived' && change.player.game !== undefined) this.#waitsNot(change.player.name);
      else if (change.kind === 'seeks') this.#isHere(change.seek.host);
    }
  }

  #waitsNot(name: string): void {
    const player = this.#players.get(name);
    if (player !== undefined && player.game === undefined) return;
    assert(!this.#seeks.has(name), `${name} waits, and is ${player === undefined ? 'gone' : 'in a game'}`);
  }

  #isHere(name: string): void {
    assert(!this.#seeks.has(name) || this.#players.has(name), `${name} waits and is not here`);
  }

  #takeOne(change: Change): void {
    switch (change.kind) {
      case 'arrived':
        this.#players.set(change.player.name, change.player);
        return;
      case 'gone':
        assert(this.#players.delete(change.name), `${change.name} was not here`);
        return;
      case 'seeks':
        this.#seeks.set(change.seek.host, change.seek);
        return;
      case 'settled':
        assert(this.#seeks.delete(change.host), `${change.host} was not waiting`);
        return;
      case 'begun':
        this.#disk.kept(change.game.game);
        this.#games.set(change.game.game, change.game);
        return;
      case 'over':
        assert(this.#games.delete(change.game), `game ${change.game} was not played`);
        assert(this.#disk.kept(change.game).ended !== undefined, `game ${change.game} is over, and not in the journal`);
    }
  }
}
