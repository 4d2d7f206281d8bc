import { displayName } from '../formatting/display-name.ts';
import { playerPath } from './player-path.ts';

export function PlayerLink({ name }: { name: string }) {
  const path = playerPath(name);
  // The title has the whole name, which may be cut off in a table.
  const shown = <bdi title={displayName(name)}>{displayName(name)}</bdi>;
  return path === undefined ? (
    <span class="name">{shown}</span>
  ) : (
    <a class="name" href={path}>
      {shown}
    </a>
  );
}
