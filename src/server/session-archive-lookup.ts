import type { Archive } from '../archive/archive.ts';
import type { Clock } from '../clock.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { ArchivedGameWithTurns } from '../protocols/api/resource-schemas.ts';
import type { ArchiveQuestion, ArchiveReply } from '../protocols/server-session-types.ts';
import { messageOf } from '../result.ts';
import type { Log } from './hub/observability.ts';
import type { JobRunner } from './jobs/job-thread.ts';

/** Moves of the longest game that is sent to a client. Parsing its JSON takes the server's thread 2 ms. */
const MAXIMUM_MOVES = 5_000;

const NOTHING: ArchiveReply = { kind: 'nothing' };

interface Sources {
  readonly archive: Pick<Archive, 'search' | 'listed' | 'stored' | 'player'>;
  readonly jobs: JobRunner;
  readonly clock: Clock;
  readonly log: Log;
}

/** Answers the questions of sessions about finished games. Never rejects: a database failure is reported elsewhere. */
export const sessionArchiveLookup =
  (sources: Sources) =>
  (question: ArchiveQuestion): Promise<ArchiveReply> =>
    answer(sources, question).catch(() => NOTHING);

async function answer(sources: Sources, question: ArchiveQuestion): Promise<ArchiveReply> {
  const { archive, clock } = sources;
  switch (question.kind) {
    case 'games': {
      const { limit, before } = question;
      return { kind: 'games', found: await archive.search({ game: 'go', limit, ...(before && { before }) }) };
    }
    case 'game':
      return await finishedGame(sources, question.game);
    case 'player': {
      const player = await archive.player(question.name, clock.now());
      return player === undefined ? NOTHING : { kind: 'player', player };
    }
  }
}

async function finishedGame({ archive, jobs, log }: Sources, id: GameId): Promise<ArchiveReply> {
  const listed = await archive.listed(id, {});
  const stored = listed === undefined || listed.turns > MAXIMUM_MOVES ? undefined : await archive.stored(id, {});
  if (stored === undefined) return NOTHING;
  try {
    const { game } = JSON.parse(new TextDecoder().decode(await jobs.run('archivedGame', stored))) as {
      game: ArchivedGameWithTurns;
    };
    return { kind: 'game', game };
  } catch (error) {
    log.error({ game: id, error: messageOf(error) }, 'archive.game-unreadable');
    return NOTHING;
  }
}
