import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTranscript, type Transcript } from '../transcripts/transcript.ts';

const FOLDER = join(import.meta.dirname, '../../../src/protocols');

/** The transcripts of a protocol. */
export function transcriptsOf(protocol: string): Transcript[] {
  const folder = join(FOLDER, protocol, 'transcripts');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => parseTranscript(readFileSync(join(folder, name), 'utf8')));
}

/** All different messages in the transcripts of a protocol. */
export function messagesInTranscripts(protocol: string): Uint8Array[] {
  const messages = transcriptsOf(protocol).flatMap(({ statements }) =>
    statements.flatMap((each) =>
      each.kind === 'sends' || each.kind === 'receives' ? [each.bytes.toString('latin1')] : [],
    ),
  );
  return [...new Set(messages)].map((bytes) => Buffer.from(bytes, 'latin1'));
}
