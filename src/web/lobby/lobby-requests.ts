import { signal } from '@preact/signals';
import type { AskedParametersJson } from '../../protocols/api/value-schemas.ts';
import { sendRequest } from '../connection/connection.ts';
import type { ClientRequest, RequestOutcome } from '../connection/pending-requests.ts';
import { ensureEntered } from '../name-dialog/ask-for-name.ts';
import type { Texts } from '../texts/texts-type.ts';

/** The reason why the latest request was refused. */
export const failure = signal<((texts: Texts) => string) | undefined>(undefined);

/** The board of the client's latest seek, or of the latest seek that the client has accepted. */
export const askedBoard = signal<AskedParametersJson | undefined>(undefined);

/** Sends a request. If the client has no name, asks for a name first. Returns whether the request was accepted. */
export async function askLobby(request: ClientRequest): Promise<boolean> {
  failure.value = undefined;
  if (request.kind === 'seek' || request.kind === 'take') askedBoard.value = request.board;
  if (!(await ensureEntered())) return false;
  const reply = await sendRequest(request);
  if (reply.kind === 'done') return true;
  failure.value = (texts) => failureText(reply, request, texts);
  return false;
}

function failureText(
  reply: Exclude<RequestOutcome, { readonly kind: 'done' }>,
  request: ClientRequest,
  { lobby, game, invitation, adjourned }: Texts,
): string {
  if (reply.kind === 'lost') return game.refused.lost;
  switch (reply.why) {
    case 'in-game':
      return lobby.inGame;
    case 'no-such-seek':
      return request.kind === 'accept-invitation' ? invitation.gone : lobby.gone;
    case 'no-such-player':
      if (request.kind === 'reopen') return adjourned.absent;
      return lobby.notHere(request.kind === 'seek' ? (request.opponent ?? '') : '');
    case 'invitation-taken':
      return invitation.taken;
    case 'cannot-be-rated':
      return lobby.cannotBeRated;
    case 'not-now':
      return lobby.noGamesNow;
    default:
      return lobby.failed;
  }
}
