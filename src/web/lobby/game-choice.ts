import type { ListedPlayer, ListedSeek } from '../../protocols/api/message-schemas.ts';
import type { AskedBoard, Board, Color } from '../../protocols/api/value-schemas.ts';
import { KO_RULES } from '../../rules/go/ruleset.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import { COMPUTER } from './computer-player.ts';

/** All fields of the seek form. The fields of the other game are kept. */
export interface GameChoice {
  readonly game: Board['game'];
  readonly goSize: number;
  readonly gomokuSize: number;
  readonly komi: number;
  readonly ko: (typeof KO_RULES)[number];
  readonly suicide: (typeof SUICIDE)[number];
  readonly rule: (typeof GOMOKU_RULES)[number];
  readonly color: Color | 'either';
  /** The name of the wanted opponent; empty for any. */
  readonly opponent: string;
}

const SUICIDE = ['allowed', 'forbidden'] as const;

/** The limits of the board size, and the sizes with a button. */
export const FEWEST_LINES = 5;
export const MOST_LINES = 131;
export const COMMON_SIZES = { go: [9, 13, 19], gomoku: [15, 19] } as const;

export const DEFAULT_CHOICE: GameChoice = {
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

export const sizeOf = ({ game, goSize, gomokuSize }: GameChoice): number => (game === 'go' ? goSize : gomokuSize);

export const withSize = (parameters: GameChoice, size: number): GameChoice =>
  parameters.game === 'go' ? { ...parameters, goSize: size } : { ...parameters, gomokuSize: size };

/** Whether the numbers of the form are valid. */
export function isFit(parameters: GameChoice): boolean {
  const size = sizeOf(parameters);
  const isBoard = Number.isInteger(size) && size >= FEWEST_LINES && size <= MOST_LINES;
  return isBoard && Number.isInteger(2 * parameters.komi) && Math.abs(parameters.komi) <= 1000;
}

export function boardOf(parameters: GameChoice): Board {
  const size = sizeOf(parameters);
  if (parameters.game === 'gomoku') return { game: 'gomoku', size, rule: parameters.rule };
  return { game: 'go', size, komi: parameters.komi, ko: parameters.ko, suicide: parameters.suicide };
}

/** The board of a seek. The default komi is left out: then any komi of the opponent fits. */
export function askedBoardOf(parameters: GameChoice): AskedBoard {
  const board = boardOf(parameters);
  if (board.game === 'gomoku' || board.komi !== DEFAULT_CHOICE.komi) return board;
  const { komi: _usual, ...others } = board;
  return others;
}

/**
 * `free`: a computer player can play on this board now. `busy`: there are computer players, but none is free. `none`:
 * the server has none.
 */
export type ComputerState = 'free' | 'busy' | 'none';

/** Whether a computer player can play on this board. */
export function computerFor(board: Board, players: Iterable<ListedPlayer>): ComputerState {
  let state: ComputerState = 'none';
  for (const player of players) {
    if (player.protocol !== COMPUTER || isOutOfService(player)) continue;
    if (player.game === undefined && playsOn(player, board)) return 'free';
    state = 'busy';
  }
  return state;
}

/** A computer player whose engine has failed too often. */
export const isOutOfService = ({ protocol, game, offers = [] }: ListedPlayer): boolean =>
  protocol === COMPUTER && game === undefined && offers.length === 0;

const playsOn = ({ offers = [] }: ListedPlayer, board: Board): boolean =>
  offers.some(
    ({ game, sizes, rules }) =>
      game === board.game &&
      sizes.includes(board.size) &&
      (board.game === 'go' || rules === undefined || rules.includes(board.rule)),
  );

/** Seeks for `name` only. */
export const challengesTo = (name: string | undefined, seeks: Iterable<ListedSeek>): readonly ListedSeek[] =>
  name === undefined ? [] : [...seeks].filter(({ host, opponent }) => opponent === name && host !== name);

/** Reads the stored form. Missing or invalid fields get their defaults. */
export function savedChoice(text: string | undefined): GameChoice {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '{}');
  } catch {
    return DEFAULT_CHOICE;
  }
  if (typeof kept !== 'object' || kept === null) return DEFAULT_CHOICE;
  const known = kept as Readonly<Record<string, unknown>>;
  const oneOf = <Value>(values: readonly Value[], key: keyof GameChoice, usual: Value): Value =>
    values.find((value) => value === known[key]) ?? usual;
  const number = (key: 'goSize' | 'gomokuSize' | 'komi'): number =>
    typeof known[key] === 'number' ? known[key] : DEFAULT_CHOICE[key];
  const parameters: GameChoice = {
    game: oneOf(['go', 'gomoku'], 'game', DEFAULT_CHOICE.game),
    goSize: number('goSize'),
    gomokuSize: number('gomokuSize'),
    komi: number('komi'),
    ko: oneOf(KO_RULES, 'ko', DEFAULT_CHOICE.ko),
    suicide: oneOf(SUICIDE, 'suicide', DEFAULT_CHOICE.suicide),
    rule: oneOf(GOMOKU_RULES, 'rule', DEFAULT_CHOICE.rule),
    color: oneOf(['either', 'black', 'white'], 'color', DEFAULT_CHOICE.color),
    opponent: '',
  };
  return isFit(parameters) ? parameters : DEFAULT_CHOICE;
}
