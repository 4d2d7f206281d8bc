import type { HttpBindings } from '@hono/node-server';
import type { Account } from '../../protocols/api/resource-schemas.ts';

export interface Requester {
  /** The id of the connection in the log. */
  readonly connection: string | undefined;
  /** The IP address of the connection. Headers are not trusted. */
  readonly address: string;
  /** The address may be that of a proxy which forwards the requests of several clients. */
  readonly isForwarded: boolean;
  /** The mark of the browser, whether or not it is signed in. */
  readonly browser: string | undefined;
  /** The account that is signed in. */
  readonly account: Account | undefined;
  /** How the request was authenticated. */
  readonly by: 'cookie' | 'token' | undefined;
  /** The browser uses https, perhaps to a proxy in front of the server. */
  readonly secure: boolean;
}

/** The context of every handler: `c.get('requester')`. */
export interface RequestEnvironment {
  Bindings: HttpBindings;
  Variables: { requester: Requester };
}
