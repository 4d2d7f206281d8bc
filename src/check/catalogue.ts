import { z } from 'zod';
import { VERSIONS } from '../protocols/gomokurs/version.ts';
import { DIALECTS } from '../protocols/nedap/messages.ts';
import type { Settings } from '../protocols/protocol.ts';
import { oneOf, readSettings, wholeNumber } from '../protocols/settings.ts';
import { ok, problem, type Result } from '../result.ts';
import type { Variant } from './clause.ts';
import { daigo } from './clauses/daigo.ts';
import { gomokursClauses } from './clauses/gomokurs.ts';
import { nedapClauses } from './clauses/nedap.ts';
import { nu6 } from './clauses/nu6.ts';
import { remastered } from './clauses/remastered.ts';

/** All that is demanded of a server, in each of the variants of its protocol. */
export interface Catalogue {
  readonly protocol: string;
  /** Lines of the board to play on; `undefined` where only the server knows. */
  readonly size?: number;
  /** The document's first. */
  readonly variants: readonly Variant[];
}

/** On fewer lines than the least not every dialogue has room. */
const boardSize = (least: number) => wholeNumber(least, 131).default(9);
const sized = z.object({ size: boardSize(7) });
const nedapSettings = z.object({
  size: boardSize(7).refine((size) => size % 2 === 1, { error: 'is odd' }),
  dialect: oneOf(DIALECTS).optional(),
});

const versioned = z.object({ version: oneOf(VERSIONS).optional() });

/** What to examine, each protocol with the settings of a URL. */
const CATALOGUES: Readonly<Record<string, (settings: Settings) => Result<Catalogue>>> = {
  remastered(settings) {
    const read = readSettings('remastered', z.object({}), settings);
    return read.ok ? ok({ protocol: 'remastered', variants: [remastered] }) : read;
  },
  nu6(settings) {
    const read = readSettings('nu6', sized, settings);
    return read.ok ? ok({ protocol: 'nu6', size: read.value.size, variants: [nu6] }) : read;
  },
  daigo(settings) {
    const read = readSettings('daigo', z.object({ size: wholeNumber(7, 131).optional() }), settings);
    if (!read.ok) return read;
    const { size } = read.value;
    return ok({ protocol: 'daigo', variants: [daigo], ...(size !== undefined && { size }) });
  },
  nedap(settings) {
    const read = readSettings('nedap', nedapSettings, settings);
    if (!read.ok) return read;
    const { size, dialect } = read.value;
    const variants = [nedapClauses('documented'), { ...nedapClauses('later'), note: 'the later dialect' }];
    return ok({ protocol: 'nedap', size, variants: dialect === undefined ? variants : [nedapClauses(dialect)] });
  },
  gomokurs(settings) {
    const read = readSettings('gomokurs', versioned, settings);
    if (!read.ok) return read;
    const { version } = read.value;
    const variants = [gomokursClauses('0.1.0'), { ...gomokursClauses('0.2.0'), note: 'the numbers of version 0.2.0' }];
    return ok({ protocol: 'gomokurs', variants: version === undefined ? variants : [gomokursClauses(version)] });
  },
};

/** The protocols that can be examined. */
export const EXAMINED: readonly string[] = Object.keys(CATALOGUES);

/** The problem is one clear line. */
export function catalogueOf(protocol: string, settings: Settings): Result<Catalogue> {
  return CATALOGUES[protocol]?.(settings) ?? problem(`there are no clauses for ${protocol}`);
}
