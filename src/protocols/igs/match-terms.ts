import type { ListedSeek } from '../../lobby/directory/directory.ts';
import { type GameParameters, type GoParameters, HANDICAP_KOMI } from '../../lobby/game-parameters.ts';
import { ok, problem, type Result } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { isHandicap } from '../../rules/go/handicap.ts';
import { isSameControl, isTimeControl, type TimeControl } from '../../rules/time/time-control.ts';
import type { ClientCommand } from './client-messages.ts';

type MatchCommand = ClientCommand & { readonly kind: 'match' | 'nmatch' };

/** The terms of a request for a game. `color` is the colour of the player who makes it. Undefined: the server chooses. */
export interface MatchTerms {
  readonly size: number;
  readonly handicap: number;
  readonly time: TimeControl;
  readonly color: Color | undefined;
}

/** The board sizes. Columns have the letters A to Z without I. */
const [SMALLEST, LARGEST] = [2, 25];
/** The number of stones of each period in `match`, which has only minutes. */
const USUAL_STONES = 25;
const MINUTE = 60_000;

/** Whether the protocol can show the game: Go, on a board whose columns have letters. */
export const isShowable = ({ game, size }: GameParameters): boolean => game === 'go' && size <= LARGEST;

export function termsOf(command: MatchCommand): Result<MatchTerms> {
  const { size } = command;
  const color = command.color === 'drawn' ? undefined : command.color;
  if (command.kind === 'match') {
    const time = clock(command.minutes * MINUTE, command.byoMinutes * MINUTE, USUAL_STONES);
    return checked({ size, handicap: 0, time, color });
  }
  const { handicap, seconds, byoSeconds, byoStones, more = '' } = command;
  if (/[^0 ]/.test(more)) return problem('Koryo and other times are not played here.');
  return checked({ size, handicap, time: clock(seconds * 1000, byoSeconds * 1000, byoStones), color });
}

function checked(terms: MatchTerms): Result<MatchTerms> {
  if (terms.size < SMALLEST || terms.size > LARGEST) return problem(`A board has ${SMALLEST} to ${LARGEST} lines.`);
  if (!isHandicap(terms.size, terms.handicap)) return problem('There are no places for so many handicap stones.');
  return isTimeControl(terms.time) ? ok(terms) : problem('There is no such clock.');
}

/** The time control of a request. A period with 0 stones makes an invalid one. Stones without a period are ignored. */
function clock(main: number, period: number, stones: number): TimeControl {
  if (period > 0) return { kind: 'canadian', main, period, stones };
  return main > 0 ? { kind: 'absolute', main } : { kind: 'none' };
}

/** The parameters of a seek. Without a komi, the seek accepts any komi; it is `usual` if the opponent requests none either. */
export const parametersOf = (
  { size, handicap, time }: Pick<MatchTerms, 'size' | 'handicap'> & { readonly time?: TimeControl },
  komi: number | undefined,
  usual: number,
): GoParameters => ({
  game: 'go',
  size,
  ruleset: { ko: 'positional', suicide: 'forbidden' },
  komi: komi ?? usual,
  fixedKomi: komi !== undefined,
  ...(handicap === 0 ? {} : { handicap }),
  ...(time === undefined ? {} : { time }),
});

/** Whether players expect this komi without a message. `usual` is the listener's komi, for games without a handicap. */
export const isUsualKomi = (
  { komi, handicap }: { readonly komi: number; readonly handicap: number },
  usual: number,
): boolean => komi === (handicap === 0 ? usual : HANDICAP_KOMI);

/** The terms of a seek, for its host. */
export function termsOfSeek({ parameters, color }: ListedSeek): MatchTerms {
  const { size, time = { kind: 'none' } } = parameters;
  const handicap = parameters.game === 'go' && typeof parameters.handicap === 'number' ? parameters.handicap : 0;
  return { size, handicap, time, color };
}

/** Whether a request with these terms accepts the seek. */
export function accepts({ size, handicap, time, color }: MatchTerms, seek: ListedSeek): boolean {
  const host = termsOfSeek(seek);
  const isSameSide = color !== undefined && color === (host.color ?? 'black');
  return size === host.size && handicap === host.handicap && isSameControl(time, host.time) && !isSameSide;
}

/** The terms in the form of `nmatch`, after the name. */
export function nmatchWords({ size, handicap, time, color }: MatchTerms): string {
  const { main = 0, period = 0, stones = 0 } = timesOf(time) ?? {};
  const side = color === undefined ? 'N' : color === 'black' ? 'B' : 'W';
  return `${side} ${handicap} ${size} ${main / 1000} ${period / 1000} ${stones} 0 0 0`;
}

/** The command that accepts a seek. Undefined: the protocol cannot express the terms. */
export function acceptingCommand({ host, parameters, color }: ListedSeek): string | undefined {
  if (parameters.game !== 'go') return undefined;
  const { size, handicap = 0, time = { kind: 'none' } } = parameters;
  if (size > LARGEST || handicap === 'any' || (handicap > 0 && parameters.placement === 'free')) return undefined;
  // The host is black, unless it requests white.
  const mine = opposite(color ?? 'black') === 'black' ? 'B' : 'W';
  const times = timesOf(time);
  if (times === undefined) return undefined;
  const { main, period, stones } = times;
  const isMinutes = main % MINUTE === 0 && period % MINUTE === 0 && (period === 0 || stones === USUAL_STONES);
  if (handicap === 0 && isMinutes) return `match ${host} ${mine} ${size} ${main / MINUTE} ${period / MINUTE}`;
  if (main % 1000 !== 0 || period % 1000 !== 0) return undefined;
  return `nmatch ${host} ${nmatchWords({ size, handicap, time, color: opposite(color ?? 'black') })}`;
}

function timesOf(time: TimeControl): { main: number; period: number; stones: number } | undefined {
  switch (time.kind) {
    case 'none':
      return { main: 0, period: 0, stones: 0 };
    case 'absolute':
      return { main: time.main, period: 0, stones: 0 };
    case 'canadian':
      return time;
    case 'per-move':
    case 'fischer':
    case 'byo-yomi':
      return undefined;
  }
}

/** The main time in whole minutes, for the lines of requests. */
export const minutesOf = (time: TimeControl): number => Math.floor((timesOf(time)?.main ?? 0) / MINUTE);

/** The period in whole minutes, for the list of games. */
export const byoMinutesOf = (time: TimeControl): number => Math.round((timesOf(time)?.period ?? 0) / MINUTE);
