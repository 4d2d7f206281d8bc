import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TappedWorld } from '../../support/tap/tapped-server.ts';
import { completed, said } from '../../support/tap/transcript-recording.ts';
import { perform } from '../../support/transcripts/perform.ts';
import { parseTranscript, type Transcript } from '../../support/transcripts/transcript.ts';

const protocols = fileURLToPath(new URL('../../../src/protocols/', import.meta.url));

/** What is done to the server itself, no tap can hear. */
const isOverheard = ({ statements }: Transcript): boolean =>
  statements.every(
    ({ kind }) =>
      kind !== 'restart' && kind !== 'stop' && kind !== 'becomes' && kind !== 'kicks' && kind !== 'stops-game',
  );

describe('what the tap hears of a transcript is that transcript, and can be played', () => {
  for (const file of globSync(`${protocols}*/transcripts/*.txt`).sort()) {
    const transcript = parseTranscript(readFileSync(file, 'utf8'));
    if (!isOverheard(transcript)) continue;
    test(relative(protocols, file), async () => {
      const worlds: TappedWorld[] = [];
      await perform(transcript, 'byte by byte', [], (options) => {
        worlds.push(new TappedWorld(options));
        return worlds[0]!;
      });
      const recording = worlds[0]!.written.join('\n');
      const replayed = parseTranscript(completed(recording, transcript));
      assert(replayed.recorded);
      assert.deepEqual(said(replayed), said(transcript));
      await perform(replayed, 'whole').catch((error: unknown) => {
        throw new Error(recording, { cause: error });
      });
    });
  }
});
