import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { perform, WAYS } from '../transcripts/perform.ts';
import { parseTranscript } from '../transcripts/transcript.ts';
import { simpleton } from './simpleton.ts';

const folder = fileURLToPath(new URL('transcripts/', import.meta.url));

// At all of these tables sits one house player, `tengen`, who takes the first legal point from the top left.
for (const file of globSync(`${folder}*.txt`).sort()) {
  describe(relative(folder, file), () => {
    const transcript = parseTranscript(readFileSync(file, 'utf8'));
    for (const way of WAYS) test(way, () => perform(transcript, way, [simpleton('tengen')]));
  });
}
