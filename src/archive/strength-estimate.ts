/** The results of one player with Black against another player with White. */
export interface ResultsOfPair {
  /** The indexes of the players. */
  readonly black: number;
  readonly white: number;
  readonly blackWins: number;
  readonly whiteWins: number;
  readonly draws: number;
}

/** An estimate in Elo, and half the width of its 95 % interval. */
export interface EloEstimate {
  readonly value: number;
  readonly error: number;
}

export interface StrengthEstimates {
  /** By index of the player. The mean is 0. */
  readonly players: readonly EloEstimate[];
  readonly whiteAdvantage: EloEstimate;
  /** The share of draws between two equally strong players without an advantage. */
  readonly drawRate: number;
}

/** The Elo points of one unit of the logistic scale. */
const ELO = 400 / Math.LN10;
/** Half the width of a 95 % interval, in standard deviations. */
const CONFIDENCE = 1.96;
const MAXIMUM_STEPS = 100;
/** If a step changes all parameters by less than this, in logistic units, it is the last step. */
const TOLERANCE = 1e-9;

/**
 * Estimates the strengths with which the results are most likely, in the model of Bradley and Terry with draws (Davidson 1970) and an
 * advantage of White. One more game is added for each player, half won and half lost against an average player. Therefore a player who has
 * won every game gets a finite value, and players without a common opponent can be compared. White's advantage gets such a game too. The
 * estimates are found by Newton's method, whose cost grows with the third power of the number of players: 1 s for 500 players.
 */
export function estimateStrengths(players: number, results: readonly ResultsOfPair[]): StrengthEstimates {
  const hasDraws = results.some(({ draws }) => draws > 0);
  // Strength of each player; white's advantage; the logarithm of the weight of a draw.
  let at: Float64Array = new Float64Array(players + (hasDraws ? 2 : 1));
  let likelihood = derivatives(at, players, results);
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    const direction = solve(cholesky(likelihood.information), likelihood.gradient);
    if (direction.every((change) => Math.abs(change) < TOLERANCE)) break;
    const next = improved(at, direction, likelihood.value, (tried) => derivatives(tried, players, results));
    if (next === undefined) break;
    [at, likelihood] = next;
  }
  const factor = cholesky(likelihood.information);
  /** The estimate of the weighted sum of the parameters. */
  const estimate = (weight: (parameter: number) => number): EloEstimate => {
    const weights = at.map((_, parameter) => weight(parameter));
    const value = at.reduce((sum, each, parameter) => sum + each * weights[parameter]!, 0);
    // The inverse of the information is the covariance.
    const deviation = Math.hypot(...forward(factor, weights));
    return { value: ELO * value, error: CONFIDENCE * ELO * deviation };
  };
  const fromMean = (player: number) => (parameter: number) =>
    (parameter === player ? 1 : 0) - (parameter < players ? 1 / players : 0);
  const draw = hasDraws ? Math.exp(at[players + 1]!) : 0;
  return {
    players: Array.from({ length: players }, (_, player) => estimate(fromMean(player))),
    whiteAdvantage: estimate((parameter) => (parameter === players ? 1 : 0)),
    drawRate: draw / (2 + draw),
  };
}

/** The logarithm of the likelihood, its gradient, and the negative of the matrix of its second derivatives. */
interface Likelihood {
  readonly value: number;
  readonly gradient: Float64Array;
  readonly information: readonly Float64Array[];
}

/** Games of one pair. The weights of the outcomes are e^(x/2) for White, e^(-x/2) for Black and e^d for a draw. */
interface Outcomes {
  /** The parameters, with their signs, whose sum is x. */
  readonly x: readonly (readonly [parameter: number, sign: 1 | -1])[];
  readonly white: number;
  readonly black: number;
  readonly drawn: number;
}

