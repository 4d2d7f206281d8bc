import assert from 'node:assert/strict';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { UnfinishedGame } from '../../../src/lobby/games/unfinished-game.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby, type LobbyOptions } from '../../../src/lobby/lobby.ts';
import type { FoldLookAlikes } from '../../../src/lobby/players/look-alikes.ts';
import { readAll } from './twin-lobbies.ts';

/** The steps between two reads of the second lobby, and between two restorations from its snapshot. */
const READ_EVERY = 41;
const RESTORE_EVERY = 251;

/** A lobby with a second one that has the same inputs. The second one is sometimes read or restored. Both must stay equal. */
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
    // The second lobby gets the input from JSON, like from a log of inputs.
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
