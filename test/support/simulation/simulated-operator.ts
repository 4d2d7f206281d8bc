import assert from 'node:assert/strict';
import { COMPUTER } from '../../../src/archive/finished-game.ts';
import type { Metrics } from '../../../src/server/hub/observability.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import { ComparedLobby } from '../lobby/compared-lobby.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../server/in-memory-server.ts';
import { DirectoryCheck } from './directory-check.ts';
import { DiskFailure, type SimulatedDisk } from './simulated-disk.ts';

const ignore = (): void => {};

/**
 * The process that serves, and whoever runs it: it starts, drains, stops and is killed, at whatever point it is, and
 * ends games and sends players away.
 */
export class SimulatedOperator {
  readonly server: InMemoryServer;
  readonly #disk: SimulatedDisk;
  readonly #roll: RandomInt;
  #inspector: DirectoryCheck | undefined;
  #attempts = 0;
  #phase: 'starting' | 'up' | 'failing' | 'stopping' | 'stopped' = 'starting';
  /** Of the process that runs. */
  #counted = { connections: 0 };
  #isDraining = false;

  constructor(options: InMemoryServerOptions, disk: SimulatedDisk, roll: RandomInt) {
    this.#disk = disk;
    this.#roll = roll;
    const openMeter = (): Metrics => this.#count();
    this.server = new InMemoryServer(
      { ...options, openMeter, newLobby: (given) => new ComparedLobby(given), onFailure: (error) => this.#fail(error) },
      disk,
    );
  }

  /** What a process that is gone still counts is nobody's. */
  #count(): Metrics {
    const count = { connections: 0 };
    this.#counted = count;
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

  /** Somebody can call. */
  get isUp(): boolean {
    return this.#phase === 'up';
  }

  /** It has nothing more to do than to be killed, or to be started again. */
  get isOut(): boolean {
    return this.#phase === 'failing' || this.#phase === 'stopped';
  }

  /** No game begins, or nothing but an end is kept. */
  get isShort(): boolean {
    return this.#isDraining || this.#disk.isFull;
  }

  start(): void {
    this.#phase = 'starting';
    this.#isDraining = false;
    this.#inspector = undefined;
    const attempt = ++this.#attempts;
    const starting = this.server.start();
    starting.then(() => {
      // It was killed while it started, and another start is under way.
      if (attempt !== this.#attempts) return;
      this.#phase = 'up';
      this.#inspector = new DirectoryCheck(this.server.hub, this.#disk);
    });
  }

  /** As on SIGTERM; from now on everybody may be sent home. */
  stop(): void {
    this.#phase = 'stopping';
    this.server.stop().then(() => {
      if (this.#phase === 'stopping') this.#phase = 'stopped';
    });
  }

  /** No game begins any more, or again. */
  drain(): void {
    if (this.#isDraining) this.server.hub.undrain();
    else this.server.hub.drain();
    this.#isDraining = !this.#isDraining;
  }

  /** Begins no more games than it must. */
  undrain(): void {
    if (this.#isDraining) this.drain();
  }

  /** Ends a game that is played, if there is any; the addresses of those who sit there. */
  stopGame(): readonly string[] {
    const games = this.#inspector?.games ?? [];
    if (games.length === 0) return [];
    const game = pick(this.#roll, games);
    const { black, white } = this.#disk.kept(game);
    void this.server.hub.administration.stopGame(game);
    return [black.address ?? '', white.address ?? ''];
  }

  /** Sends somebody away, or everybody from an address; which it is. */
  remove(): string | undefined {
    const { hub } = this.server;
    const players = this.#inspector?.players ?? [];
    if (players.length === 0) return undefined;
    const name = pick(this.#roll, players);
    const address = hub.addressOf(name);
    if (address === undefined || address === COMPUTER) return undefined;
    if (this.#roll(2) === 0) void hub.administration.kick(name);
    else void hub.administration.kickAddresses((each) => each === address);
    return address;
  }

  #fail(error: Error): void {
    if (!(error instanceof DiskFailure)) throw error;
    this.#phase = 'failing';
  }

  /** What must be so after every step. */
  examine(): void {
    if (this.#phase !== 'up') return;
    const { hub, clock } = this.server;
    if (!clock.isQuiet || this.#disk.isBusy) return;
    assert.equal(hub.statistics.players, this.#counted.connections, 'players and connections');
    this.#inspector?.agree();
  }

  /** All that is known of who is here is told again, and must be the same. */
  look(): void {
    this.#inspector?.look();
  }
}
