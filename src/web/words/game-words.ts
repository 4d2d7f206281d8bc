import type { Board, End } from '../../protocols/web/values.ts';
import type { Texts } from '../texts/texts.ts';

/** `Go 19 × 19`. */
export const boardName = (board: Board, { rules, units }: Texts): string =>
  `${rules[board.game]} ${units.lines(board.size)}`;

/** The rules in a few words: `komi 7.5, positional superko, suicide allowed`. */
export function rulesInBrief(board: Board, { rules }: Texts, language: string): string {
  if (board.game === 'gomoku') return rules[board.rule];
  const suicide = board.suicide === 'allowed' ? rules.suicideAllowed : rules.suicideForbidden;
  return [rules.komi(number(board.komi, language)), rules[board.ko], suicide].join(', ');
}

/** The rules, each in a sentence. */
export function rulesInFull(board: Board, { rules }: Texts, language: string): readonly string[] {
  if (board.game === 'gomoku') return [`${rules[board.rule]}: ${rules[`${board.rule}Means`]}`];
  return [
    rules.area,
    rules.komi(number(board.komi, language)),
    `${rules[board.ko]}: ${rules[`${board.ko}Means`]}`,
    board.suicide === 'allowed' ? rules.suicideAllowed : rules.suicideForbidden,
  ];
}

/** How a game ended: `White wins by 3.5 points`. */
export function endInWords(end: End, texts: Texts, language: string): string {
  const { ends, rules } = texts;
  if (end.reason === 'abandoned' || end.reason === 'stopped') return ends[end.reason];
  if (end.winner === undefined) {
    return end.reason === 'full' || end.reason === 'agreed' ? ends[end.reason] : ends.drawn;
  }
  const winner = end.winner === 'black' ? rules.Black : rules.White;
  switch (end.reason) {
    case 'score':
      return ends.score(winner, marginInWords(end, texts, language));
    case 'timed-out':
      return ends.timedOut(winner);
    case 'row':
    case 'resigned':
    case 'fouled':
    case 'left':
      return ends[end.reason](winner);
    case 'full':
    case 'agreed':
      return ends[end.reason];
  }
}

function marginInWords({ score }: End, { units }: Texts, language: string): string {
  const margin = score === undefined ? 0 : Math.abs(score.black - score.white);
  return units.points(margin, number(margin, language));
}

/** A number of points as the language writes it: `7.5`, `7,5`. */
export function number(value: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(value);
}

/** One takes a browser longer to make than all that it then writes for a stone. */
const formats = new Map<string, Intl.NumberFormat>();

/** A time used, in milliseconds, as a clock shows it: `0:07`, `12:40`, `1:02:09`. */
export function duration(milliseconds: number): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const start = hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`;
  return `${start}:${two(seconds % 60)}`;
}
