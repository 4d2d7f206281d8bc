import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { perform, WAYS } from './perform.ts';
import { parseTranscript } from './transcript.ts';

const protocols = fileURLToPath(new URL('../../src/protocols', import.meta.url));

for (const file of globSync(`${protocols}*/transcripts/*.txt`).sort()) {
  describe(relative(protocols, file), () => {
    const transcript = parseTranscript(readFileSync(file, 'utf8'));
    for (const way of WAYS) test(way, () => perform(transcript, way));
  });
}
