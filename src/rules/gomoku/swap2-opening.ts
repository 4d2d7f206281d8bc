import { ok, problem, type Result } from '../../result.ts';
import type { Color } from '../color.ts';
import type { Point } from '../point.ts';

/** The two people, before it is known who plays which colour: `first` lays the first three stones. */
export type Swap2Player = 'first' | 'second';

/** What may be chosen: a colour for oneself, or, for the second person, two more stones and the other's choice. */
export type Swap2Choice = Color | 'place-two';

/** The stones laid so far; black and white in turn. */
type Stones = readonly Point[];

/**
 * The swap2 opening as far as it has come. Three stones by the first person; then the second takes a colour or lays two
 * more and leaves the choice to the first. White always plays the next stone, the fourth or the sixth.
 */
export type Swap2State =
  /** `actor` lays a stone of `color`, the first of `left`. */
  | {
      readonly stage: 'place';
      readonly actor: Swap2Player;
      readonly color: Color;
      readonly left: number;
      readonly stones: Stones;
    }
  | {
      readonly stage: 'choose';
      readonly actor: Swap2Player;
      readonly choices: readonly Swap2Choice[];
      readonly stones: Stones;
    }
  /** Normal play goes on from these stones; `actor` has white and is to move. */
  | {
      readonly stage: 'settled';
      readonly actor: Swap2Player;
      readonly seats: { readonly [color in Color]: Swap2Player };
      readonly stones: Stones;
    };

export type Swap2Action =
  | { readonly kind: 'place'; readonly point: Point }
  | { readonly kind: 'choose'; readonly choice: Swap2Choice };

/** `not-now`: a stone is due and not a choice, or the other way round, or the opening is over. */
export type Swap2Refusal = 'not-your-turn' | 'not-now' | 'not-a-choice' | 'occupied';

export const startSwap2 = (): Swap2State => placing('first', [], 3);

/** The opening after what `person` does, or why it cannot be done. */
export function continueSwap2(
  state: Swap2State,
  person: Swap2Player,
  action: Swap2Action,
): Result<Swap2State, Swap2Refusal> {
  if (person !== state.actor) return problem('not-your-turn');
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
  return ok({ stage: 'choose', actor: other(state.actor), choices, stones });
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
  const seats = color === 'black' ? { black: actor, white: other(actor) } : { black: other(actor), white: actor };
  return { stage: 'settled', actor: seats.white, seats, stones };
}

function placing(actor: Swap2Player, stones: Stones, left: number): Swap2State {
  return { stage: 'place', actor, color: colorOfNext(stones), left, stones };
}

const colorOfNext = (stones: Stones): Color => (stones.length % 2 === 0 ? 'black' : 'white');

const other = (person: Swap2Player): Swap2Player => (person === 'first' ? 'second' : 'first');
