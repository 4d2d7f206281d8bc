import type { z } from 'zod';
import { ok, type Result } from '../../result.ts';
import type { Settings } from '../protocol-settings.ts';
import { readSettings, wholeNumber } from '../read-settings.ts';
import { type ClientScripts, type ProtocolVariant, parseScripts } from './parse-clauses.ts';

/** All that a document demands of a server, in each of the variants of its protocol. */
export interface ServerClauses {
  readonly protocol: string;
  /** Lines of the board to play on; `undefined` where only the server knows. */
  readonly size?: number;
  /** The clients have the same names in every dialogue. */
  readonly keepsNames?: boolean;
  /** The document's first. */
  readonly variants: readonly ProtocolVariant[];
}

/** All that a document demands of a client. */
export interface ClientClauses extends ClientScripts {
  readonly protocol: string;
  /** Lines of the board; `undefined` where the client asks for them. */
  readonly size: number | undefined;
}

/** What `tengen check` examines, by the settings of a URL. A problem is one clear line. */
export interface ConformanceSuite {
  server(settings: Settings): Result<ServerClauses>;
  client(settings: Settings): Result<ClientClauses>;
}

interface Parts<ServerSchema extends z.ZodObject, ClientSchema extends z.ZodObject> {
  /** The text of the clauses for servers. */
  readonly serverClauses: string;
  readonly serverSettings: ServerSchema;
  server(settings: z.infer<ServerSchema>): {
    readonly size?: number;
    readonly keepsNames?: boolean;
    readonly variants: readonly ServerVariant[];
  };
  /** The text of the clauses for clients. */
  readonly clientClauses: string;
  readonly clientSettings: ClientSchema;
  client(settings: z.infer<ClientSchema>): Omit<ClientClauses, 'protocol' | 'scripts'> & { readonly variant?: string };
}

/** A variant by its name in the text; `probe` is the title of a clause. */
interface ServerVariant extends Pick<ProtocolVariant, 'language' | 'note'> {
  readonly variant?: string;
  readonly probe?: string;
}

/** The clauses of a protocol, which depend on its settings. */
export function conformanceOf<ServerSchema extends z.ZodObject, ClientSchema extends z.ZodObject>(
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
      const scripts = parseScripts(parts.clientClauses, rest.language, { side: 'server', variant });
      return ok({ protocol, ...rest, scripts });
    },
  };
}

function withClauses({ variant, probe, ...rest }: ServerVariant, text: string): ProtocolVariant {
  const clauses = parseScripts(text, rest.language, { variant }).flat();
  const probing = clauses.find(({ title }) => title === probe);
  return { ...rest, clauses, ...(probing && { probe: probing.dialogue }) };
}

export const LARGEST_BOARD = 131;

/** A board on fewer lines has no room for every dialogue. */
export const boardSize = wholeNumber(7, LARGEST_BOARD);
