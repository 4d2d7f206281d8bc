import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Settings } from '../../../src/protocols/protocol-settings.ts';
import { type Alteration, alterMessages, type LineConversion, TEXT_LINES } from './faulty-server.ts';
import { checkOwnServer } from './own-server.ts';
import { titlesByVerdict } from './titles-by-verdict.ts';

/** A fault, the clauses that it breaks, and whether others cannot be reached because of it. */
export interface PlantedFault {
  readonly fault: string;
  readonly alteration: Alteration;
  readonly breaks: readonly string[];
  /** Clauses that are not reached because of it; without it, none. */
  readonly hides?: 'some';
}

/** Plants one fault at a time in our own server; the clauses named, and no others, must be found broken. */
export function testPlantedFaults(
  listener: string,
  faults: readonly PlantedFault[],
  transcription: LineConversion = TEXT_LINES,
  settings: Settings = {},
): void {
  const protocol = listener.split('?')[0] ?? '';
  describe(`a ${listener} server${Object.values(settings)
    .map((value) => ` of ${value}`)
    .join('')} that`, () => {
    const honest = checkOwnServer(protocol, listener, undefined, settings);
    for (const { fault, alteration, breaks, hides } of faults) {
      test(fault, async () => {
        const checked = await checkOwnServer(protocol, listener, alterMessages(alteration, transcription), settings);
        assert.deepEqual(titlesByVerdict(checked, 'broken'), breaks);
        if (hides === undefined)
          assert.deepEqual(titlesByVerdict(checked, 'not reached'), titlesByVerdict(await honest, 'not reached'));
      });
    }
  });
}
