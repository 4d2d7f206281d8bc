import { LEVELS, type Level } from '../../engines/level.ts';
import type { ListedSeekJson } from '../../protocols/api/server-message-schema.ts';
import type {
  AskedOptions,
  AskedParametersJson,
  Color,
  GameParametersJson,
} from '../../protocols/api/value-schemas.ts';
import { isHandicap } from '../../rules/go/handicap.ts';
import { KO_RULES } from '../../rules/go/ruleset.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import {
  controlOf,
  DEFAULT_TIME,
  isFitTime,
  restoreTimeForm,
  type TimeFormValues,
  withControl,
} from './time-form-values.ts';

/** The values of all fields of the seek form. They include the fields of the game that is not chosen. */
export interface SeekFormValues {
  readonly game: GameParametersJson['game'];
  readonly goSize: number;
  readonly gomokuSize: number;
  readonly time: TimeFormValues;
  readonly komi: number;
  /** The number of handicap stones; 0 for none. */
  readonly handicap: number | 'any';
  readonly placement: (typeof PLACEMENTS)[number];
  readonly ko: (typeof KO_RULES)[number];
  readonly suicide: (typeof SUICIDE)[number];
  readonly rule: (typeof GOMOKU_RULES)[number];
  readonly color: Color | 'either';
  /** The name of the wanted opponent; empty for any. */
  readonly opponent: string;
  /** The level of the computer. */
  readonly level: Level;
  /** Whether the result may count for ratings. It counts only between two players with names. */
  readonly rated: boolean;
  /** Whether a player may ask to take moves back. */
  readonly takeBack: boolean;
  /** Whether only the players, and visitors with the link, may see the game. */
  readonly private: boolean;
  /** Whether both players may see an estimate of the score. */
  readonly estimate: boolean;
}

