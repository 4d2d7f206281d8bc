import type { Color } from '../../rules/color.ts';
import type { RecordedGame } from './recorded-game.ts';

/** What was said in one game, as plain data that another thread can have. */
export interface Recording {
  readonly talks: readonly RecordedTalk[];
  /** The bytes of a tape. */
  readonly tape: Uint8Array<ArrayBuffer>;
  /** More was said than is here. */
  readonly cut: boolean;
}

interface RecordedTalk {
  readonly seat: Color;
  readonly protocol: string;
  /** Nothing more will be said in it. */
  readonly isOver: boolean;
}

/** As far as it goes by now. */
export const recordingOf = (game: RecordedGame): Recording => ({
  talks: game.talks.map(({ seat, protocol, isOver }) => ({ seat, protocol, isOver })),
  tape: new Uint8Array(game.tape.bytes),
  cut: game.isCut,
});
