import { isPostgres } from '../database/database-location.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import { belongsToOtherDatabase } from '../nodes/catch-up-with-stream.ts';
import { parseNatsSettings } from '../nodes/nats/nats-settings.ts';
import { ReplicaAsJournal } from '../nodes/replica-as-journal.ts';
import { readInstallationFromStream } from '../server/nodes/read-installation-from-stream.ts';
import type { ArchiveForExport } from './archive-for-export.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';
import { type ExportSource, exportedRecord } from './export-source.ts';

/**
 * The games of several nodes: the archive has the finished games, and the stream has the games that run or are not archived
 * yet. The stream is read first, so that a game which is archived during the export is found in at least one of the two.
 * Rejects with `NatsUnusable` or `ConfigurationDiffers`.
 */
export async function openNodesExportSource(nats: string, database: string | undefined, archive: ArchiveForExport) {
  const location = parseNatsSettings(nats);
  if (!location.ok) exitWithUsageError(`--nats ${location.problem}`);
  if (database === undefined || !isPostgres(database))
    exitWithUsageError('--nats needs --database postgres://…, which the nodes share');
  const replica = await readInstallationFromStream(location.value);
  const { configuration } = replica;
  if (configuration?.database !== (await archive.key())) throw belongsToOtherDatabase(location.value.installation);
  const journal = new ReplicaAsJournal(() => replica);
  const source: ExportSource = {
    numbers: () => merged(replica.games.numbers, archive.numbers('all')),
    record: async (game) => (await archive.record(game)) ?? exportedRecord(await journal.game(game)),
  };
  return source;
}

/** Both lists have the lowest number first; a number in both is yielded once. */
async function* merged(list: readonly GameId[], others: AsyncIterable<GameId>): AsyncGenerator<GameId> {
  let index = 0;
  for await (const other of others) {
    for (; (list[index] ?? Number.POSITIVE_INFINITY) < other; index++) yield list[index] as GameId;
    if (list[index] === other) index++;
    yield other;
  }
  yield* list.slice(index);
}
