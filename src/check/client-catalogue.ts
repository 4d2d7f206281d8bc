import { z } from 'zod';
import { VERSIONS } from '../protocols/gomokurs/version.ts';
import { DIALECTS } from '../protocols/nedap/messages.ts';
import type { Settings } from '../protocols/protocol.ts';
import { oneOf, readSettings, wholeNumber } from '../protocols/settings.ts';
import { ok, problem, type Result } from '../result.ts';
import type { ClientScripts } from './clause.ts';
import { daigoClient } from './clients/daigo.ts';
import { gomokursScripts } from './clients/gomokurs.ts';
import { nedapScripts } from './clients/nedap.ts';
import { nu6Client } from './clients/nu6.ts';
import { remasteredClient } from './clients/remastered.ts';

/** All that a document demands of a client. */
export interface ClientCatalogue extends ClientScripts {
  readonly protocol: string;
  /** Lines of the board; `undefined` where the client asks for them. */
  readonly size: number | undefined;
}

/** Where no message tells the size, our stones stay on so many lines, and the client's may stand on any. */
const UNTOLD = 9;
const LARGEST = 131;

const sized = z.object({ size: wholeNumber(7, LARGEST).optional() });
const drawn = z.object({ size: oneOf(['9', '13', '19']).default('19') });
const gomoku = z.object({ size: wholeNumber(7, 255).default(20), version: oneOf(VERSIONS).default('0.1.0') });
const dialects = z.object({ dialect: oneOf(DIALECTS).default('documented') });

const CATALOGUES: Readonly<Record<string, (settings: Settings) => Result<ClientCatalogue>>> = {
  remastered(settings) {
    const read = readSettings('remastered', drawn, settings);
    return read.ok ? ok({ protocol: 'remastered', ...remasteredClient, size: Number(read.value.size) }) : read;
  },
  nu6(settings) {
    const read = readSettings('nu6', z.object({}), settings);
    return read.ok ? ok({ protocol: 'nu6', size: undefined, ...nu6Client }) : read;
  },
  daigo(settings) {
    const read = readSettings('daigo', sized, settings);
    if (!read.ok) return read;
    const { size } = read.value;
    if (size !== undefined) return ok({ protocol: 'daigo', ...daigoClient, size });
    const stones = { ...daigoClient.stones, largest: LARGEST };
    return ok({ protocol: 'daigo', ...daigoClient, stones, size: UNTOLD });
  },
  nedap(settings) {
    const read = readSettings('nedap', dialects, settings);
    return read.ok ? ok({ protocol: 'nedap', size: undefined, ...nedapScripts(read.value.dialect) }) : read;
  },
  gomokurs(settings) {
    const read = readSettings('gomokurs', gomoku, settings);
    if (!read.ok) return read;
    return ok({ protocol: 'gomokurs', ...gomokursScripts(read.value.version), size: read.value.size });
  },
};

/** The protocols whose clients can be examined. */
export const EXAMINED_CLIENTS: readonly string[] = Object.keys(CATALOGUES);

/** The problem is one clear line. */
export function clientCatalogueOf(protocol: string, settings: Settings): Result<ClientCatalogue> {
  const known = EXAMINED_CLIENTS.join(', ');
  return CATALOGUES[protocol]?.(settings) ?? problem(`no protocol ${JSON.stringify(protocol)}; there are ${known}`);
}
