import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { firstPointPlayer } from '../../support/computer-players/scripted-player.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript } from '../../support/transcripts/transcript.ts';
import { DELIVERY_MODES } from '../../support/transcripts/transcript-transport.ts';

const folder = fileURLToPath(new URL('transcripts/', import.meta.url));

// In all of these transcripts there is one computer player, `tengen`. It plays the first legal point from the top left.
for (const file of globSync(`${folder}*.txt`).sort()) {
  describe(relative(folder, file), () => {
    const transcript = parseTranscript(readFileSync(file, 'utf8'));
    for (const mode of DELIVERY_MODES) test(mode, () => runTranscript(transcript, mode, [firstPointPlayer('tengen')]));
  });
}
