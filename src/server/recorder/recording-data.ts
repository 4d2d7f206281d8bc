import type { Color } from '../../rules/color.ts';
import { MessageLog } from './message-log.ts';
import { RecordedGame } from './recorded-game.ts';

/** A recorded game as plain data, which can be sent to another thread. */
export interface RecordingData {
  readonly connections: readonly { readonly seat: Color; readonly protocol: string }[];
  /** The bytes of a `MessageLog`. */
  readonly log: Uint8Array<ArrayBuffer>;
  /** Some messages are missing. */
  readonly cut: boolean;
}

const connectionsOf = ({ connections }: RecordedGame): RecordingData['connections'] =>
  connections.map(({ seat, protocol }) => ({ seat, protocol }));

/** The recording of a game so far. */
export const recordingOf = (game: RecordedGame): RecordingData => ({
  connections: connectionsOf(game),
  log: new Uint8Array(game.log.bytes),
  cut: game.isCut,
});

export function gameOf(game: number, { connections, log, cut }: RecordingData): RecordedGame {
  const recorded = new RecordedGame(game, cut, MessageLog.of(Buffer.from(log.buffer, log.byteOffset, log.length)));
  for (const { seat, protocol } of connections) recorded.open(seat, protocol);
  return recorded;
}

/** A recording in the form in which the archive stores it: JSON, with the log in base64. */
export function storedRecording(game: RecordedGame): string {
  const head = JSON.stringify({ connections: connectionsOf(game), cut: game.isCut });
  // Base64 has no characters that JSON escapes.
  return `{"log":"${game.log.bytes.toString('base64')}",${head.slice(1)}`;
}

export function readStoredRecording(text: string): RecordingData {
  const { log, ...rest } = JSON.parse(text) as Omit<RecordingData, 'log'> & { readonly log: string };
  return { ...rest, log: new Uint8Array(Buffer.from(log, 'base64')) };
}
