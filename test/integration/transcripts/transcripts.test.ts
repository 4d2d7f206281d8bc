import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SERVERS } from '../../support/protocols/loaded-protocols.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript } from '../../support/transcripts/transcript.ts';
import { DELIVERY_MODES } from '../../support/transcripts/transcript-transport.ts';

const protocols = fileURLToPath(new URL('../../../src/protocols/', import.meta.url));

const files = globSync(`${protocols}*/transcripts/*.txt`).sort();

test('every protocol has transcripts', () => {
  const withTranscripts = new Set(files.map((file) => relative(protocols, file).split(sep)[0]));
  assert.deepEqual([...withTranscripts].sort(), SERVERS.map(({ name }) => name).sort());
});

for (const file of files) {
  describe(relative(protocols, file), () => {
    const transcript = parseTranscript(readFileSync(file, 'utf8'));
    for (const way of DELIVERY_MODES) test(way, () => runTranscript(transcript, way));
  });
}
