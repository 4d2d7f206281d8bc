import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TappedServer } from '../../support/tap/tapped-server.ts';
import { completed, said } from '../../support/tap/transcript-recording.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript, type Transcript } from '../../support/transcripts/transcript.ts';

const protocols = fileURLToPath(new URL('../../../src/protocols/', import.meta.url));

/** What is done to the server itself, no tap can hear. */
const isOverheard = ({ statements }: Transcript): boolean =>
  statements.every(
    ({ kind }) =>
      kind !== 'restart' && kind !== 'stop' && kind !== 'becomes' && kind !== 'kicks' && kind !== 'stops-game',
  );

/** Transcripts that are not recorded as they are. */
const OTHERWISE = [
  // The moment in which a request comes decides a colour, and a recording has other moments.
  'igs/transcripts/requests.txt',
  // A tap without `--protocol` does not record these, or only later. The client ends no line, so that nothing tells which bytes are its password.
  'cgos/transcripts/no-line-end.txt',
  // The server closes without a word: it may have been one that asks for a password.
  'remastered/transcripts/handshake.txt',
  // The server answers a client that no first bytes identify after others have spoken.
  'gtp/transcripts/ends.txt',
];

describe('what the tap hears of a transcript is that transcript, and can be played', () => {
  for (const file of globSync(`${protocols}*/transcripts/*.txt`).sort()) {
    const transcript = parseTranscript(readFileSync(file, 'utf8'));
    if (!isOverheard(transcript) || OTHERWISE.some((each) => file.endsWith(each))) continue;
    test(relative(protocols, file), async () => {
      const worlds: TappedServer[] = [];
      await runTranscript(transcript, 'byte by byte', [], (options) => {
        worlds.push(new TappedServer(options));
        return worlds[0]!;
      });
      const recording = worlds[0]!.written.join('\n');
      const replayed = parseTranscript(completed(recording, transcript));
      assert(replayed.recorded);
      assert.deepEqual(said(replayed), said(transcript));
      await runTranscript(replayed, 'whole').catch((error: unknown) => {
        throw new Error(recording, { cause: error });
      });
    });
  }
});
