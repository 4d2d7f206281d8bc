/** The path of a player's page. Undefined for `.` and `..`, which a browser would treat as steps in the path. */
export const playerPath = (name: string): string | undefined =>
  name === '.' || name === '..' ? undefined : `/players/${encodeURIComponent(name)}`;
