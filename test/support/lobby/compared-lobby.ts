import assert from 'node:assert/strict';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { UnfinishedGame } from '../../../src/lobby/games/unfinished-game.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby, type LobbyOptions } from '../../../src/lobby/lobby.ts';
import type { FoldLookAlikes } from '../../../src/lobby/players/look-alikes.ts';
import { readAll } from './twin-lobbies.ts';

/** In steps: how often the second lobby is read, and how often it is restored from its snapshot. */
const READ_EVERY = 41;
const RESTORE_EVERY = 251;

/** A lobby beside a second one that has the same inputs, and that is read and restored now and then. They must stay the same. */
export class ComparedLobby extends Lobby {
  readonly #options: LobbyOptions;
  #other: Lobby;
  #skeleton: FoldLookAlikes | undefined;
  #steps = 0;

  constructor(options: LobbyOptions) {
    super(options);
    this.#options = options;
    this.#other = new Lobby(options);
  }

  override setSkeleton(skeleton: FoldLookAlikes): void {
    this.#skeleton = skeleton;
    super.setSkeleton(skeleton);
    this.#other.setSkeleton(skeleton);
  }

  override resume(unfinished: UnfinishedGame): void {
    super.resume(unfinished);
    this.#other.resume(unfinished);
  }

  override step(input: Input, now: number): Decision {
    this.#steps++;
    if (this.#steps % READ_EVERY === 0) readAll(this.#other);
    if (this.#steps % RESTORE_EVERY === 0) this.#restoreOther();
    const decision = super.step(input, now);
    // What goes into a log of inputs comes out of it as JSON.
    const other = this.#other.step(JSON.parse(JSON.stringify(input)), now);
    assert.equal(JSON.stringify(other), JSON.stringify(decision), 'the same inputs give the same decisions');
    return decision;
  }

  #restoreOther(): void {
    const bytes = JSON.stringify(this.#other.snapshot());
    assert.equal(bytes, JSON.stringify(this.snapshot()), 'the same inputs give the same snapshots');
    this.#other = new Lobby(this.#options);
    if (this.#skeleton !== undefined) this.#other.setSkeleton(this.#skeleton);
    this.#other.restore(JSON.parse(bytes));
  }
}
