/** What two players agree on besides the rules. It holds for the whole game. */
export interface GameOptions {
  /** The result counts for ratings, if the game ends in a way that does. */
  readonly rated: boolean;
  /** Only its players, and clients with its key, may know of it. */
  readonly private: boolean;
  /** A player may ask to take moves back. */
  readonly takeBack: boolean;
  /** Clients may show an estimate of the score while the game runs. */
  readonly estimate: boolean;
}

/** The options that a seek asks for. Any value will do for those that are absent. */
export type AskedOptions = Partial<GameOptions>;

const OPTIONS = ['rated', 'private', 'takeBack', 'estimate'] as const satisfies readonly (keyof GameOptions)[];

/** What follows from other options: private games and games with an estimate are not rated. */
function impliedOptions(asked: AskedOptions): AskedOptions {
  const { rated, private: isPrivate, estimate } = asked;
  return rated === undefined && (isPrivate === true || estimate === true) ? { ...asked, rated: false } : asked;
}

/** Whether the options ask for a rated game that may not be rated. */
export const isContradictory = ({ rated, private: isPrivate, estimate }: AskedOptions): boolean =>
  rated === true && (isPrivate === true || estimate === true);

/** The options of two seeks together; undefined if they ask for different values. */
export function commonOptions(one: AskedOptions, other: AskedOptions): AskedOptions | undefined {
  const [mine, theirs] = [impliedOptions(one), impliedOptions(other)];
  const fits = OPTIONS.every(
    (option) => mine[option] === undefined || theirs[option] === undefined || mine[option] === theirs[option],
  );
  return fits ? { ...mine, ...theirs } : undefined;
}

/** The options of a game. `canBeRated`: two players with names of their own. `byComputer`: a computer player has a seat. */
export function settledOptions(
  asked: AskedOptions,
  { canBeRated, byComputer }: { readonly canBeRated: boolean; readonly byComputer: boolean },
): GameOptions {
  const { private: isPrivate = false, takeBack, estimate = false, rated } = impliedOptions(asked);
  // A computer player agrees to every take-back, so a rated game against it has none.
  const isRated = rated ?? (canBeRated && !(byComputer && takeBack === true));
  return { rated: isRated, private: isPrivate, takeBack: takeBack ?? !(isRated && byComputer), estimate };
}

/** Whether a game with these options is what was asked for. */
export const hasOptions = (options: GameOptions, asked: AskedOptions): boolean =>
  OPTIONS.every((option) => asked[option] === undefined || asked[option] === options[option]);
