import fc from 'fast-check';
import type { Command } from '../../../../src/lobby/command.ts';
import type { Decision } from '../../../../src/lobby/decision.ts';
import type { GameId } from '../../../../src/lobby/games/game-event.ts';
import type { Input } from '../../../../src/lobby/input.ts';
import { Lobby } from '../../../../src/lobby/lobby.ts';
import type { RandomInt } from '../../clients/random.ts';
import { arbitraryInput } from '../../lobby/arbitrary-input.ts';

/** An input with marks by which the simulation recognises it in the stream. The lobby ignores the marks. */
export type MarkedInput = Input & {
  /** The number of the input in the simulation. */
  readonly tag: number;
  /** A `FragileLobby` throws on this input. */
  readonly isPoisonous?: true;
};

const CHUNK = 1_000;
/** Only one in this many inputs of other kinds is used. Otherwise most games would end after a few events. */
const RARE = 12;

/** Random inputs of all kinds for the players 1 to 7. */
export class RandomInputs {
  readonly #randomInt: RandomInt;
  #chunk: Input[] = [];

  constructor(randomInt: RandomInt) {
    this.#randomInt = randomInt;
  }

  /** The next input. Its games are among the latest ones, and its times are near `now`. */
  next(lastGame: GameId, now: number): Input {
    let input = this.#draw();
    while (input.kind !== 'command' && input.kind !== 'bytes-received' && this.#randomInt(RARE) > 0)
      input = this.#draw();
    return near(input, (game) => Math.max(1, lastGame + 1 - game), now);
  }

  #draw(): Input {
    if (this.#chunk.length === 0)
      this.#chunk = fc.sample(arbitraryInput, { seed: this.#randomInt(2 ** 31), numRuns: CHUNK }).reverse();
    const input = this.#chunk.pop();
    if (input === undefined) throw new RangeError('no inputs');
    return input;
  }
}

function near(input: Input, recent: (game: GameId) => GameId, now: number): Input {
  switch (input.kind) {
    case 'command':
      return { ...input, command: commandNear(input.command, recent) };
    case 'stop-game':
    case 'raise-last-game':
      return { ...input, game: recent(input.game) };
    case 'open-name':
    case 'admit':
      return { ...input, until: now + input.until - 1_000_000 };
    case 'away':
      return input.until === undefined ? input : { ...input, until: now + input.until };
    default:
      return input;
  }
}

function commandNear(command: Command, recent: (game: GameId) => GameId): Command {
  switch (command.kind) {
    case 'watch':
    case 'unwatch':
      return { ...command, game: recent(command.game) };
    case 'count-moves':
      return { ...command, games: command.games.map(recent) };
    case 'chat':
      return typeof command.to === 'object' && 'game' in command.to
        ? { ...command, to: { game: recent(command.to.game) } }
        : command;
    default:
      return command;
  }
}

/** A lobby that throws on a poisonous input after it has changed its state. */
export class FragileLobby extends Lobby {
  override step(input: Input, now: number, skippedDeadlines?: ReadonlySet<number>): Decision {
    const decision = super.step(input, now, skippedDeadlines);
    if ('isPoisonous' in input) throw new Error('a poisonous input');
    return decision;
  }
}
