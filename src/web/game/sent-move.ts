import { type ReadonlySignal, signal } from '@preact/signals';
import type { GameState } from '../../protocols/api/message.ts';
import type { Point } from '../../protocols/api/values.ts';
import { ask } from '../connection/connection.ts';
import type { Request } from '../connection/pending-requests.ts';
import { serverTime } from '../connection/server-clock.ts';
import { texts } from '../texts/page-language.ts';
import { refusalInWords } from './refusal-words.ts';

/** A turn that was sent and has not yet come back; `since` is the server's time at the click, in milliseconds. */
interface Sent {
  readonly game: number;
  /** How many turns the game had before. */
  readonly turns: number;
  readonly point: Point | undefined;
  readonly since: number | undefined;
}

const sent = signal<Sent | undefined>(undefined);

/** The own turn that is on its way in this game, until the game has it or the server would not. */
export const turnUnderWay = ({ game, turns, end }: GameState): Sent | undefined =>
  sent.value?.game === game && sent.value.turns === turns.length && end === undefined ? sent.value : undefined;

/** What the server would not do, and why; in words, until the next thing is asked for. */
const refusal$ = signal<string | undefined>(undefined);

export const refusal: ReadonlySignal<string | undefined> = refusal$;

/** Plays a stone, or passes without a point. The player's clock stands still from now until the server has answered. */
export async function takeTurn(state: GameState, point: Point | undefined): Promise<void> {
  if (turnUnderWay(state) !== undefined) return;
  sent.value = { game: state.game, turns: state.turns.length, point, since: serverTime() };
  const done = await request(point === undefined ? { kind: 'pass' } : { kind: 'play', point });
  if (!done) sent.value = undefined;
}

/** Asks for something in a game; a refusal is told in words. `true`: it was done. */
export async function request(asked: Request): Promise<boolean> {
  refusal$.value = undefined;
  const reply = await ask(asked);
  if (reply.kind === 'done') return true;
  refusal$.value = refusalInWords(reply, texts());
  return false;
}

/** The game has gone on, or back: what was asked before is history. */
export function turnsChanged(): void {
  sent.value = undefined;
  refusal$.value = undefined;
}
