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
import type { Connection } from '../../../src/server/hub/transport.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

const NOTHING: ServerSessionOutput = { send: [], ask: [], close: false };

/**
 * Watches who is here, who waits and what is played, change by change, as it is told to those that observe. It
 * speaks no protocol: what it hears is the lobby's own words, at once.
 */
export class DirectoryCheck implements ServerSession {
  readonly deadline = undefined;
  readonly backlog = 0;
  readonly #disk: SimulatedDisk;
  readonly #hub: Hub;
  readonly #connection: Connection;
  readonly #told: Told = { players: new Map(), seeks: new Map(), games: new Map() };

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
    assert.equal(this.#told.games.size, games, 'games that run and are not listed, or are listed and over');
    assert.equal(this.#told.players.size, named, 'players that are here and not listed, or are listed and gone');
    assert.equal(this.#told.seeks.size, waiting, 'seeks that are not listed, or of nobody');
  }

  get players(): readonly string[] {
    return [...this.#told.players.keys()];
  }

  get games(): readonly GameId[] {
    return [...this.#told.games.keys()];
  }

  open(): ServerSessionOutput {
    return NOTHING;
  }

  receive(): ServerSessionOutput {
    return { ...NOTHING, ask: [{ kind: 'observe' }] };
  }

  answer(answer: CommandAnswer): ServerSessionOutput {
    assert(answer.kind === 'directory');
    this.#hearPart(answer.directory);
    if (answer.next !== undefined) return { ...NOTHING, ask: [{ kind: 'observe', after: answer.next }] };
    this.#compare();
    return NOTHING;
  }

  notify(notice: Notice): ServerSessionOutput {
    if (notice.kind === 'farewell') return { ...NOTHING, close: true };
    assert.equal(notice.kind, 'directory');
    if (notice.kind === 'directory') this.#take(notice.changes);
    return NOTHING;
  }

  proceed(): ServerSessionOutput {
    return NOTHING;
  }

  tick(): ServerSessionOutput {
    return NOTHING;
  }

  /** What is being told again, part by part, and what has happened since it began. */
  #retold: Told | undefined;
  /** It has been told whole at least once: from then on nothing happens to what has not been told. */
  #isWhole = false;

  #hearPart({ players, seeks, games }: Directory): void {
    assert.equal(new Set(players.map(({ name }) => name.toLowerCase())).size, players.length, 'a name twice');
    this.#retold ??= { players: new Map(), seeks: new Map(), games: new Map() };
    for (const told of this.#isWhole ? [this.#retold] : [this.#retold, this.#told]) {
      for (const player of players) told.players.set(player.name, withoutMoment(player));
      for (const seek of seeks) told.seeks.set(seek.host, seek);
      for (const game of games) told.games.set(game.game, game);
    }
  }

  #compare(): void {
    assert.deepEqual(this.#retold, this.#told);
    this.#retold = undefined;
    this.#isWhole = true;
  }

  #take(changes: readonly DirectoryChange[]): void {
    for (const change of changes) {
      if (this.#retold !== undefined) follow(this.#retold, change);
      this.#takeOne(change);
    }
    if (!this.#isWhole) return;
    // Within one piece a wish may outlive whoever had it, and not after.
    for (const change of changes) {
      if (change.kind === 'gone') this.#waitsNot(change.name);
      else if (change.kind === 'arrived' && change.player.game !== undefined) this.#waitsNot(change.player.name);
      else if (change.kind === 'seeks') this.#isHere(change.seek.host);
    }
  }

  #waitsNot(name: string): void {
    const player = this.#told.players.get(name);
    if (player !== undefined && player.game === undefined) return;
    assert(!this.#told.seeks.has(name), `${name} waits, and is ${player === undefined ? 'gone' : 'in a game'}`);
  }

  #isHere(name: string): void {
    assert(!this.#told.seeks.has(name) || this.#told.players.has(name), `${name} waits and is not here`);
  }

  #takeOne(change: DirectoryChange): void {
    const wasThere = follow(this.#told, change);
    if (change.kind === 'begun') this.#disk.kept(change.game.game);
    else if (change.kind === 'over') {
      const isOver = this.#disk.kept(change.game).ended !== undefined;
      assert(isOver, `game ${change.game} is over, and not in the journal`);
    }
    assert(wasThere || !this.#isWhole, `${JSON.stringify(change)} of what was not there`);
  }
}

interface Told {
  readonly players: Map<string, ListedPlayer>;
  readonly seeks: Map<string, ListedSeek>;
  readonly games: Map<GameId, ListedGame>;
}

/** When a player was heard last, and what rating it waits with, is true of the moment only. */
const withoutMoment = ({ rating, watching, ...player }: ListedPlayer): ListedPlayer => ({ ...player, lastHeard: 0 });

/** Carries out a change; whether what it takes away was there. */
function follow({ players, seeks, games }: Told, change: DirectoryChange): boolean {
  switch (change.kind) {
    case 'arrived':
      players.set(change.player.name, withoutMoment(change.player));
      return true;
    case 'gone':
      return players.delete(change.name);
    case 'seeks':
      seeks.set(change.seek.host, change.seek);
      return true;
    case 'settled':
      return seeks.delete(change.host);
    case 'begun':
      games.set(change.game.game, change.game);
      return true;
    case 'over':
      return games.delete(change.game);
  }
}
