import type { Command, CommandAnswer } from '../../../../src/lobby/command.ts';
import type { Notice } from '../../../../src/lobby/notice.ts';
import type { PlayerId } from '../../../../src/lobby/players/player.ts';
import type { Point } from '../../../../src/rules/point.ts';
import { pick, type RandomInt } from '../../clients/random.ts';
import { WISHES } from '../../lobby/arbitrary-command.ts';

/** Few enough to be taken often. */
const NAMES = 40;

/** A client of a node. It mostly does what leads to a game and through it. */
export class LivelyClient {
  readonly player: PlayerId;
  /** The lobby knows it. */
  isIntroduced = false;
  #isNamed = false;
  #size: number | undefined;

  constructor(player: PlayerId) {
    this.player = player;
  }

  /** What it does instead of an arbitrary command. */
  choose(command: Command, roll: RandomInt): Command {
    if (!this.#isNamed) return roll(3) === 0 ? command : { kind: 'enter', ...nameOf(roll), ...abilitiesOf(roll) };
    if (this.#size === undefined) return roll(3) === 0 ? command : { kind: 'seek', parameters: pick(roll, WISHES) };
    const chance = roll(40);
    if (chance < 22) return { kind: 'play', point: roll(this.#size ** 2) as Point };
    if (chance < 24) return { kind: 'pass' };
    if (chance < 28) return { kind: 'ready' };
    return roll(4) === 0 || !ENDS.has(command.kind) ? command : { kind: 'pass' };
  }

  answered(answer: CommandAnswer | undefined): void {
    if (answer?.kind === 'entered') this.#isNamed = true;
  }

  hear(notice: Notice): void {
    if (notice.kind === 'started') this.#size = notice.parameters.size;
    else if (notice.kind === 'ended') this.#size = undefined;
  }
}

/** They end a game, and most games must go on. */
const ENDS: ReadonlySet<Command['kind']> = new Set(['leave', 'forfeit', 'offer-games']);

const nameOf = (roll: RandomInt): { name?: string } => (roll(4) === 0 ? {} : { name: `player ${roll(NAMES)}` });

const abilitiesOf = (roll: RandomInt): { hears?: readonly ('chat' | 'arrivals')[]; canMark?: true } => ({
  ...(roll(2) === 0 && { hears: ['chat', 'arrivals'] as const }),
  ...(roll(2) === 0 && { canMark: true as const }),
});
