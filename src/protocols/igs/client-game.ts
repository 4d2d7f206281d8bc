import type { Color } from '../../rules/color.ts';
import type { ClientEvent } from '../client-session-types.ts';
import type { ServerMessage } from './server-messages.ts';

/** The game of our client, as far as it has been told of it. */
export interface ClientGame {
  readonly id: number;
  readonly color: Color;
  readonly opponent: string;
  /** From the list of games; the header does not say it. */
  terms: { readonly size: number; readonly handicap: number } | undefined;
  /** Our clock as the last header has it; undefined for a game without a clock. */
  clock: HeaderClock | undefined;
  /** Milliseconds of main time in the first header; undefined if there were none. */
  readonly main: number | undefined;
  /** Moves so far, handicap stones included. */
  count: number;
  /** All moves were asked for, and not all of them have come. */
  catchesUp: boolean;
  /** The answer to that has begun. */
  hasHeader: boolean;
  toMove: Color;
  /** How many of the last moves were passes: after two nothing is played until play goes on. */
  passes: number;
  /** We were told that it is our turn. */
  asked: boolean;
  /** The chains that are marked as dead, each by the vertex that the server has named; undefined outside of the marking. */
  marks: readonly string[] | undefined;
  /** The score of both sides, before the line that ends the game. */
  score: Extract<ServerMessage, { kind: 'score' }> | undefined;
}

type Header = Extract<ServerMessage, { kind: 'header' }>;

interface HeaderClock {
  /** Milliseconds. */
  readonly left: number;
  /** To be played in that time; -1 in main time. */
  readonly stones: number;
}

/** Our clock in a header; undefined if the game has none. */
export function clockIn(header: Header, color: Color): HeaderClock | undefined {
  const { blackSeconds, blackStones, whiteSeconds, whiteStones } = header;
  const [seconds, stones] = color === 'black' ? [blackSeconds, blackStones] : [whiteSeconds, whiteStones];
  return seconds === 0 && stones <= 0 ? undefined : { left: seconds * 1000, stones };
}

/** Our time before our move. In overtime each of the stones has an equal share of the seconds. */
export function timeNews({ clock, main }: ClientGame): (ClientEvent & { readonly kind: 'time' }) | undefined {
  if (clock === undefined) return undefined;
  const { left, stones } = clock;
  if (stones > 0) return { kind: 'time', isComplete: true, turn: Math.floor(left / stones) };
  return { kind: 'time', isComplete: true, match: Math.max(main ?? 0, left), left };
}

/** A game whose terms and moves are not known yet. */
export function newGame(header: Header, color: Color): ClientGame {
  const clock = clockIn(header, color);
  return {
    id: header.game,
    color,
    opponent: color === 'black' ? header.white : header.black,
    terms: undefined,
    clock,
    main: clock === undefined || clock.stones > 0 ? undefined : clock.left,
    count: 0,
    catchesUp: true,
    hasHeader: false,
    toMove: 'black',
    passes: 0,
    asked: false,
    marks: undefined,
    score: undefined,
  };
}

/** Follows what is said of dead stones; whether the text is about them. */
export function takeMark(game: ClientGame, text: string): boolean {
  const { marks } = game;
  const [, vertex] = /^Removing @ (\S+)$/.exec(text) ?? [];
  if (text.startsWith('You can check your score')) game.marks = [];
  else if (marks === undefined) return false;
  else if (vertex !== undefined) game.marks = [...marks, vertex];
  else if (text.startsWith('Board is restored')) game.marks = [];
  else if (text === 'Play goes on.') Object.assign(game, { marks: undefined, asked: false, passes: 0 });
  else return false;
  return true;
}
