import type { Color } from '../../rules/color.ts';
import type { ClientEvent } from '../client-session-types.ts';
import type { ServerMessage } from './server-messages.ts';

/** The game of the client, as far as it knows it. */
export interface ClientGame {
  readonly id: number;
  readonly color: Color;
  readonly opponent: string;
  /** From the list of games, because the header does not have it. */
  terms: { readonly size: number; readonly handicap: number } | undefined;
  /** Our clock in the last header. Undefined: the game has no clock. */
  clock: HeaderClock | undefined;
  /** The main time in the first header in milliseconds. Undefined: no main time. */
  readonly main: number | undefined;
  /** The number of moves, including the handicap stones as one move. */
  count: number;
  /** Whether all moves were requested, and some have not arrived yet. */
  awaitsMoves: boolean;
  /** Whether the header of the answer to this request has arrived. */
  hasHeader: boolean;
  toMove: Color;
  /** The number of passes at the end. After two passes no move is requested until play resumes. */
  passes: number;
  /** Whether `your-turn` was reported. */
  isMoveRequested: boolean;
  /** The chains that are marked as dead, each by the vertex from the server. Undefined: dead stones are not being marked. */
  marks: readonly string[] | undefined;
  /** The score of both sides. It arrives before the line that ends the game. */
  score: Extract<ServerMessage, { kind: 'score' }> | undefined;
}

type Header = Extract<ServerMessage, { kind: 'header' }>;

interface HeaderClock {
  /** The time left in milliseconds. */
  readonly left: number;
  /** The number of stones to play in this time. -1: main time. */
  readonly stones: number;
}

/** Our clock in a header. Undefined: the game has no clock. */
export function clockIn(header: Header, color: Color): HeaderClock | undefined {
  const { blackSeconds, blackStones, whiteSeconds, whiteStones } = header;
  const [seconds, stones] = color === 'black' ? [blackSeconds, blackStones] : [whiteSeconds, whiteStones];
  return seconds === 0 && stones <= 0 ? undefined : { left: seconds * 1000, stones };
}

/** The event with our time left. In overtime, the time is divided by the number of stones. */
export function timeEvent({ clock, main }: ClientGame): (ClientEvent & { readonly kind: 'time' }) | undefined {
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
    awaitsMoves: true,
    hasHeader: false,
    toMove: 'black',
    passes: 0,
    isMoveRequested: false,
    marks: undefined,
    score: undefined,
  };
}

/** Handles a text about dead stones. Returns whether the text is about them. */
export function applyMarkText(game: ClientGame, text: string): boolean {
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
