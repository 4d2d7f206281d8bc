import { crc32, deflateRawSync } from 'node:zlib';
import type { StoredGame as ArchivedRecord } from '../../archive/archive.ts';
import { archivedGame } from '../../archive/archived-game.ts';
import { finishedGame } from '../../archive/finish.ts';
import type { FinishedGame } from '../../archive/finished-game.ts';
import type { CompressedFile } from '../../archive/game-zip.ts';
import type { StoredGame } from '../../journal/journal.ts';
import { readEntries } from '../../journal/rows/stored-game.ts';
import type { ConversationResource } from '../../protocols/api/resource-schemas.ts';
import { PROTOCOLS } from '../../protocols/protocol-list.ts';
import { loadMessages, type MessagesOf } from '../../protocols/protocol-module.ts';
import type { Result } from '../../result.ts';
import { type Recording, readStoredRecording } from '../recorder/recording.ts';
import { transcribe } from '../recorder/transcript.ts';
import { type PackedGame, runningGame, sgfOf } from './running-game.ts';

/** What is known of a conversation besides what was said. */
export type ConversationHead = Pick<ConversationResource, 'game' | 'black' | 'white'>;

/**
 * What takes long with the longest game there can be: it is done in a thread of its own. An answer of the API comes as its
 * bytes, which are handed over and not copied.
 */
export const JOBS = {
  /** A game of the archive, as the API tells it. */
  archivedGame: (stored: ArchivedRecord): Uint8Array<ArrayBuffer> =>
    json({ state: 'finished', game: archivedGame(stored) }),

  /** A running game, as the API tells it. */
  runningGame: (game: PackedGame): Uint8Array<ArrayBuffer> => json({ state: 'running', game: runningGame(game) }),

  /** The same in SGF. */
  runningSgf: ({ game, version }: { readonly game: PackedGame; readonly version: string }): Result<string> =>
    sgfOf(game, version),

  /** What was said in a game that is recorded, as the API tells it. */
  conversation: async ({ head, recording }: { readonly head: ConversationHead; readonly recording: Recording }) =>
    json({ ...head, ...transcribe(head.game, recording, await messages()) }),

  /** The same for a recording of the archive. */
  storedConversation: async ({ head, text }: { readonly head: ConversationHead; readonly text: string }) =>
    json({ ...head, ...transcribe(head.game, readStoredRecording(text), await messages()) }),

  /** A game of the journal, as the archive takes it in. */
  finishedGame: (stored: StoredGame): FinishedGame => finishedGame(readEntries(stored)),

  /** Files for a zip. */
  compressedFiles: (texts: readonly string[]): CompressedFile[] => texts.map(compressed),
};

export type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;

let loaded: Promise<MessagesOf> | undefined;

function messages(): Promise<MessagesOf> {
  loaded ??= loadMessages(PROTOCOLS);
  return loaded;
}

const ENCODER = new TextEncoder();
/** Games are short, nearly all of them: a small table of what came before is as good and filled sooner. */
function compressed(text: string): CompressedFile {
  const content = Buffer.from(text);
  const bytes = new Uint8Array(deflateRawSync(content, { memLevel: 4 }));
  return { crc: crc32(content), size: content.length, bytes };
}

const json = (value: object): Uint8Array<ArrayBuffer> => ENCODER.encode(JSON.stringify(value));
