import type { Command, CommandAnswer } from '../../../../src/lobby/command.ts';
import type { Notice } from '../../../../src/lobby/notice.ts';
import type { PlayerId } from '../../../../src/lobby/players/player.ts';
import type { Point } from '../../../../src/rules/point.ts';
import { pick, type RandomInt } from '../../clients/random.ts';
import { GAME_PARAMETERS } from '../../lobby/arbitrary-command.ts';

/** So few names that players often choose the same one. */
const NAMES = 40;

/** A client of a node. Most of its commands start a game or play it. */
export class PlayingClient {
  readonly player: PlayerId;
  /** The lobby knows the client. */
  isIntroduced = false;
  #isNamed = false;
  #size: number | undefined;

  constructor(player: PlayerId) {
    this.player = player;
  }

  /** The client's command, in place of an arbitrary one. */
  choose(command: Command, randomInt: RandomInt): Command {
    if (!this.#isNamed)
      return randomInt(3) === 0 ? command : { kind: 'enter', ...nameOf(randomInt), ...abilitiesOf(randomInt) };
    if (this.#size === undefined)
      return randomInt(3) === 0 ? command : { kind: 'seek', parameters: pick(randomInt, GAME_PARAMETERS) };
    const chance = randomInt(40);
    if (chance < 22) return { kind: 'play', point: randomInt(this.#size ** 2) as Point };
    if (chance < 24) return { kind: 'pass' };
    if (chance < 28) return { kind: 'ready' };
    return randomInt(4) === 0 || !ENDS.has(command.kind) ? command : { kind: 'pass' };
  }

  onAnswer(answer: CommandAnswer | undefined): void {
    if (answer?.kind === 'entered') this.#isNamed = true;
  }

  onNotice(notice: Notice): void {
    if (notice.kind === 'started') this.#size = notice.parameters.size;
    else if (notice.kind === 'ended') this.#size = undefined;
  }
}

/** Commands that end a game. They are rarely sent, so that most games continue. */
const ENDS: ReadonlySet<Command['kind']> = new Set(['leave', 'forfeit', 'offer-games']);

const nameOf = (randomInt: RandomInt): { name?: string } =>
  randomInt(4) === 0 ? {} : { name: `player ${randomInt(NAMES)}` };

const abilitiesOf = (randomInt: RandomInt): { receives?: readonly ('chat' | 'arrivals')[]; canMark?: true } => ({
  ...(randomInt(2) === 0 && { receives: ['chat', 'arrivals'] as const }),
  ...(randomInt(2) === 0 && { canMark: true as const }),
});
