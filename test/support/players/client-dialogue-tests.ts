import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { ClientHalf } from '../../../src/protocols/client-session-types.ts';
import { parseSessionScripts } from '../protocols/session-scripts.ts';
import { runScript, sessionOpener } from './client-script.ts';

/** Defines a test for each dialogue of a file, which runs with whole messages and byte by byte. `settings` are the defaults. */
export function testDialogues(file: URL, protocol: ClientHalf, settings: string): void {
  const defaults = Object.fromEntries(new URLSearchParams(settings));
  describe(`${protocol.name} from the client's side`, () => {
    for (const { title, settings: own, lines } of parseSessionScripts(readFileSync(file, 'utf8'))) {
      test(title, () => {
        const open = sessionOpener(protocol, `${new URLSearchParams({ ...defaults, ...own })}`);
        for (const packet of [1 << 20, 1]) runScript(open, lines.join('\n'), { packet });
      });
    }
  });
}
