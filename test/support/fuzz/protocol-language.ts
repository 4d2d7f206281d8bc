import type { Color } from '../../../src/rules/color.ts';
import type { RandomInt } from '../clients/random.ts';
import type { CodecSide } from './codec-side.ts';

/** A client and the board that it seeks. */
interface FuzzClient {
  readonly name: string;
  readonly isGomoku: boolean;
  readonly size: number;
}

/** One dialect of one protocol. */
export interface ProtocolLanguage {
  readonly name: string;
  /** The protocol of its transcripts and its listener. */
  readonly protocol: string;
  readonly client: CodecSide;
  readonly server: CodecSide;
  /** The messages with which a client seeks a game. */
  opening(arrival: FuzzClient): Uint8Array[];
  /** A listener with random settings; absent if the protocol has no settings. */
  listener?(size: number, randomInt: RandomInt): string;
  /** Absent if we have no client session for it. */
  readonly player?: {
    readonly settings: string;
    /** The steps that lead into a game: messages of the server, `SEEK` for the intent to seek, and `WAIT` for a pause. */
    beginning?(color: Color, randomInt: RandomInt): readonly string[];
  };
}

export const SEEK = '!';
export const WAIT = '…';

/** Encodes lines. */
export const lines = (...texts: readonly string[]): Uint8Array[] => texts.map((line) => Buffer.from(`${line}\n`));

/** Adds a line feed to each message; `SEEK` and `WAIT` stay as they are. */
export const withLineEnds = (...steps: readonly string[]): readonly string[] =>
  steps.map((line) => (line === SEEK || line === WAIT ? line : `${line}\n`));
