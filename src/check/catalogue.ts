import * as daigo from './clauses/daigo.ts';
import * as nu6 from './clauses/nu6.ts';
import type { Language } from './language.ts';
import type { Clause } from './scenario.ts';

/** All that a document demands of a server. */
export interface Catalogue {
  readonly protocol: string;
  readonly language: Language;
  /** The first is the greeting: who does not understand that is no server of the protocol. */
  readonly clauses: readonly Clause[];
  /** Lines of the board to play on where nothing else is asked for; `undefined` where only the server can say it. */
  readonly size: number | undefined;
}

export const CATALOGUES: readonly Catalogue[] = [
  { protocol: 'nu6', size: 9, ...nu6 },
  { protocol: 'daigo', size: 9, ...daigo },
];
