import type { ListedSeekJson } from '../../protocols/api/server-message-schema.ts';
import { directory, you } from '../connection/connection.ts';
import { displayName } from '../formatting/display-name.ts';
import { texts } from '../texts/page-language.ts';
import { NameWithProtocol } from './name-with-protocol.tsx';
import { WaitingTime } from './own-status.tsx';
import { SeekDescription, takeSeek } from './seek-description.tsx';

const openSeeks = (): readonly ListedSeekJson[] =>
  [...(directory.value?.seeks.values() ?? [])].filter(
    ({ host, opponent }) => host !== you.value.name && opponent === undefined,
  );

/** A link to the open games, for small screens, on which they stand below the form. */
export function OpenGamesLink() {
  const { length } = openSeeks();
  if (length === 0 || you.value.seek !== undefined || you.value.seat !== undefined) return null;
  return (
    <a class="open-games-link" href="#waiting">
      {texts().lobby.openGames(length)}
    </a>
  );
}

/** All waiting seeks that are open to any player, with buttons to accept them. */
export function WaitingSeeks() {
  const { lobby } = texts();
  const seeks = openSeeks();
  const computerJoins =
    seeks.length > 0 && [...(directory.value?.players.values() ?? [])].some(({ offers }) => offers !== undefined);
  return (
    <section class="card" aria-labelledby="waiting">
      <h2 id="waiting">{lobby.waiting}</h2>
      {seeks.length === 0 ? (
        <p class="soft">{you.value.seek === undefined ? lobby.nobodyWaits : lobby.nobodyElseWaits}</p>
      ) : null}
      <ul class="list open-games">
        {seeks.map((seek) => (
          <li key={seek.host}>
            <span class="grow">
              <NameWithProtocol name={seek.host} protocol={seek.protocol} />
              <SeekDescription seek={seek} />
            </span>
            <WaitingTime since={seek.since} />
            <button type="button" disabled={you.value.seat !== undefined} onClick={() => void takeSeek(seek)}>
              {lobby.takes}
              <bdi class="visually-hidden"> {displayName(seek.host)}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {computerJoins ? <p class="soft small">{lobby.computerJoins}</p> : null}
    </section>
  );
}
