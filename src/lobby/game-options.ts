/** The options that two players agree on besides the rules. They hold for the whole game. */
export interface GameOptions {
  /** Whether the result counts for ratings. Some ends of games never count. */
  readonly rated: boolean;
  /** Whether only the players and clients with the key can see the game. */
  readonly private: boolean;
  /** Whether a player may ask to take moves back. */
  readonly takeBack: boolean;
  /** Whether clients may show an estimate of the score during the game. */
  readonly estimate: boolean;
}

/** The options that a seek asks for. For an absent option, any value is accepted. */
export type AskedOptions = Partial<GameOptions>;

const OPTIONS = ['rated', 'private', 'takeBack', 'estimate'] as const satisfies readonly (keyof GameOptions)[];

/** Adds the options that follow from other options: private games and games with an estimate are not rated. */
function impliedOptions(asked: AskedOptions): AskedOptions {
  const { rated, private: isPrivate, estimate } = asked;
  return rated === undefined && (isPrivate === true || estimate === true) ? { ...asked, rated: false } : asked;
}

/** Whether the options ask for a rated game that cannot be rated. */
export const isContradictory = ({ rated, private: isPrivate, estimate }: AskedOptions): boolean =>
  rated === true && (isPrivate === true || estimate === true);

/** The combined options of two seeks. Undefined if they ask for different values. */
export function commonOptions(one: AskedOptions, other: AskedOptions): AskedOptions | undefined {
  const [mine, theirs] = [impliedOptions(one), impliedOptions(other)];
  const fits = OPTIONS.every(
    (option) => mine[option] === undefined || theirs[option] === undefined || mine[option] === theirs[option],
  );
  return fits ? { ...mine, ...theirs } : undefined;
}

/** The options of a new game. `canBeRated`: whether no player is a guest. `byComputer`: whether a computer player has a seat. */
export function settledOptions(
  asked: AskedOptions,
  { canBeRated, byComputer }: { readonly canBeRated: boolean; readonly byComputer: boolean },
): GameOptions {
  const { private: isPrivate = false, takeBack, estimate = false, rated } = impliedOptions(asked);
  // A computer player agrees to every take-back, so a rated game against it has none.
  const isRated = rated ?? (canBeRated && !(byComputer && takeBack === true));
  return { rated: isRated, private: isPrivate, takeBack: takeBack ?? !(isRated && byComputer), estimate };
}

/** Whether a game with these options fits the requested options. */
export const hasOptions = (options: GameOptions, asked: AskedOptions): boolean =>
  OPTIONS.every((option) => asked[option] === undefined || asked[option] === options[option]);
