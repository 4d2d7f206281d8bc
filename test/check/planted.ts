import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Alteration, lying, TEXT, type Transcription } from './liar.ts';
import { examine } from './stage.ts';

/** A mistake, the clauses that it breaks, and perhaps those that cannot be looked at because of it. */
export interface Planted {
  readonly fault: string;
  readonly alteration: Alteration;
  readonly breaks: readonly string[];
  /** Of those that nobody gets to; none, or however many. */
  readonly hides?: 'some';
}

/** Plants one mistake at a time in our own server; the clauses named, and no others, must be found broken. */
export function eachIsFound(listener: string, faults: readonly Planted[], transcription: Transcription = TEXT): void {
  const protocol = listener.split('?')[0] ?? '';
  describe(`a ${protocol} server that`, () => {
    for (const { fault, alteration, breaks, hides } of faults) {
      test(fault, async () => {
        const checked = await examine(protocol, listener, lying(alteration, transcription));
        const titles = (kind: string): string[] =>
          checked.filter(({ verdict }) => verdict.kind === kind).map(({ title }) => title);
        assert.deepEqual(titles('broken'), breaks);
        if (hides === undefined) assert.deepEqual(titles('not reached'), []);
      });
    }
  });
}
