import { z } from 'zod';
import { VERSIONS } from '../protocols/gomokurs/action.ts';
import { DIALECTS } from '../protocols/nedap/codec.ts';
import type { Settings } from '../protocols/protocol.ts';
import { oneOf, readSettings, wholeNumber } from '../protocols/settings.ts';
import { ok, problem, type Result } from '../result.ts';
import { daigoClient } from './clients/daigo.ts';
import { gomokursScripts } from './clients/gomokurs.ts';
import { nedapScripts } from './clients/nedap.ts';
import { nu6Client } from './clients/nu6.ts';
import { remasteredClient } from './clients/remastered.ts';
import type { ClientScripts } from './scenario.ts';

/** All that a document demands of a client. */
export interface ClientCatalogue extends ClientScripts {
  readonly protocol: string;
  /** Lines of the board; `undefined` where the client asks for them. */
  readonly size: number | undefined;
}

const sized = z.object({ size: wholeNumber(7, 131).default(9) });
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
    return read.ok ? ok({ protocol: 'daigo', ...daigoClient, size: read.value.size }) : read;
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