function derivatives(at: Float64Array, players: number, results: readonly ResultsOfPair[]): Likelihood {
  const gradient = new Float64Array(at.length);
  const information = Array.from(at, () => new Float64Array(at.length));
  const drawParameter = at.length > players + 1 ? players + 1 : undefined;
  let value = 0;
  for (const { x, white, black, drawn } of allOutcomes(players, results)) {
    const difference = x.reduce((sum, [parameter, sign]) => sum + sign * at[parameter]!, 0);
    const canDraw = drawParameter !== undefined && drawn !== NO_DRAWS;
    const draws = canDraw ? drawn : 0;
    const weights = [Math.exp(difference / 2), Math.exp(-difference / 2), canDraw ? Math.exp(at[drawParameter]!) : 0];
    const sum = weights[0]! + weights[1]! + weights[2]!;
    const [pWhite, pBlack, pDraw] = weights.map((weight) => weight / sum) as [number, number, number];
    const games = white + black + draws;
    value += ((white - black) * difference) / 2 - games * Math.log(sum);
    if (canDraw) value += draws * at[drawParameter]!;
    const slope = (white - black - games * (pWhite - pBlack)) / 2;
    const curve = (games * (pWhite + pBlack - (pWhite - pBlack) ** 2)) / 4;
    const mixed = (-games * pDraw * (pWhite - pBlack)) / 2;
    for (const [one, sign] of x) {
      gradient[one]! += sign * slope;
      for (const [other, otherSign] of x) information[one]![other]! += sign * otherSign * curve;
      if (!canDraw) continue;
      information[one]![drawParameter]! += sign * mixed;
      information[drawParameter]![one]! += sign * mixed;
    }
    if (!canDraw) continue;
    gradient[drawParameter]! += draws - games * pDraw;
    information[drawParameter]![drawParameter]! += games * pDraw * (1 - pDraw);
  }
  return { value, gradient, information };
}

/** Marks games that have no influence on the rate of draws. */
const NO_DRAWS = -1;

function* allOutcomes(players: number, results: readonly ResultsOfPair[]): Generator<Outcomes> {
  for (const { black, white, blackWins, whiteWins, draws } of results) {
    const x = [[white, 1] as const, [black, -1] as const, [players, 1] as const];
    yield { x, white: whiteWins, black: blackWins, drawn: draws };
  }
  // One game for each player and one for White's advantage, half won and half lost.
  for (let parameter = 0; parameter <= players; parameter++)
    yield { x: [[parameter, 1]], white: 0.5, black: 0.5, drawn: NO_DRAWS };
  // One game that is not a draw, so that the estimated rate of draws is less than 1.
  yield { x: [], white: 0.5, black: 0.5, drawn: 0 };
}

/** Tries the steps 1, 1/2, 1/4 and so on in this direction. Returns the first that makes the results more likely; undefined if none does. */
function improved(
  at: Float64Array,
  direction: Float64Array,
  value: number,
  evaluate: (at: Float64Array) => Likelihood,
): [Float64Array, Likelihood] | undefined {
  for (let length = 1; length > 1e-6; length /= 2) {
    const tried = at.map((parameter, index) => parameter + length * direction[index]!);
    const likelihood = evaluate(tried);
    if (likelihood.value > value) return [tried, likelihood];
  }
  return undefined;
}

/** Computes the lower triangular matrix L of a symmetric, positive definite matrix L·Lᵀ. */
function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const factor = matrix.map((row) => row.slice());
  for (const [row, own] of factor.entries())
    for (let column = 0; column <= row; column++) {
      const other = factor[column]!;
      let rest = own[column]!;
      for (let index = 0; index < column; index++) rest -= own[index]! * other[index]!;
      own[column] = row === column ? Math.sqrt(rest) : rest / other[column]!;
    }
  return factor;
}

/** Solves L·Lᵀ·x = values. */
function solve(factor: readonly Float64Array[], values: Float64Array): Float64Array {
  const x = forward(factor, values);
  for (let row = x.length - 1; row >= 0; row--) {
    x[row]! /= factor[row]![row]!;
    for (let index = 0; index < row; index++) x[index]! -= factor[row]![index]! * x[row]!;
  }
  return x;
}

/** Solves L·x = values. */
function forward(factor: readonly Float64Array[], values: Float64Array): Float64Array {
  const x = values.slice();
  for (const [row, own] of factor.entries()) {
    let rest = x[row]!;
    for (let index = 0; index < row; index++) rest -= own[index]! * x[index]!;
    x[row] = rest / own[row]!;
  }
  return x;
}
