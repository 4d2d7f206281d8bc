import type { z } from 'zod';
import { ok, type Result } from '../../result.ts';
import type { Settings } from '../protocol.ts';
import { readSettings, wholeNumber } from '../read-settings.ts';
import type { ClientScripts, Variant } from './clause.ts';

/** All that a document demands of a server, in each of the variants of its protocol. */
export interface ServerClauses {
  readonly protocol: string;
  /** Lines of the board to play on; `undefined` where only the server knows. */
  readonly size?: number;
  /** The document's first. */
  readonly variants: readonly Variant[];
}

/** All that a document demands of a client. */
export interface ClientClauses extends ClientScripts {
  readonly protocol: string;
  /** Lines of the board; `undefined` where the client asks for them. */
  readonly size: number | undefined;
}

/** What `tengen check` examines, by the settings of a URL. A problem is one clear line. */
export interface Conformance {
  server(settings: Settings): Result<ServerClauses>;
  client(settings: Settings): Result<ClientClauses>;
}

interface Parts<ServerSchema extends z.ZodObject, ClientSchema extends z.ZodObject> {
  readonly serverSettings: ServerSchema;
  server(settings: z.infer<ServerSchema>): Omit<ServerClauses, 'protocol'>;
  readonly clientSettings: ClientSchema;
  client(settings: z.infer<ClientSchema>): Omit<ClientClauses, 'protocol'>;
}

/** The clauses of a protocol, which depend on its settings. */
export function conformanceOf<ServerSchema extends z.ZodObject, ClientSchema extends z.ZodObject>(
  protocol: string,
  parts: Parts<ServerSchema, ClientSchema>,
): Conformance {
  return {
    server(settings) {
      const read = readSettings(protocol, parts.serverSettings, settings);
      return read.ok ? ok({ protocol, ...parts.server(read.value) }) : read;
    },
    client(settings) {
      const read = readSettings(protocol, parts.clientSettings, settings);
      return read.ok ? ok({ protocol, ...parts.client(read.value) }) : read;
    },
  };
}

export const LARGEST_BOARD = 131;

/** A board on fewer lines has no room for every dialogue. */
export const boardSize = wholeNumber(7, LARGEST_BOARD);
