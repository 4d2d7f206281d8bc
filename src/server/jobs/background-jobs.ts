import { crc32, deflateRawSync } from 'node:zlib';
import type { GameWithRecord as ArchivedRecord } from '../../archive/archive.ts';
import { archivedGameResource } from '../../archive/archived-game-resource.ts';
import { type CrossTableGames, crossTableCsv } from '../../archive/cross-table.ts';
import { gameFromJournal } from '../../archive/game-from-journal.ts';
import type { GameToArchive } from '../../archive/game-to-archive.ts';
import type { CompressedFile } from '../../archive/game-zip.ts';
import type { EncodedGame } from '../../journal/journal.ts';
import { readEntries } from '../../journal/rows/encoded-game.ts';
import type { ConversationResource } from '../../protocols/api/resource-schemas.ts';
import { PROTOCOLS } from '../../protocols/protocol-list.ts';
import { type FindProtocolMessages, loadMessages } from '../../protocols/protocol-module.ts';
import type { Result } from '../../result.ts';
import { conversationCsv } from '../recorder/conversation-csv.ts';
import { explainConversation } from '../recorder/explained-conversation.ts';
import { mergeNodeRecordings } from '../recorder/merge-node-recordings.ts';
import { type RecordingData, readStoredRecording } from '../recorder/recording-data.ts';
import { type PackedRunningGame, runningGame, sgfOf } from './packed-game.ts';

/** A conversation without its messages: the game and its players. */
export type ConversationHeader = Pick<ConversationResource, 'game' | 'black' | 'white'>;

interface ConversationJob {
  readonly header: ConversationHeader;
  /** The recording of each node. A string is in the form in which the archive stores it. */
  readonly recordings: readonly (RecordingData | string)[];
  readonly form: 'json' | 'csv';
  /** Parts of the recording cannot be read. */
  readonly isCut?: boolean;
}

const NO_MESSAGES = { messages: [], cut: false } satisfies Omit<ConversationResource, keyof ConversationHeader>;

/**
 * Computations that take long for long games. They run in a thread of their own. Answers of the API are returned as bytes, because
 * bytes can be transferred to the other thread without copying.
 */
export const BACKGROUND_JOBS = {
  /** A game of the archive as the API shows it. */
  archivedGame: (stored: ArchivedRecord): Uint8Array<ArrayBuffer> =>
    json({ state: 'finished', game: archivedGameResource(stored) }),

  /** A running or adjourned game as the API shows it. */
  runningGame: (game: PackedRunningGame): Uint8Array<ArrayBuffer> =>
    json({ state: game.view.adjourned ? 'adjourned' : 'running', game: runningGame(game) }),

  /** A running game in SGF. */
  runningSgf: ({ game, version }: { readonly game: PackedRunningGame; readonly version: string }): Result<string> =>
    sgfOf(game, version),

  /** The messages of a recording as the API shows them, or as CSV. */
  conversation: async ({
    header,
    recordings,
    form,
    isCut = false,
  }: ConversationJob): Promise<Uint8Array<ArrayBuffer>> => {
    const recording = mergeNodeRecordings(
      recordings.map((each) => (typeof each === 'string' ? readStoredRecording(each) : each)),
    );
    const explained =
      recording === undefined ? NO_MESSAGES : explainConversation(header.game, recording, await messages());
    const conversation = { ...header, ...explained, cut: explained.cut || isCut };
    return form === 'csv' ? ENCODER.encode(conversationCsv(conversation)) : json(conversation);
  },

  /** The results of every player against every other, as CSV. */
  crossTable: (games: CrossTableGames): Uint8Array<ArrayBuffer> => ENCODER.encode(crossTableCsv(games)),

  /** A game of the journal in the form for the archive. */
  gameToArchive: (stored: EncodedGame): GameToArchive => gameFromJournal(readEntries(stored)),

  compressedFiles: (texts: readonly string[]): CompressedFile[] => texts.map(compressed),
};

export type JobFunctions = typeof BACKGROUND_JOBS;
export type JobName = keyof JobFunctions;
export type JobInput<Name extends JobName> = Parameters<JobFunctions[Name]>[0];
export type JobOutput<Name extends JobName> = Awaited<ReturnType<JobFunctions[Name]>>;

let loaded: Promise<FindProtocolMessages> | undefined;

function messages(): Promise<FindProtocolMessages> {
  loaded ??= loadMessages(PROTOCOLS);
  return loaded;
}

const ENCODER = new TextEncoder();
/** Most games are short: for them a small compression table compresses as well, and is faster. */
function compressed(text: string): CompressedFile {
  const content = Buffer.from(text);
  const bytes = new Uint8Array(deflateRawSync(content, { memLevel: 4 }));
  return { crc: crc32(content), size: content.length, bytes };
}

const json = (value: object): Uint8Array<ArrayBuffer> => ENCODER.encode(JSON.stringify(value));
