import { levelOf } from '../../engines/level.ts';
import type { ListedPlayerJson } from '../../protocols/api/server-message-schema.ts';
import { directory, you } from '../connection/connection.ts';
import { displayName } from '../formatting/display-name.ts';
import { texts } from '../texts/page-language.ts';
import { COMPUTER, isOutOfService } from './computer-levels.ts';
import { NameWithProtocol } from './name-with-protocol.tsx';
import { changeSeekForm } from './seek-form-state.ts';

/** All connected players: people and their programs first, then the computer players of the server. */
export function PlayerList() {
  const { lobby } = texts();
  const players = [...(directory.value?.players.values() ?? [])].sort(peopleFirst);
  return (
    <section class="card" aria-labelledby="players">
      <h2 id="players">
        {lobby.here} <span class="soft count">{lobby.people(players.length)}</span>
      </h2>
      {players.length === 0 && directory.value !== undefined ? <p class="soft">{lobby.nobodyHere}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <ul class="list player-list" tabIndex={0} aria-labelledby="players">
        {players.map((player) => (
          <PlayerItem key={player.name} player={player} />
        ))}
      </ul>
    </section>
  );
}

function PlayerItem({ player }: { player: ListedPlayerJson }) {
  const { lobby } = texts();
  const isYou = player.name === you.value.name;
  return (
    <li>
      <span class="grow">
        <NameWithProtocol name={player.name} protocol={player.protocol} />{' '}
        <span class="soft small">{isYou ? `(${lobby.yourself}) ` : ''}</span>
        <LevelMeaning player={player} />
        <State player={player} />
      </span>
      {isYou ||
      you.value.seek !== undefined ||
      player.game !== undefined ||
      player.playing ||
      isOutOfService(player) ? null : (
        <button type="button" class="quiet" onClick={() => challenge(player.name)}>
          {lobby.challengeThem}
          <bdi class="visually-hidden"> {displayName(player.name)}</bdi>
        </button>
      )}
    </li>
  );
}

/** How strong a computer player is. */
function LevelMeaning({ player }: { player: ListedPlayerJson }) {
  const level = levelOf(player.level);
  return level === undefined ? null : <span class="soft small level-of-player">{texts().lobby.levels[level]} </span>;
}

function State({ player }: { player: ListedPlayerJson }) {
  const { lobby } = texts();
  if (player.game !== undefined) {
    return (
      <a class="small" href={`/games/${player.game}`}>
        {lobby.plays}
      </a>
    );
  }
  if (player.playing) return <span class="soft small">{lobby.inPrivateGame}</span>;
  if (isOutOfService(player)) return <span class="soft small">{lobby.outOfService}</span>;
  const waits = directory.value?.seeks.has(player.name) ?? false;
  return waits ? <span class="soft small">{lobby.waits}</span> : null;
}

/** Writes a name into the seek form, and focuses its field. */
export function challenge(name: string): void {
  changeSeekForm({ opponent: name });
  // Runs after the form shows the name.
  setTimeout(() => {
    const field = document.getElementById('opponent');
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  });
}

const peopleFirst = (one: ListedPlayerJson, other: ListedPlayerJson): number =>
  Number(one.protocol === COMPUTER) - Number(other.protocol === COMPUTER) || one.name.localeCompare(other.name);
