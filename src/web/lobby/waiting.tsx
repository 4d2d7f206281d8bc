import { directory, you } from '../connection/connection.ts';
import { texts } from '../texts/language.ts';
import { boardName } from '../words/game-words.ts';
import { shownName } from '../words/names.ts';
import { askLobby } from './asking.ts';
import { SoughtGame, takeSeek } from './sought-game.tsx';
import { Who } from './who.tsx';

/** One's own wish, while it waits. */
export function OwnWish() {
  const { lobby } = texts();
  const seek = you.value.seek;
  if (seek === undefined) return null;
  const board = boardName(seek.board, texts());
  return (
    <div class="card own-wish" role="status">
      <p>
        <span class="pulse" aria-hidden="true" />
        <bdi>
          {seek.opponent === undefined ? lobby.waitingYou(board) : lobby.waitingFor(shownName(seek.opponent), board)}
        </bdi>
      </p>
      <button type="button" onClick={() => void askLobby({ kind: 'cancel' })}>
        {lobby.cancel}
      </button>
    </div>
  );
}

/** Everybody who waits, to be played with one click. */
export function Waiting() {
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
              <Who name={seek.host} protocol={seek.protocol} />
              <SoughtGame seek={seek} />
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
