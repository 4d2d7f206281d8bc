import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { ListedSeekJson } from '../../protocols/api/server-message-schema.ts';
import { opponentRequests, useReopenedGame } from '../account/adjourned-list.tsx';
import { directory, sendRequest, you } from '../connection/connection.ts';
import { displayName } from '../formatting/display-name.ts';
import { boardName } from '../formatting/game-text.ts';
import { focusContent } from '../shell/focus-replacement.ts';
import { texts } from '../texts/page-language.ts';
import './challenge-notices.css';
import { askLobby } from './lobby-requests.ts';
import { SeekDescription, takeSeek } from './seek-description.tsx';
import { challengesTo } from './seek-form-values.ts';

/** Dismissed challenges, by host and time. */
const dismissed = signal<ReadonlySet<string>>(new Set());
const nameOf = ({ host, since }: ListedSeekJson): string => `${since} ${host}`;

/** Tells that the opponent has declined the client's latest seek. */
export function DeclinedSeek() {
  const { declined } = you.value;
  return (
    <p class="notice" role="status" hidden={declined === undefined}>
      {declined === undefined ? null : <bdi>{texts().lobby.hasDeclined(displayName(declined))}</bdi>}
    </p>
  );
}

/** Notices about seeks for this player only. They are shown on every page, except during a game. */
export function ChallengeNotices() {
  const words = texts();
  const { lobby } = words;
  const { name, seat, adjourned } = you.value;
  useReopenedGame();
  const { route } = useLocation();
  // The game starts a moment after the answer.
  const accepted = useRef(false);
  useEffect(() => {
    if (accepted.current && seat !== undefined) route(`/games/${seat.game}`);
    accepted.current = false;
  }, [seat?.game]);
  const accept = async (taken: ListedSeekJson): Promise<void> => {
    accepted.current = true;
    if (!(await takeSeek(taken))) accepted.current = false;
  };
  const challenges = seat === undefined ? challengesTo(name, directory.value?.seeks.values() ?? []) : [];
  return (
    <div role="status" class="challenges">
      {challenges
        .filter((seek) => !dismissed.value.has(nameOf(seek)))
        .map((seek) => (
          <div class="card challenge" key={nameOf(seek)}>
            <p>
              <strong>
                <bdi>{lobby.challenged(displayName(seek.host))}</bdi>
              </strong>
              <br />
              <SeekDescription seek={seek} />
            </p>
            <span class="row">
              <button type="button" class="primary" onClick={() => void accept(seek)}>
                {lobby.accept}
              </button>
              <button
                type="button"
                onClick={() => {
                  dismissed.value = new Set([...dismissed.value, nameOf(seek)]);
                  void sendRequest({ kind: 'decline-seek', host: seek.host });
                  focusContent();
                }}
              >
                {lobby.notNow}
              </button>
            </span>
          </div>
        ))}
      {(seat === undefined ? opponentRequests(adjourned) : []).map(({ game, opponent, board }) => (
        <div class="card challenge" key={game}>
          <p>
            <strong>
              <bdi>{words.adjourned.asks(displayName(opponent))}</bdi>
            </strong>
            <br />
            {boardName(board, words)}
          </p>
          <button type="button" class="primary" onClick={() => void askLobby({ kind: 'reopen', game })}>
            {words.adjourned.goOn}
          </button>
        </div>
      ))}
    </div>
  );
}
