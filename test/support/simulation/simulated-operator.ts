import assert from 'node:assert/strict';
import { COMPUTER } from '../../../src/archive/game-to-archive.ts';
import type { HubEventCounter } from '../../../src/server/hub/observability.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { ComparedLobby } from '../lobby/compared-lobby.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../server/in-memory-server.ts';
import { DirectoryCheck } from './directory-check.ts';
import { DiskFailure, type SimulatedDisk } from './simulated-disk.ts';

const ignore = (): void => {};

/**
 * The server process and its operator. The process starts, drains, stops and is killed at any time, and
 * the operator stops games and removes players.
 */
export class SimulatedOperator {
  readonly server: InMemoryServer;
  readonly #disk: SimulatedDisk;
  readonly #randomInt: RandomInt;
  #directoryCheck: DirectoryCheck | undefined;
  #attempts = 0;
  #phase: 'starting' | 'up' | 'failing' | 'stopping' | 'stopped' = 'starting';
  /** The number of connections of the running process, according to its metrics. */
  #counts = { connections: 0 };
  #isDraining = false;

  constructor(options: InMemoryServerOptions, disk: SimulatedDisk, randomInt: RandomInt) {
    this.#disk = disk;
    this.#randomInt = randomInt;
    const openMeter = (): HubEventCounter => this.#openMeter();
    this.server = new InMemoryServer(
      { ...options, openMeter, newLobby: (given) => new ComparedLobby(given), onFailure: (error) => this.#fail(error) },
      disk,
    );
  }

  /** Creates new metrics for a new process. */
  #openMeter(): HubEventCounter {
    const count = { connections: 0 };
    this.#counts = count;
    return {
      connected: () => void count.connections++,
      disconnected: () => void count.connections--,
      commandReceived: ignore,
      refused: ignore,
      sessionFailed: ignore,
      storing: () => ignore,
      restored: ignore,
    };
  }

  /** Clients can connect. */
  get isUp(): boolean {
    return this.#phase === 'up';
  }

  /** The process can only be killed or started again. */
  get hasStopped(): boolean {
    return this.#phase === 'failing' || this.#phase === 'stopped';
  }

  /** No games can start, or only ends of games can be stored. */
  get isRestricted(): boolean {
    return this.#isDraining || this.#disk.isFull;
  }

  start(): void {
    this.#phase = 'starting';
    this.#isDraining = false;
    this.#directoryCheck = undefined;
    const attempt = ++this.#attempts;
    const starting = this.server.start();
    starting.then(() => {
      // The process was killed during its start, and another start is in progress.
      if (attempt !== this.#attempts) return;
      this.#phase = 'up';
      this.#directoryCheck = new DirectoryCheck(this.server.hub, this.#disk);
    });
  }

  /** Stops like on SIGTERM. From now on, all clients may be disconnected. */
  stop(): void {
    this.#phase = 'stopping';
    this.server.stop().then(() => {
      if (this.#phase === 'stopping') this.#phase = 'stopped';
    });
  }

  /** Starts draining, or ends it. */
  drain(): void {
    if (this.#isDraining) this.server.hub.undrain();
    else this.server.hub.drain();
    this.#isDraining = !this.#isDraining;
  }

  /** Ends draining. */
  undrain(): void {
    if (this.#isDraining) this.drain();
  }

  /** Stops a random running game, if there is one. Returns the addresses of its players. */
  stopGame(): readonly string[] {
    const games = this.#directoryCheck?.games ?? [];
    if (games.length === 0) return [];
    const game = pick(this.#randomInt, games);
    const { black, white } = this.#disk.storedGame(game);
    void this.server.hub.administration.stopGame(game);
    return [black.address ?? '', white.address ?? ''];
  }

  /** Removes a random player, or all players of its address. Returns this address. */
  remove(): string | undefined {
    const { hub } = this.server;
    const players = this.#directoryCheck?.players ?? [];
    if (players.length === 0) return undefined;
    const name = pick(this.#randomInt, players);
    const address = hub.addressOf(name);
    if (address === undefined || address === COMPUTER) return undefined;
    if (this.#randomInt(2) === 0) void hub.administration.kick(name);
    else void hub.administration.kickAddresses((each) => each === address);
    return address;
  }

  #fail(error: Error): void {
    if (!(error instanceof DiskFailure)) throw error;
    this.#phase = 'failing';
  }

  /** Checks the conditions that must hold after every step. */
  check(): void {
    if (this.#phase !== 'up') return;
    const { hub, clock } = this.server;
    if (!clock.isQuiet || this.#disk.isBusy) return;
    assert.equal(
      hub.statistics.players,
      this.#counts.connections,
      'the server must have as many players as connections',
    );
    this.#directoryCheck?.checkTotals();
  }

  /** Requests the directory again, which must be the same. */
  refreshDirectory(): void {
    this.#directoryCheck?.refresh();
  }
}
