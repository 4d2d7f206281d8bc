import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { ClientHalf } from '../../../src/protocols/client-session-types.ts';
import { scriptsIn } from '../protocols/scripts.ts';
import { opening, perform } from './client-script.ts';

/** Plays every dialogue of a file, whole and byte by byte. `settings` hold where a dialogue has none of its own. */
export function playDialogues(file: URL, protocol: ClientHalf, settings: string): void {
  const usual = Object.fromEntries(new URLSearchParams(settings));
  describe(`${protocol.name} from the client's side`, () => {
    for (const { title, settings: own, lines } of scriptsIn(readFileSync(file, 'utf8'))) {
      test(title, () => {
        const open = opening(protocol, `${new URLSearchParams({ ...usual, ...own })}`);
        for (const packet of [1 << 20, 1]) perform(open, lines.join('\n'), { packet });
      });
    }
  });
}
