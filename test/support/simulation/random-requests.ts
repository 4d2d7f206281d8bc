import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import { pick, type RandomInt } from '../clients/random.ts';
import type { WebClient } from '../clients/web.ts';

/** So many games at most are watched by choice. */
const FEW = 3;

/** What may be asked at any time, and mostly is not granted: whoever asks may not have been told what has become of it. */
const OUT_OF_PLACE: readonly ((client: WebClient, roll: RandomInt) => ClientMessage)[] = [
  () => ({ kind: 'pass' }),
  () => ({ kind: 'pass' }),
  (_, roll) => ({ kind: 'play', point: { x: roll(8), y: roll(8) } }),
  () => ({ kind: 'accept' }),
  () => ({ kind: 'accept-marks' }),
  () => ({ kind: 'resume-play' }),
  (_, roll) => ({ kind: 'mark', point: { x: roll(8), y: roll(8) }, dead: roll(2) === 0 }),
  ({ name }) => ({ kind: 'enter', name }),
  (_, roll) => ({ kind: 'seek', board: { game: 'gomoku', size: pick(roll, [5, 7]), rule: 'freestyle' } }),
];

interface Words {
  readonly texts: readonly string[];
  readonly recipients: readonly string[];
}

/**
 * What somebody at the page does besides playing: looks around, watches, talks, makes offers and answers them. What takes
 * the more time the more people there are is done as much less often, of which there are `copies`.
 */
export function followWhim(client: WebClient, { texts, recipients }: Words, copies: number, roll: RandomInt): void {
  // Whoever waits may have got a game, and not have been told.
  const waits = client.isSeeking && client.ownGame === undefined;
  if (roll(waits ? 4 : 25) === 0) {
    client.request(pick(roll, OUT_OF_PLACE)(client, roll));
    return;
  }
  if (!client.isPresent) return;
  if (client.isMarking && roll(3) === 0) {
    client.request(markSomething(client, roll));
    return;
  }
  const dice = roll(100);
  if ((dice < 10 || dice >= 65) && roll(copies) > 0) return;
  if (client.hasOpenOffer && dice < 60) client.request({ kind: roll(3) > 0 ? 'accept' : 'decline' });
  else if (dice < 10) client.request({ kind: roll(4) > 0 ? 'observe' : 'unobserve' });
  else if (dice < 30) watchSomething(client, roll);
  else if (dice < 45) client.request({ kind: 'offer', what: roll(2) === 0 ? 'undo' : 'draw' });
  else if (dice < 50) client.request({ kind: roll(2) === 0 ? 'accept' : 'decline' });
  else if (dice < 60) takeSomething(client, roll);
  else if (dice < 65) client.request({ kind: 'cancel' });
  else if (dice < 75) client.poll();
  else {
    const game = [...client.watched.keys()][0];
    const audiences = ['everyone', 'opponent', { name: pick(roll, recipients) }, ...(game ? [{ game }] : [])] as const;
    client.request({ kind: 'chat', text: pick(roll, texts), to: pick(roll, audiences) });
  }
}

/** Mostly that a stone is dead or alive, or that the marks are right. */
function markSomething({ ownGame: table }: WebClient, roll: RandomInt): ClientMessage {
  const dice = roll(10);
  const stones = (table?.moves ?? []).flatMap((turn) => (turn.kind === 'play' ? [turn.point] : []));
  if (dice === 0) return { kind: 'resume-play' };
  if (dice < 5 || stones.length === 0) return { kind: 'accept-marks' };
  return { kind: 'mark', point: pick(roll, stones), dead: roll(3) > 0 };
}

function watchSomething(client: WebClient, roll: RandomInt): void {
  const watched = [...client.watched.keys()];
  const games = [...(client.directory?.games.keys() ?? [])];
  if (watched.length >= FEW) client.request({ kind: 'unwatch', game: pick(roll, watched) });
  // The directory is as old as the last thing that was heard, and so the game may be over.
  else if (games.length > 0) client.request({ kind: 'watch', game: pick(roll, games) });
  else client.request({ kind: 'watch', game: 1 + roll(100) });
}

function takeSomething(client: WebClient, roll: RandomInt): void {
  const seeks = [...(client.directory?.seeks.values() ?? [])];
  if (seeks.length === 0) return;
  const { host, board } = pick(roll, seeks);
  client.request({ kind: 'take', host, board });
}
