import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TappedServer } from '../../support/tap/tapped-server.ts';
import { bytesByClient, completeRecording } from '../../support/tap/transcript-recording.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript, type Transcript } from '../../support/transcripts/transcript.ts';

const protocols = fileURLToPath(new URL('../../../src/protocols/', import.meta.url));

/** Whether a transcript has no statements that act on the server itself, which a tap cannot record. */
const canBeRecorded = ({ statements }: Transcript): boolean =>
  statements.every(
    ({ kind }) =>
      kind !== 'restart' && kind !== 'stop' && kind !== 'becomes' && kind !== 'kicks' && kind !== 'stops-game',
  );

/** Transcripts whose recordings differ from them. */
const EXCEPTIONS = [
  // The time of a request decides a colour, and the recording has other times.
  'igs/transcripts/requests.txt',
  // The client ends no line, so a tap without `--protocol` cannot tell which bytes are its password.
  // It records them late or not at all.
  'cgos/transcripts/no-line-end.txt',
  // The server closes the connection without a message. It may have been a server that asks for a password.
  'remastered/transcripts/handshake.txt',
  // The server answers a client whose first bytes identify no protocol only after other clients have sent messages.
  'gtp/transcripts/ends.txt',
];

describe('the recording of a transcript by the tap equals the transcript and can be played', () => {
  for (const file of globSync(`${protocols}*/transcripts/*.txt`).sort()) {
    const transcript = parseTranscript(readFileSync(file, 'utf8'));
    if (!canBeRecorded(transcript) || EXCEPTIONS.some((each) => file.endsWith(each))) continue;
    test(relative(protocols, file), async () => {
      const servers: TappedServer[] = [];
      await runTranscript(transcript, 'byte by byte', [], (options) => {
        servers.push(new TappedServer(options));
        return servers[0]!;
      });
      const recording = servers[0]!.written.join('\n');
      const replayed = parseTranscript(completeRecording(recording, transcript));
      assert(replayed.recorded);
      assert.deepEqual(bytesByClient(replayed), bytesByClient(transcript));
      await runTranscript(replayed, 'whole').catch((error: unknown) => {
        throw new Error(recording, { cause: error });
      });
    });
  }
});
