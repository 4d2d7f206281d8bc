import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import type { WebClient } from '../clients/web.ts';

/** The largest number of games that a client requests to watch. */
const MAXIMUM_WATCHED = 3;

/** Requests that a client may send at any time, for example before it has received the last change. Most are refused. */
const UNTIMELY_REQUESTS: readonly ((client: WebClient, randomInt: RandomInt) => ClientMessage)[] = [
  () => ({ kind: 'pass' }),
  () => ({ kind: 'pass' }),
  (_, randomInt) => ({ kind: 'play', point: { x: randomInt(8), y: randomInt(8) } }),
  () => ({ kind: 'accept' }),
  () => ({ kind: 'accept-marks' }),
  () => ({ kind: 'resume-play' }),
  (_, randomInt) => ({ kind: 'mark', point: { x: randomInt(8), y: randomInt(8) }, dead: randomInt(2) === 0 }),
  ({ name }) => ({ kind: 'enter', name }),
  (_, randomInt) => ({ kind: 'seek', board: { game: 'gomoku', size: pick(randomInt, [5, 7]), rule: 'freestyle' } }),
];

interface ChatChoices {
  readonly texts: readonly string[];
  readonly recipients: readonly string[];
}

/**
 * A random request of a web client besides moves: it observes, watches, chats, makes offers and answers them. Requests whose cost
 * grows with the number of clients are sent less often when there are more `copies` of each client.
 */
export function sendRandomRequest(
  client: WebClient,
  { texts, recipients }: ChatChoices,
  copies: number,
  randomInt: RandomInt,
): void {
  // A waiting client may already have a game of which it has not been notified.
  const waits = client.isSeeking && client.ownGame === undefined;
  if (randomInt(waits ? 4 : 25) === 0) {
    client.request(pick(randomInt, UNTIMELY_REQUESTS)(client, randomInt));
    return;
  }
  if (!client.isPresent) return;
  if (client.isMarking && randomInt(3) === 0) {
    client.request(randomMark(client, randomInt));
    return;
  }
  const chance = randomInt(100);
  if ((chance < 10 || chance >= 65) && randomInt(copies) > 0) return;
  if (client.hasOpenOffer && chance < 60) client.request({ kind: randomInt(3) > 0 ? 'accept' : 'decline' });
  else if (chance < 10) client.request({ kind: randomInt(4) > 0 ? 'observe' : 'unobserve' });
  else if (chance < 30) watchRandomGame(client, randomInt);
  else if (chance < 45) client.request({ kind: 'offer', what: randomInt(2) === 0 ? 'undo' : 'draw' });
  else if (chance < 50) client.request({ kind: randomInt(2) === 0 ? 'accept' : 'decline' });
  else if (chance < 60) acceptRandomSeek(client, randomInt);
  else if (chance < 65) client.request({ kind: 'cancel' });
  else if (chance < 75) client.poll();
  else {
    const game = [...client.watched.keys()][0];
    const audiences = [
      'everyone',
      'opponent',
      { name: pick(randomInt, recipients) },
      ...(game ? [{ game }] : []),
    ] as const;
    client.request({ kind: 'chat', text: pick(randomInt, texts), to: pick(randomInt, audiences) });
  }
}

/** Usually marks a stone as dead or alive, or accepts the marks. */
function randomMark({ ownGame }: WebClient, randomInt: RandomInt): ClientMessage {
  const chance = randomInt(10);
  const stones = (ownGame?.moves ?? []).flatMap((move) => (move.kind === 'play' ? [move.point] : []));
  if (chance === 0) return { kind: 'resume-play' };
  if (chance < 5 || stones.length === 0) return { kind: 'accept-marks' };
  return { kind: 'mark', point: pick(randomInt, stones), dead: randomInt(3) > 0 };
}

function watchRandomGame(client: WebClient, randomInt: RandomInt): void {
  const watched = [...client.watched.keys()];
  const games = [...(client.directory?.games.keys() ?? [])];
  if (watched.length >= MAXIMUM_WATCHED) client.request({ kind: 'unwatch', game: pick(randomInt, watched) });
  // The client's directory may be out of date, so the game may be over.
  else if (games.length > 0) client.request({ kind: 'watch', game: pick(randomInt, games) });
  else client.request({ kind: 'watch', game: 1 + randomInt(100) });
}

function acceptRandomSeek(client: WebClient, randomInt: RandomInt): void {
  const seeks = [...(client.directory?.seeks.values() ?? [])];
  if (seeks.length === 0) return;
  const { host, board } = pick(randomInt, seeks);
  client.request({ kind: 'take', host, board });
}
