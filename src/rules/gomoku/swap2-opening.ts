import { ok, problem, type Result } from '../../result.ts';
import type { Color } from '../color.ts';
import type { Point } from '../point.ts';

/** The two players, before they have colours. `first` places the first three stones. */
export type Swap2Player = 'first' | 'second';

/**
 * A choice: a colour for the choosing player, or `place-two`. With `place-two`, the second player places two more stones,
 * and the first chooses.
 */
export type Swap2Choice = Color | 'place-two';

/** The stones placed so far, alternately black and white. */
type OpeningStones = readonly Point[];

/**
 * The state of a swap2 opening. The first player places three stones. Then the second player chooses a colour, or places
 * two more stones and leaves the choice to the first player. White always plays the next stone, which is the fourth or the
 * sixth.
 */
export type Swap2State =
  /** `actor` places the next stone, which has the colour `color`, and then the other `left` - 1 stones. */
  | {
      readonly stage: 'place';
      readonly actor: Swap2Player;
      readonly color: Color;
      readonly left: number;
      readonly stones: OpeningStones;
    }
  | {
      readonly stage: 'choose';
      readonly actor: Swap2Player;
      readonly choices: readonly Swap2Choice[];
      readonly stones: OpeningStones;
    }
  /** The opening is over. Normal play continues from these stones. `actor` has white and is to move. */
  | {
      readonly stage: 'settled';
      readonly actor: Swap2Player;
      readonly seats: { readonly [color in Color]: Swap2Player };
      readonly stones: OpeningStones;
    };

export type Swap2Action =
  | { readonly kind: 'place'; readonly point: Point }
  | { readonly kind: 'choose'; readonly choice: Swap2Choice };

/** `not-now`: the action is a choice instead of a stone, or a stone instead of a choice, or the opening is over. */
export type Swap2Refusal = 'not-your-turn' | 'not-now' | 'not-a-choice' | 'occupied';

export const startSwap2 = (): Swap2State => placing('first', [], 3);

/** The opening after an action of `player`, or why the action is refused. */
export function continueSwap2(
  state: Swap2State,
  player: Swap2Player,
  action: Swap2Action,
): Result<Swap2State, Swap2Refusal> {
  if (player !== state.actor) return problem('not-your-turn');
  if (state.stage === 'place' && action.kind === 'place') return place(state, action.point);
  if (state.stage === 'choose' && action.kind === 'choose') return choose(state, action.choice);
  return problem('not-now');
}

function place(state: Extract<Swap2State, { stage: 'place' }>, point: Point): Result<Swap2State, Swap2Refusal> {
  if (state.stones.includes(point)) return problem('occupied');
  const stones = [...state.stones, point];
  if (state.left > 1) return ok(placing(state.actor, stones, state.left - 1));
  const choices: readonly Swap2Choice[] =
    state.actor === 'first' ? ['black', 'white', 'place-two'] : ['black', 'white'];
  return ok({ stage: 'choose', actor: otherPlayer(state.actor), choices, stones });
}

function choose(
  state: Extract<Swap2State, { stage: 'choose' }>,
  choice: Swap2Choice,
): Result<Swap2State, Swap2Refusal> {
  if (!state.choices.includes(choice)) return problem('not-a-choice');
  if (choice === 'place-two') return ok(placing(state.actor, state.stones, 2));
  return ok(settled(state, choice));
}

function settled(state: Extract<Swap2State, { stage: 'choose' }>, color: Color): Swap2State {
  const { actor, stones } = state;
  const seats =
    color === 'black' ? { black: actor, white: otherPlayer(actor) } : { black: otherPlayer(actor), white: actor };
  return { stage: 'settled', actor: seats.white, seats, stones };
}

function placing(actor: Swap2Player, stones: OpeningStones, remaining: number): Swap2State {
  return { stage: 'place', actor, color: colorOfNext(stones), left: remaining, stones };
}

const colorOfNext = (stones: OpeningStones): Color => (stones.length % 2 === 0 ? 'black' : 'white');

const otherPlayer = (player: Swap2Player): Swap2Player => (player === 'first' ? 'second' : 'first');
