import { type ReadonlySignal, signal } from '@preact/signals';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { BoardCoordinates } from '../../protocols/api/value-schemas.ts';
import { sendRequest } from '../connection/connection.ts';
import type { ClientRequest } from '../connection/pending-requests.ts';
import { serverTime } from '../connection/server-clock.ts';
import { texts } from '../texts/page-language.ts';
import { refusalText } from './refusal-text.ts';

/** A move that was sent and not yet confirmed; `since` is the server's time at the click, in milliseconds. */
interface SentMove {
  readonly game: number;
  /** The number of moves before this move. */
  readonly turns: number;
  readonly point: BoardCoordinates | undefined;
  readonly since: number | undefined;
}

const sent = signal<SentMove | undefined>(undefined);

/** The unconfirmed move in this game, until it is confirmed or refused. */
export const unconfirmedMove = ({ game, turns, end }: GameState): SentMove | undefined =>
  sent.value?.game === game && sent.value.turns === turns.length && end === undefined ? sent.value : undefined;

/** The reason of the last refusal as text, until the next request. */
const refusal$ = signal<string | undefined>(undefined);

export const refusal: ReadonlySignal<string | undefined> = refusal$;

/** Shows why the page itself refuses a move, until the next request; without a reason, hides the last refusal. */
export const showRefusal = (reason: string | undefined): void => {
  refusal$.value = reason;
};

/** Plays a stone; without a point, passes. The player's clock stops until the server answers. */
export async function sendMove(state: GameState, point: BoardCoordinates | undefined): Promise<void> {
  if (unconfirmedMove(state) !== undefined) return;
  sent.value = { game: state.game, turns: state.turns.length, point, since: serverTime() };
  const done = await request(point === undefined ? { kind: 'pass' } : { kind: 'play', point });
  if (!done) sent.value = undefined;
}

/** Sends a request in a game, and shows a refusal. Returns whether the request was accepted. */
export async function request(message: ClientRequest): Promise<boolean> {
  refusal$.value = undefined;
  const reply = await sendRequest(message);
  if (reply.kind === 'done') return true;
  refusal$.value = refusalText(reply, texts());
  return false;
}

/** Called when the moves have changed. Then the sent move is confirmed, and the last refusal is outdated. */
export function forgetSentMove(): void {
  sent.value = undefined;
  refusal$.value = undefined;
}
