import { directory, you } from '../connection/connection.ts';
import { boardName } from '../formatting/game-text.ts';
import { shownName } from '../formatting/player-names.ts';
import { texts } from '../texts/page-language.ts';
import { computerFor } from './game-choice.ts';
import { askLobby } from './lobby-requests.ts';
import { PlayerLabel } from './player-label.tsx';
import { SeekDescription, takeSeek } from './seek-description.tsx';

/** The own seek while it waits. */
export function OwnSeek() {
  const { lobby } = texts();
  const seek = you.value.seek;
  if (seek === undefined) return null;
  const board = boardName(seek.board, texts());
  const { opponent, computer, color } = seek;
  const isForAnyone = opponent === undefined && computer !== true;
  const canPlayComputer = isForAnyone && computerFor(seek.board, directory.value?.players.values() ?? []) === 'free';
  const playComputer = (): void => {
    void askLobby({ kind: 'seek', board: seek.board, computer: true, ...(color === undefined ? {} : { color }) });
  };
  return (
    <div class="card own-wish" role="status">
      <p>
        <span class="pulse" aria-hidden="true" />
        <bdi>
          {opponent !== undefined
            ? lobby.waitingFor(shownName(opponent), board)
            : computer
              ? lobby.waitingComputer(board)
              : lobby.waitingYou(board)}
        </bdi>
      </p>
      <div class="row">
        <button type="button" onClick={() => void askLobby({ kind: 'cancel' })}>
          {lobby.cancel}
        </button>
        {canPlayComputer ? (
          <button type="button" class="primary" onClick={playComputer}>
            {lobby.computerInstead}
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** All waiting seeks, with buttons to accept them. */
export function WaitingSeeks() {
  const { lobby } = texts();
  const own = you.value.name;
  const seeks = [...(directory.value?.seeks.values() ?? [])].filter(
    ({ host, opponent }) => host !== own && opponent === undefined,
  );
  return (
    <section class="card" aria-labelledby="waiting">
      <h2 id="waiting">{lobby.waiting}</h2>
      {seeks.length === 0 ? <p class="soft">{lobby.nobodyWaits}</p> : null}
      <ul class="list">
        {seeks.map((seek) => (
          <li key={seek.host}>
            <span class="grow">
              <PlayerLabel name={seek.host} protocol={seek.protocol} />
              <SeekDescription seek={seek} />
            </span>
            <button type="button" disabled={you.value.seat !== undefined} onClick={() => void takeSeek(seek)}>
              {lobby.takes}
              <bdi class="visually-hidden"> {shownName(seek.host)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
