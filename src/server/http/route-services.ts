import type { Accounts } from '../../accounts/accounts.ts';
import type { Bans } from '../../accounts/bans.ts';
import type { Archive } from '../../archive/archive.ts';
import type { Clock } from '../../clock.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { OtherNodes } from '../../nodes/node-transport.ts';
import type { ProtocolDescription } from '../../protocols/protocol-module.ts';
import type { Archiver } from '../archiver.ts';
import type { ServeConfig } from '../config/config.ts';
import type { Hub } from '../hub/hub.ts';
import type { Log } from '../hub/observability.ts';
import type { ClientDescription } from '../hub/transport.ts';
import type { JobRunner } from '../jobs/job-thread.ts';
import type { MetricsExposition } from '../metrics/metrics-exposition.ts';
import type { SharedConversations } from '../nodes/shared-conversations.ts';
import type { RecordingData } from '../recorder/recording-data.ts';
import type { HostAndOriginCheck } from './host-and-origin-check.ts';
import type { LargeResponseLimit } from './large-response-limit.ts';
import type { Visits } from './visits/visits.ts';

export interface RouteServices {
  readonly hub: Hub;
  readonly protocols: readonly ProtocolDescription[];
  /** The protocol of the page, whose messages are sent inside a WebSocket. */
  readonly overHttp: Pick<ClientDescription, 'protocol' | 'open'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The version of this package. */
  readonly version: string;
  /** Absent if there are no accounts: then no client is signed in. */
  readonly accounts?: Accounts;
  /** Absent if there are no bans. */
  readonly bans?: Bans;
  readonly isComputerPlayer?: (name: string) => boolean;
  readonly visits: Visits;
  readonly site: HostAndOriginCheck;
  /** Finished games. */
  readonly archive?: Archive;
  /** Waits for finished games that are not in the archive yet. */
  readonly archiver?: Pick<Archiver, 'settled'>;
  /** Recordings of games that are not in the archive yet. */
  readonly recorder?: RecordingSource;
  /** Runs long computations in another thread. */
  readonly jobs: JobRunner;
  readonly largeAnswers: LargeResponseLimit;
  /** The metrics; absent if nothing is counted. */
  readonly exposition?: MetricsExposition;
  /** Which clients may read the metrics; `loopback` by default. */
  readonly metrics?: ServeConfig['metrics'];
  /** The other nodes of the installation; absent in a single process. */
  readonly otherNodes?: OtherNodes;
  /** The recordings of the other nodes; absent in a single process. */
  readonly conversations?: Pick<SharedConversations, 'remoteRecordings'>;
  /** The folder of the built page; by default the one of this package. */
  readonly page?: string;
}

/** The services that exist before the HTTP server. */
export type ServicesBeforeHttp = Omit<RouteServices, 'visits' | 'largeAnswers'>;

/** Recordings of running games and of games that have just ended. */
export interface RecordingSource {
  recording(game: GameId): RecordingData | undefined;
  /** The same in the form in which the archive stores it. */
  recordingText(game: GameId): string | undefined;
}
