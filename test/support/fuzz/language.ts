import type { Color } from '../../../src/rules/color.ts';
import type { RandomInt } from '../clients/random.ts';
import type { CodecSide } from './codec-side.ts';

/** A client and the board for which it comes. */
interface Arrival {
  readonly name: string;
  readonly isGomoku: boolean;
  readonly size: number;
}

/** One way to speak one protocol. */
export interface ProtocolLanguage {
  readonly name: string;
  /** Whose transcripts are in it, and by whose listener it is spoken. */
  readonly protocol: string;
  readonly client: CodecSide;
  readonly server: CodecSide;
  /** What a client says to sit down at a board as soon as another client wants the same. */
  opening(arrival: Arrival): Uint8Array[];
  /** A listener with some of its settings. Absent: the protocol has none. */
  listener?(size: number, randomInt: RandomInt): string;
  /** Absent where there is no client's side of ours. */
  readonly player?: {
    readonly settings: string;
    /** What leads into a game: what the server says, what is wanted (`SEEK`), and how long it takes (`WAIT`). */
    beginning?(color: Color, randomInt: RandomInt): readonly string[];
  };
}

export const SEEK = '!';
export const WAIT = '…';

/** What is said, in lines. */
export const lines = (...said: readonly string[]): Uint8Array[] => said.map((line) => Buffer.from(`${line}\n`));

/** The beginning of a game in lines. */
export const saidInLines = (...said: readonly string[]): readonly string[] =>
  said.map((line) => (line === SEEK || line === WAIT ? line : `${line}\n`));
