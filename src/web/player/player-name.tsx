import { playerPath, shownName } from '../formatting/player-names.ts';

/** The name of a player as a link to the player's page. */
export function PlayerName({ name }: { name: string }) {
  const path = playerPath(name);
  const shown = <bdi>{shownName(name)}</bdi>;
  return path === undefined ? (
    <span class="name">{shown}</span>
  ) : (
    <a class="name" href={path}>
      {shown}
    </a>
  );
}
