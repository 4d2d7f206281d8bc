import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import { checkOwnServer } from './check-own-server.ts';
import { type Alteration, alterMessages, type LineConversion, TEXT_LINES } from './message-alteration.ts';
import { titlesByVerdict } from './titles-by-verdict.ts';

/** A fault of a server, and its effects on the clauses. */
export interface PlantedFault {
  readonly fault: string;
  readonly alteration: Alteration;
  readonly breaks: readonly string[];
  /** Set if the check cannot reach some clauses because of the fault. */
  readonly hides?: 'some';
}

/** Defines one test for each fault, with our own server. The check must report the clauses of the fault as broken, and no others. */
export function testPlantedFaults(
  listener: string,
  faults: readonly PlantedFault[],
  conversion: LineConversion = TEXT_LINES,
  settings: ProtocolSettings = {},
): void {
  const protocol = listener.split('?')[0] ?? '';
  describe(`a ${listener} server${Object.values(settings)
    .map((value) => ` of ${value}`)
    .join('')} that`, () => {
    const withoutFault = checkOwnServer(protocol, listener, undefined, settings);
    for (const { fault, alteration, breaks, hides } of faults) {
      test(fault, async () => {
        const checked = await checkOwnServer(protocol, listener, alterMessages(alteration, conversion), settings);
        assert.deepEqual(titlesByVerdict(checked, 'broken'), breaks);
        if (hides === undefined)
          assert.deepEqual(titlesByVerdict(checked, 'not reached'), titlesByVerdict(await withoutFault, 'not reached'));
      });
    }
  });
}
