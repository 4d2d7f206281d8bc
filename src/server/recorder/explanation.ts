import type { GameId } from '../../lobby/games/event.ts';
import type { MessagesOf } from '../../protocols/protocol-module.ts';
import { ByteLog } from './byte-log.ts';
import { RecordedGame } from './recorded-game.ts';
import type { Recording } from './recording.ts';
import { type Transcribed, transcribe } from './transcript.ts';

// Not for the server's thread: what two clients have said takes up to a second.

/** Every message of a recording, and what it means. */
export function explainRecording(id: GameId, { talks, tape, cut }: Recording, messagesOf: MessagesOf): Transcribed {
  const game = new RecordedGame(id, cut, ByteLog.of(Buffer.from(tape.buffer, tape.byteOffset, tape.length)));
  const opened = talks.map(({ seat, protocol }) => game.open(seat, protocol));
  for (const [place, talk] of opened.entries()) talk.isOver = talks[place]?.isOver ?? true;
  return transcribe(game, messagesOf);
}

/** The same for what the archive keeps of a conversation (src/server/recorder/stored-conversation.ts). */
export function explainKept(id: GameId, text: string, messagesOf: MessagesOf): Transcribed {
  const kept = JSON.parse(text) as KeptTape | Transcribed;
  if (!('tape' in kept)) return kept;
  const { talks, tape, cut } = kept;
  const bytes = new Uint8Array(Buffer.from(tape, 'base64'));
  return explainRecording(
    id,
    { talks: talks.map((talk) => ({ ...talk, isOver: true })), tape: bytes, cut },
    messagesOf,
  );
}

/** A tape in base64. */
interface KeptTape {
  readonly talks: readonly Omit<Recording['talks'][number], 'isOver'>[];
  readonly tape: string;
  readonly cut: boolean;
}
