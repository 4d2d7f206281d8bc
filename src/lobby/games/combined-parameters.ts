import type { Color } from '../../rules/color.ts';
import type { GoRuleset, KoRule } from '../../rules/go/ruleset.ts';
import { type TimeControl, timeField } from '../../rules/time/time-control.ts';
import {
  areCompatible,
  commonHandicap,
  commonPlacement,
  commonTime,
  type GameParameters,
  type GoParameters,
  placementField,
} from '../game-parameters.ts';
import type { KomiAndHandicap } from './game-board.ts';

/** The komi, handicap and time control of a game: what two seats have agreed on besides the rules. */
export type AgreedTerms = KomiAndHandicap & { readonly time: TimeControl };

/** The parameters that hold for both seats: the stricter rules, and the komi, handicap and time control of the game. */
export function combinedParameters(
  { black, white }: Readonly<Record<Color, GameParameters>>,
  { komi, handicap, placement, time }: AgreedTerms,
): GameParameters {
  if (black.game !== 'go' || white.game !== 'go') return { ...withoutTime(black), ...timeField(time) };
  const ruleset = {
    ko: strictest(black, white, koStrictness).ruleset.ko,
    suicide: strictest(black, white, suicideStrictness).ruleset.suicide,
  };
  const stones = handicap === 0 ? {} : { handicap, ...placementField(handicap, placement) };
  return { game: 'go', size: black.size, ruleset, komi, fixedKomi: false, ...stones, ...timeField(time) };
}

/**
 * Whether a client with these parameters can take a seat of the running game: its own rules must allow every move so
 * far and every later legal move, and its komi, handicap and time control must be those of the game.
 */
export function acceptsSeat(
  seats: Readonly<Record<Color, GameParameters>>,
  terms: AgreedTerms,
  parameters: GameParameters,
): boolean {
  if (![seats.black, seats.white].every((each) => areCompatible(each, parameters))) return false;
  if (commonTime(terms, parameters) === undefined) return false;
  if (parameters.game === 'gomoku') return true;
  const own = combinedParameters(seats, terms);
  if (own.game !== 'go' || commonHandicap(own, parameters) !== terms.handicap) return false;
  if (terms.handicap > 0 && commonPlacement(own, parameters) !== terms.placement) return false;
  const asStrict = [koStrictness, suicideStrictness].every((each) => each(parameters.ruleset) <= each(own.ruleset));
  return asStrict && (!parameters.fixedKomi || parameters.komi === terms.komi);
}

const withoutTime = ({ time: _, ...rest }: GameParameters): GameParameters => rest;

const strictest = (
  first: GoParameters,
  second: GoParameters,
  strictness: (ruleset: GoRuleset) => number,
): GoParameters => (strictness(second.ruleset) > strictness(first.ruleset) ? second : first);
const koStrictness = ({ ko }: GoRuleset): number => KO_STRICTNESS[ko];
const suicideStrictness = ({ suicide }: GoRuleset): number => (suicide === 'forbidden' ? 1 : 0);

/** Situational superko forbids everything that simple ko forbids; positional superko forbids more than both. */
const KO_STRICTNESS = { simple: 0, situational: 1, positional: 2 } satisfies Record<KoRule, number>;
