import type { z } from 'zod';
import { ok, type Result } from '../../result.ts';
import type { ProtocolSettings } from '../protocol-settings.ts';
import { readSettings, wholeNumber } from '../read-settings.ts';
import { type ClientScripts, type ProtocolVariant, parseScripts } from './parse-clauses.ts';

/** All requirements of a document for servers, in each variant of the protocol. */
export interface ServerClauses {
  readonly protocol: string;
  /** The board size. Undefined: only the server determines it. */
  readonly size?: number;
  /** Whether the clients use the same names in all dialogues. */
  readonly keepsNames?: boolean;
  /** The variant of the document comes first. */
  readonly variants: readonly ProtocolVariant[];
}

/** All requirements of a document for clients. */
export interface ClientClauses extends ClientScripts {
  readonly protocol: string;
  /** The board size. Undefined: the client chooses it. */
  readonly size: number | undefined;
}

/** The clauses that `tengen check` examines. They depend on the settings of a URL. A problem is one line. */
export interface ConformanceSuite {
  server(settings: ProtocolSettings): Result<ServerClauses>;
  client(settings: ProtocolSettings): Result<ClientClauses>;
}

interface Parts<ServerSchema extends z.ZodObject, ClientSchema extends z.ZodObject> {
  readonly serverClauses: string;
  readonly serverSettings: ServerSchema;
  server(settings: z.infer<ServerSchema>): {
    readonly size?: number;
    readonly keepsNames?: boolean;
    readonly variants: readonly ServerVariant[];
  };
  readonly clientClauses: string;
  readonly clientSettings: ClientSchema;
  client(settings: z.infer<ClientSchema>): Omit<ClientClauses, 'protocol' | 'scripts'> & { readonly variant?: string };
}

/** A variant of the protocol. `variant` is its name in the text of the clauses; `probe` is the title of a clause. */
interface ServerVariant extends Pick<ProtocolVariant, 'adapter' | 'note'> {
  readonly variant?: string;
  readonly probe?: string;
}

/** Makes the suite of a protocol from the texts of its clauses. */
export function conformanceSuite<ServerSchema extends z.ZodObject, ClientSchema extends z.ZodObject>(
  protocol: string,
  parts: Parts<ServerSchema, ClientSchema>,
): ConformanceSuite {
  return {
    server(settings) {
      const read = readSettings(protocol, parts.serverSettings, settings);
      if (!read.ok) return read;
      const { variants, ...rest } = parts.server(read.value);
      return ok({ protocol, ...rest, variants: variants.map((each) => withClauses(each, parts.serverClauses)) });
    },
    client(settings) {
      const read = readSettings(protocol, parts.clientSettings, settings);
      if (!read.ok) return read;
      const { variant, ...rest } = parts.client(read.value);
      const scripts = parseScripts(parts.clientClauses, rest.adapter, { side: 'server', variant });
      return ok({ protocol, ...rest, scripts });
    },
  };
}

function withClauses({ variant, probe, ...rest }: ServerVariant, text: string): ProtocolVariant {
  const clauses = parseScripts(text, rest.adapter, { variant }).flat();
  const probing = clauses.find(({ title }) => title === probe);
  return { ...rest, clauses, ...(probing && { probe: probing.dialogue }) };
}

export const LARGEST_BOARD = 131;

/** A board size. On a board with fewer than 7 lines, some dialogues have no room. */
export const boardSize = wholeNumber(7, LARGEST_BOARD);
