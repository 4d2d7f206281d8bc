import { playerPath, shownName } from '../formatting/player-names.ts';

/** Somebody's name, which leads to what is known of them. */
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
