import { square } from '../../../src/rules/point.ts';
import { columnName } from '../../../src/rules/vertex.ts';
import { type GeneratedStone, LINES } from '../server/generated-games.ts';

/**
 * The messages with which clients play a game in one protocol. The folder `turn-messages` has a file for each measurement, named
 * after the protocol, and after a hyphen the variant.
 */
export interface TurnMessages {
  /** The settings of the listener. */
  readonly settings?: string;
  /** The lines with which a client starts a game, if they are not those of the fuzzer's language. */
  readonly opening?: (name: string) => readonly string[];
  readonly place: (stone: GeneratedStone) => string;
}

/** The name of a stone's point in GTP. */
export const vertex = ({ x, y }: GeneratedStone): string => `${columnName(x)}${square(LINES).height - y}`;
