import { found } from '../../../src/protocols/api/resource-schemas.ts';
import { eventually } from '../eventually.ts';

/**
 * Polls the archive of the server at `url` until it has at least `count` games, because games are archived in the background.
 * Resolves with the archive's first page of games.
 */
export async function waitForArchivedGames(
  url: string,
  count: number,
): Promise<ReturnType<typeof found.parse>['games']> {
  return await eventually(`${count} games in the archive`, async () => {
    const { games } = found.parse(await (await fetch(`${url}/api/archive`)).json());
    return games.length >= count && games;
  });
}
