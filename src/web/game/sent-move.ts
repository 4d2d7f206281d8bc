import { type ReadonlySignal, signal } from '@preact/signals';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { BoardCoordinates } from '../../protocols/api/value-schemas.ts';
import { ask } from '../connection/connection.ts';
import type { ClientRequest } from '../connection/pending-requests.ts';
import { serverTime } from '../connection/server-clock.ts';
import { texts } from '../texts/page-language.ts';
import { refusalInWords } from './refusal-words.ts';

/** A move that was sent and not yet confirmed; `since` is the server's time at the click, in milliseconds. */
interface Sent {
  readonly game: number;
  /** The number of moves before it. */
  readonly turns: number;
  readonly point: BoardCoordinates | undefined;
  readonly since: number | undefined;
}

const sent = signal<Sent | undefined>(undefined);

/** The unconfirmed move in this game, until it is confirmed or refused. */
export const turnUnderWay = ({ game, turns, end }: GameState): Sent | undefined =>
  sent.value?.game === game && sent.value.turns === turns.length && end === undefined ? sent.value : undefined;

/** The reason of the last refusal in words, until the next request. */
const refusal$ = signal<string | undefined>(undefined);

export const refusal: ReadonlySignal<string | undefined> = refusal$;

/** Plays a stone, or passes without a point. The player's clock stops until the server answers. */
export async function takeTurn(state: GameState, point: BoardCoordinates | undefined): Promise<void> {
  if (turnUnderWay(state) !== undefined) return;
  sent.value = { game: state.game, turns: state.turns.length, point, since: serverTime() };
  const done = await request(point === undefined ? { kind: 'pass' } : { kind: 'play', point });
  if (!done) sent.value = undefined;
}

/** Sends a request in a game; shows a refusal. `true`: it was accepted. */
export async function request(asked: ClientRequest): Promise<boolean> {
  refusal$.value = undefined;
  const reply = await ask(asked);
  if (reply.kind === 'done') return true;
  refusal$.value = refusalInWords(reply, texts());
  return false;
}

/** The moves have changed, so the last refusal is outdated. */
export function turnsChanged(): void {
  sent.value = undefined;
  refusal$.value = undefined;
}
