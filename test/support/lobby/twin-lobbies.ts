import assert from 'node:assert/strict';
import skeleton from 'unhomoglyph';
import type { Decision } from '../../../src/lobby/decision.ts';
import type { UnfinishedGame } from '../../../src/lobby/games/unfinished-game.ts';
import type { Input } from '../../../src/lobby/input.ts';
import { Lobby, type LobbyOptions } from '../../../src/lobby/lobby.ts';

/** How the second lobby is treated besides the inputs. */
export type TwinMode = 'none' | 'reads' | 'restored';

/**
 * Two lobbies with the same inputs. The second one is read, or is replaced by a new lobby that reads its snapshot. Their
 * decisions and snapshots must stay the same.
 */
export class TwinLobbies {
  readonly #options: LobbyOptions;
  readonly #one: Lobby;
  #other: Lobby;

  constructor(options: LobbyOptions, unfinished: readonly UnfinishedGame[]) {
    this.#options = options;
    [this.#one, this.#other] = [newLobby(options), newLobby(options)];
    for (const each of unfinished) for (const lobby of [this.#one, this.#other]) lobby.resume(each);
  }

  step(input: Input, now: number, disturbance: TwinMode = 'none'): Decision {
    if (disturbance === 'reads') readAll(this.#other);
    else if (disturbance === 'restored') {
      const bytes = bytesOf(this.#other);
      this.#other = newLobby(this.#options);
      this.#other.restore(JSON.parse(bytes));
      assertSame(bytesOf(this.#other), bytes);
    }
    const decision = this.#one.step(input, now);
    assert.deepEqual(this.#other.step(input, now), decision, 'the same inputs give the same decisions');
    return decision;
  }

  compare(): void {
    assertSame(bytesOf(this.#other), bytesOf(this.#one));
  }
}

function newLobby(options: LobbyOptions): Lobby {
  const lobby = new Lobby(options);
  lobby.setSkeleton(skeleton);
  return lobby;
}

const bytesOf = (lobby: Lobby): string => JSON.stringify(lobby.snapshot());

/** Checks that both are the same bytes. Compares them as data first, which shows the difference. */
function assertSame(actual: string, expected: string): void {
  if (actual !== expected) assert.deepEqual(JSON.parse(actual), JSON.parse(expected));
  assert.equal(actual, expected);
}

/** Calls every method that reads the lobby. */
export function readAll(lobby: Lobby): void {
  const { directory } = lobby.publicDirectory();
  for (const { name } of directory.players) {
    lobby.listedPlayer(name);
    lobby.addressOf(name);
    lobby.isReserved(name);
  }
  for (const { game } of directory.games) {
    lobby.listedGame(game, {});
    lobby.viewGame(game, {});
  }
  lobby.snapshot();
  assert(lobby.addresses.size >= 0 && lobby.statistics.games >= 0 && (lobby.deadline ?? 0) >= 0);
}
