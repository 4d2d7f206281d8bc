import type { HttpBindings } from '@hono/node-server';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Bans } from '../../accounts/bans.ts';
import type { Archive } from '../../archive/archive.ts';
import type { Clock } from '../../clock.ts';
import type { GameId } from '../../lobby/games/event.ts';
import type { Account } from '../../protocols/api/resource.ts';
import type { ProtocolDescription } from '../../protocols/protocol-module.ts';
import type { Archiver } from '../archiver.ts';
import type { ServeConfig } from '../config/config.ts';
import type { Hub } from '../hub/hub.ts';
import type { ClientDescription } from '../hub/link.ts';
import type { Log } from '../hub/observability.ts';
import type { MetricSources } from '../metrics/exposition.ts';
import type { Reader } from '../reader/reader.ts';
import type { Recording } from '../recorder/recording.ts';
import type { LargeAnswers } from './large-answers.ts';
import type { Site } from './site.ts';
import type { Visits } from './visits/visits.ts';

/** What the routes work with. Each part of the server that has routes adds itself here. */
export interface Services {
  readonly hub: Hub;
  readonly protocols: readonly ProtocolDescription[];
  /** The protocol that is spoken inside a WebSocket. */
  readonly overHttp: Pick<ClientDescription, 'protocol' | 'open'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Of this package. */
  readonly version: string;
  /** Absent where there are no accounts: then nobody is signed in. */
  readonly accounts?: Accounts;
  /** Who is kept away; absent where nobody is. */
  readonly bans?: Bans;
  /** The name is a house player's. */
  readonly isHouse?: (name: string) => boolean;
  readonly visits: Visits;
  readonly site: Site;
  /** The games that are over. */
  readonly archive?: Archive;
  /** Knows of games that are over and not in the archive yet. */
  readonly archiver?: Pick<Archiver, 'settled'>;
  /** What is said about games. */
  readonly recorder?: Conversations;
  /** Does what takes long. */
  readonly reader: Reader;
  readonly largeAnswers: LargeAnswers;
  /** What is counted; absent where nothing is. */
  readonly metricSources?: MetricSources;
  /** Who may read it; `here` where it is absent. */
  readonly metrics?: ServeConfig['metrics'];
  /** The folder of the built page; the one of this package where it is absent. */
  readonly page?: string;
}

/** What the rest of the server offers. */
export type Offered = Omit<Services, 'visits' | 'largeAnswers'>;

/** What is said about games that run, or have just ended. */
export interface Conversations {
  recording(game: GameId): Recording | undefined;
}

/** Who sent a request. */
export interface Requester {
  /** The name of the connection in the log. */
  readonly connection: string | undefined;
  /** The IP address of the connection; nobody's word is taken for another one. */
  readonly address: string;
  /** It is the address of something that speaks for others, too. */
  readonly isForwarded: boolean;
  /** Who is signed in. */
  readonly account: Account | undefined;
  /** How it was shown. */
  readonly by: 'cookie' | 'token' | undefined;
  /** The browser came by https, through whatever stands before this server. */
  readonly secure: boolean;
}

/** What every handler finds in its context: `c.get('asker')`. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: { requester: Requester };
}
