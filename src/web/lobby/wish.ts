import type { ListedPlayer, ListedSeek } from '../../protocols/web/message.ts';
import type { Board, Color } from '../../protocols/web/values.ts';
import { KO_RULES } from '../../rules/go/ruleset.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/rule.ts';

/** What the page's form asks for, whichever game is chosen: the other game's fields are kept meanwhile. */
export interface Wish {
  readonly game: Board['game'];
  readonly goSize: number;
  readonly gomokuSize: number;
  readonly komi: number;
  readonly ko: (typeof KO_RULES)[number];
  readonly suicide: (typeof SUICIDE)[number];
  readonly rule: (typeof GOMOKU_RULES)[number];
  readonly color: Color | 'either';
  /** The name of the only one whom it meets; empty for anyone. */
  readonly opponent: string;
}

const SUICIDE = ['allowed', 'forbidden'] as const;

/** The sizes of the page's boards, in lines, and those that are a click away. */
export const FEWEST_LINES = 5;
export const MOST_LINES = 131;
export const USUAL_SIZES = { go: [9, 13, 19], gomoku: [15, 19] } as const;

export const USUAL_WISH: Wish = {
  game: 'go',
  goSize: 9,
  gomokuSize: 15,
  komi: 7.5,
  ko: 'positional',
  suicide: 'allowed',
  rule: 'freestyle',
  color: 'either',
  opponent: '',
};

export const sizeOf = ({ game, goSize, gomokuSize }: Wish): number => (game === 'go' ? goSize : gomokuSize);

export const withSize = (wish: Wish, size: number): Wish =>
  wish.game === 'go' ? { ...wish, goSize: size } : { ...wish, gomokuSize: size };

/** Whether the form's numbers are such as a board may have. */
export function isFit(wish: Wish): boolean {
  const size = sizeOf(wish);
  const isBoard = Number.isInteger(size) && size >= FEWEST_LINES && size <= MOST_LINES;
  return isBoard && Number.isInteger(2 * wish.komi) && Math.abs(wish.komi) <= 1000;
}

export function boardOf(wish: Wish): Board {
  const size = sizeOf(wish);
  if (wish.game === 'gomoku') return { game: 'gomoku', size, rule: wish.rule };
  return { game: 'go', size, komi: wish.komi, ko: wish.ko, suicide: wish.suicide };
}

/** A built-in player who is free and plays on such a board. */
export function computerFor(wish: Wish, players: Iterable<ListedPlayer>): ListedPlayer | undefined {
  for (const player of players) {
    if (player.protocol === 'house' && player.game === undefined && sitsDownTo(player, wish)) return player;
  }
  return undefined;
}

const sitsDownTo = ({ offers = [] }: ListedPlayer, wish: Wish): boolean =>
  offers.some(
    ({ game, sizes, rules }) =>
      game === wish.game &&
      sizes.includes(sizeOf(wish)) &&
      (game === 'go' || rules === undefined || rules.includes(wish.rule)),
  );

/** Wishes for `name` alone, of those whom it may accept. */
export const challengesTo = (name: string | undefined, seeks: Iterable<ListedSeek>): readonly ListedSeek[] =>
  name === undefined ? [] : [...seeks].filter(({ host, opponent }) => opponent === name && host !== name);

/** What an earlier visit has kept as JSON; whatever is missing or cannot be understood is as usual. */
export function recalledWish(text: string | undefined): Wish {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    return USUAL_WISH;
  }
  if (typeof kept !== 'object' || kept === null) return USUAL_WISH;
  const known = kept as Readonly<Record<string, unknown>>;
  const oneOf = <Value>(values: readonly Value[], key: keyof Wish, usual: Value): Value =>
    values.find((value) => value === known[key]) ?? usual;
  const number = (key: 'goSize' | 'gomokuSize' | 'komi'): number =>
    typeof known[key] === 'number' ? known[key] : USUAL_WISH[key];
  const wish: Wish = {
    game: oneOf(['go', 'gomoku'], 'game', USUAL_WISH.game),
    goSize: number('goSize'),
    gomokuSize: number('gomokuSize'),
    komi: number('komi'),
    ko: oneOf(KO_RULES, 'ko', USUAL_WISH.ko),
    suicide: oneOf(SUICIDE, 'suicide', USUAL_WISH.suicide),
    rule: oneOf(GOMOKU_RULES, 'rule', USUAL_WISH.rule),
    color: oneOf(['either', 'black', 'white'], 'color', USUAL_WISH.color),
    opponent: '',
  };
  return isFit(wish) ? wish : USUAL_WISH;
}
