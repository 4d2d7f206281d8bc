import { signal } from '@preact/signals';
import { ask } from '../connection/connection.ts';
import type { Reply, Request } from '../connection/pending-requests.ts';
import { ensureEntered } from '../sign-in/choose-name.ts';
import type { Texts } from '../texts/texts.ts';

/** What the lobby answered to the latest wish, where it was no yes. */
export const failure = signal<((texts: Texts) => string) | undefined>(undefined);

/** Asks the lobby for a game, by a name if there is none yet. `true`: it was done. */
export async function askLobby(request: Request): Promise<boolean> {
  failure.value = undefined;
  if (!(await ensureEntered())) return false;
  const reply = await ask(request);
  if (reply.kind === 'done') return true;
  failure.value = (texts) => inWords(reply, request, texts);
  return false;
}

function inWords(reply: Exclude<Reply, { readonly kind: 'done' }>, request: Request, { lobby, game }: Texts): string {
  if (reply.kind === 'lost') return game.refused.lost;
  switch (reply.why) {
    case 'in-game':
      return lobby.inGame;
    case 'no-such-seek':
      return lobby.gone;
    case 'no-such-player':
      return lobby.notHere(request.kind === 'seek' ? (request.opponent ?? '') : '');
    case 'not-now':
      return lobby.noGamesNow;
    default:
      return lobby.failed;
  }
}
