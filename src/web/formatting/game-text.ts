import type { AskedParametersJson, GameEnd, GameParametersJson } from '../../protocols/api/value-schemas.ts';
import type { Texts } from '../texts/texts-type.ts';
import { controlInBrief } from './clock-text.ts';

/** `Go 19 × 19`. */
export const boardName = (board: GameParametersJson, { rules, units }: Texts): string =>
  `${rules[board.game]} ${units.lines(board.size)}`;

/** The rules in a few words: `komi 7.5, positional superko, suicide allowed`. */
export function rulesInBrief(board: GameParametersJson, texts: Texts, language: string): string {
  const short = rulesInShort(board, texts, language);
  const time = timeInBrief(board, texts);
  if (board.game === 'gomoku') return [short, ...time].join(', ');
  const { rules } = texts;
  const suicide = board.suicide === 'allowed' ? rules.suicideAllowed : rules.suicideForbidden;
  return [short, rules[board.ko], suicide, ...time].join(', ');
}

/** The most important rules, for tables: handicap and komi, or the rule of Gomoku. */
export function rulesInShort(board: GameParametersJson, { rules }: Texts, language: string): string {
  if (board.game === 'gomoku') return rules[board.rule];
  return [...handicapText(board, rules), rules.komi(number(board.komi, language))].join(', ');
}

export function rulesInFull(board: GameParametersJson, texts: Texts, language: string): readonly string[] {
  const { rules } = texts;
  const time = timeInBrief(board, texts);
  if (board.game === 'gomoku') return [`${rules[board.rule]}: ${rules[`${board.rule}Means`]}`, ...time];
  return [
    rules.area,
    ...handicapText(board, rules),
    rules.komi(number(board.komi, language)),
    `${rules[board.ko]}: ${rules[`${board.ko}Means`]}`,
    board.suicide === 'allowed' ? rules.suicideAllowed : rules.suicideForbidden,
    ...time,
  ];
}

const handicapText = (
  board: GameParametersJson & { readonly game: 'go' },
  rules: Texts['rules'],
): readonly string[] => [
  ...(board.handicap ? [rules.handicap(board.handicap)] : []),
  ...(board.placement === 'free' ? [rules.freePlacement] : []),
];

const timeInBrief = ({ time }: GameParametersJson, texts: Texts): readonly string[] =>
  time === undefined ? [] : [controlInBrief(time, texts)];

/** The rules of a game of Go that differ from those of the seek, in a few words; empty if none differs. */
export function differingRules(
  seekBoard: AskedParametersJson,
  board: GameParametersJson,
  { rules }: Texts,
  language: string,
): string {
  if (seekBoard.game !== 'go' || board.game !== 'go') return '';
  const suicide = board.suicide === 'allowed' ? rules.suicideAllowed : rules.suicideForbidden;
  return [
    ...(seekBoard.komi === undefined || seekBoard.komi === board.komi
      ? []
      : [rules.komi(number(board.komi, language))]),
    ...(seekBoard.ko === board.ko ? [] : [rules[board.ko]]),
    ...(seekBoard.suicide === board.suicide ? [] : [suicide]),
  ].join(', ');
}

/** The number of handicap stones of a game; 0 for none. */
export const handicapOf = (board: GameParametersJson): number =>
  board.game === 'go' && typeof board.handicap === 'number' ? board.handicap : 0;

/** How a game ended: `White wins by 3.5 points`. */
export function endText(end: GameEnd, texts: Texts, language: string): string {
  if (end.winner === undefined) return endWithoutWinner(end.reason, texts);
  const { ends, rules } = texts;
  const winner = end.winner === 'black' ? rules.Black : rules.White;
  switch (end.reason) {
    case 'score': {
      const margin = marginText(end, texts, language);
      return margin === undefined ? ends.won(winner) : ends.score(winner, margin);
    }
    case 'timed-out':
      return ends.timedOut(winner);
    case 'row':
    case 'resigned':
    case 'fouled':
    case 'left':
    case 'forfeit':
      return ends[end.reason](winner);
    case 'full':
    case 'agreed':
    case 'abandoned':
    case 'stopped':
    case 'adjourned':
    case 'drawn':
    case 'void':
    case 'unknown':
      return ends.won(winner);
  }
}

function endWithoutWinner(reason: GameEnd['reason'], { ends }: Texts): string {
  switch (reason) {
    case 'score':
      return ends.equal;
    case 'full':
    case 'agreed':
    case 'abandoned':
    case 'stopped':
    case 'adjourned':
    case 'drawn':
    case 'void':
      return ends[reason];
    case 'timed-out':
    case 'row':
    case 'resigned':
    case 'fouled':
    case 'left':
    case 'forfeit':
      return ends.void;
    case 'unknown':
      return ends.unknown;
  }
}

function marginText({ score, margin }: GameEnd, { units }: Texts, language: string): string | undefined {
  const points = score === undefined ? margin : Math.abs(score.black - score.white);
  return points === undefined ? undefined : units.points(points, number(points, language));
}

/** A number in the form of the language: `7.5`, `7,5`. */
export function number(value: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(value);
}

/** Number formats by language. They are cached, because creating one takes longer than all other formatting for a stone. */
const formats = new Map<string, Intl.NumberFormat>();

/** A change in points with a sign: `+12`, `−3`, `±0`. The minus is as wide as the plus. */
export function signed(gain: number): string {
  const rounded = Math.round(gain);
  if (rounded === 0) return '±0';
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}