export const HANDICAPS = [0, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** The placements of handicap stones: on fixed points, or where black places them. */
export const PLACEMENTS = ['fixed', 'free'] as const;
const SUICIDE = ['allowed', 'forbidden'] as const;

/** The limits of the board size, and the sizes with a button. */
export const FEWEST_LINES = { go: 2, gomoku: 5 } as const;
export const MOST_LINES = 131;
export const COMMON_SIZES = { go: [9, 13, 19], gomoku: [15, 19] } as const;

export const DEFAULT_SEEK_FORM: SeekFormValues = {
  game: 'go',
  goSize: 9,
  gomokuSize: 15,
  time: DEFAULT_TIME,
  komi: 7.5,
  handicap: 0,
  placement: 'fixed',
  ko: 'positional',
  suicide: 'forbidden',
  rule: 'freestyle',
  color: 'either',
  opponent: '',
  level: 2,
  rated: true,
  takeBack: true,
  estimate: false,
  private: false,
};

export const sizeOf = ({ game, goSize, gomokuSize }: SeekFormValues): number => (game === 'go' ? goSize : gomokuSize);

export const withSize = (values: SeekFormValues, size: number): SeekFormValues =>
  values.game === 'go' ? { ...values, goSize: size } : { ...values, gomokuSize: size };

const HANDICAP_KOMI = 0.5;

/** The handicap of the form, if the board has fixed points for so many stones, else 0. */
export const handicapOf = ({ game, goSize, handicap }: SeekFormValues): number | 'any' =>
  game === 'go' && (handicap === 'any' || isHandicap(goSize, handicap)) ? handicap : 0;

/** The form with the board of a seek or of a game. */
export const withBoard = (values: SeekFormValues, board: GameParametersJson): SeekFormValues =>
  board.game === 'gomoku'
    ? {
        ...values,
        game: 'gomoku',
        gomokuSize: board.size,
        rule: board.rule,
        time: withControl(values.time, board.time),
      }
    : {
        ...values,
        game: 'go',
        time: withControl(values.time, board.time),
        goSize: board.size,
        // If a seek with handicap has no komi, the game gets the komi for handicap. The form then shows the default komi.
        komi: board.handicap !== undefined && board.komi === HANDICAP_KOMI ? DEFAULT_SEEK_FORM.komi : board.komi,
        handicap: board.handicap ?? 0,
        placement: board.placement === 'free' ? 'free' : 'fixed',
        ko: board.ko,
        suicide: board.suicide,
      };

/** Whether the numbers of the form are valid. */
export function isFit(values: SeekFormValues): boolean {
  const size = sizeOf(values);
  const isBoard = Number.isInteger(size) && size >= FEWEST_LINES[values.game] && size <= MOST_LINES;
  return isBoard && isFitTime(values.time) && Number.isInteger(2 * values.komi) && Math.abs(values.komi) <= 1000;
}

export function boardOf(values: SeekFormValues): GameParametersJson {
  const size = sizeOf(values);
  const control = controlOf(values.time);
  const time = control === undefined ? {} : { time: control };
  if (values.game === 'gomoku') return { game: 'gomoku', size, rule: values.rule, ...time };
  const handicap = handicapOf(values);
  const placement = handicap === 'any' ? 'any' : values.placement;
  const stones = handicap === 0 ? {} : { handicap, ...(placement !== 'fixed' && { placement }) };
  return { game: 'go', size, komi: values.komi, ...stones, ko: values.ko, suicide: values.suicide, ...time };
}

/**
 * The board of a seek. The default komi is left out. Then any komi of the opponent fits, and a game with handicap gets the
 * komi for handicap.
 */
export function askedBoardOf(values: SeekFormValues): AskedParametersJson {
  const board = boardOf(values);
  if (board.game === 'gomoku' || board.komi !== DEFAULT_SEEK_FORM.komi) return board;
  const { komi: _usual, ...others } = board;
  return others;
}

/** Whether the players may see an estimate of the score. Gomoku has none. */
const hasEstimate = ({ game, estimate }: SeekFormValues): boolean => game === 'go' && estimate;

/** Whether the form asks for handicap stones. */
export const isHandicapChosen = (values: SeekFormValues): boolean => {
  const handicap = handicapOf(values);
  return typeof handicap === 'number' && handicap > 0;
};

/** Whether a game of this form can be rated, apart from the names of its players. */
export const mayBeRated = (values: SeekFormValues): boolean =>
  !values.private && !hasEstimate(values) && !isHandicapChosen(values);

/** The opponents that the buttons of a form lead to. */
export type FormOpponents = 'person' | 'computer' | 'either';

/** Whether the chosen take-backs are not part of a game against the computer, because this game is rated. */
export const losesTakeBacks = (values: SeekFormValues, opponents: FormOpponents, isGuest: boolean): boolean =>
  opponents !== 'person' && values.rated && mayBeRated(values) && !isGuest;

/** The options of a seek. Options with their default value are left out, so that the opponent and the server decide. */
export const optionsOf = (values: SeekFormValues): AskedOptions => ({
  ...(values.rated && !hasEstimate(values) && !values.private ? {} : { rated: false }),
  ...(values.takeBack ? {} : { takeBack: false }),
  ...(hasEstimate(values) ? { estimate: true } : {}),
  ...(values.private ? { private: true } : {}),
});

/** The seeks that are only for the player `name`. */
export const challengesTo = (name: string | undefined, seeks: Iterable<ListedSeekJson>): readonly ListedSeekJson[] =>
  name === undefined ? [] : [...seeks].filter(({ host, opponent }) => opponent === name && host !== name);

/** Reads the stored form values. Missing or invalid fields get their defaults. */
export function restoreSeekForm(text: string | undefined): SeekFormValues {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '{}');
  } catch {
    return DEFAULT_SEEK_FORM;
  }
  if (typeof parsed !== 'object' || parsed === null) return DEFAULT_SEEK_FORM;
  const known = parsed as Readonly<Record<string, unknown>>;
  const oneOf = <Value>(values: readonly Value[], key: keyof SeekFormValues, defaultValue: Value): Value =>
    values.find((value) => value === known[key]) ?? defaultValue;
  const number = (key: 'goSize' | 'gomokuSize' | 'komi'): number =>
    typeof known[key] === 'number' ? known[key] : DEFAULT_SEEK_FORM[key];
  const values: SeekFormValues = {
    game: oneOf(['go', 'gomoku'], 'game', DEFAULT_SEEK_FORM.game),
    goSize: number('goSize'),
    gomokuSize: number('gomokuSize'),
    time: restoreTimeForm(known['time']),
    komi: number('komi'),
    handicap: oneOf(['any', ...HANDICAPS], 'handicap', DEFAULT_SEEK_FORM.handicap),
    placement: oneOf(PLACEMENTS, 'placement', DEFAULT_SEEK_FORM.placement),
    ko: oneOf(KO_RULES, 'ko', DEFAULT_SEEK_FORM.ko),
    suicide: oneOf(SUICIDE, 'suicide', DEFAULT_SEEK_FORM.suicide),
    rule: oneOf(GOMOKU_RULES, 'rule', DEFAULT_SEEK_FORM.rule),
    color: oneOf(['either', 'black', 'white'], 'color', DEFAULT_SEEK_FORM.color),
    opponent: '',
    level: oneOf(LEVELS, 'level', DEFAULT_SEEK_FORM.level),
    rated: oneOf([true, false], 'rated', DEFAULT_SEEK_FORM.rated),
    takeBack: oneOf([true, false], 'takeBack', DEFAULT_SEEK_FORM.takeBack),
    estimate: oneOf([true, false], 'estimate', DEFAULT_SEEK_FORM.estimate),
    // The user must choose a private game each time.
    private: false,
  };
  return isFit(values) ? values : DEFAULT_SEEK_FORM;
}
