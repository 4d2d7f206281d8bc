import { square } from '../../../src/rules/point.ts';
import { columnName } from '../../../src/rules/vertex.ts';
import { type GeneratedStone, LINES } from '../server/generated-games.ts';

/** How a game is played by the server's sessions in one protocol: a file of `words`, by the name of the protocol, perhaps with `-` and more. */
export interface TurnMessages {
  /** Of the listener. */
  readonly settings?: string;
  /** What a client says to sit down, if it is not the usual. */
  readonly opening?: (name: string) => readonly string[];
  readonly place: (stone: GeneratedStone) => string;
}

/** As GTP writes a point. */
export const vertex = ({ x, y }: GeneratedStone): string => `${columnName(x)}${square(LINES).height - y}`;
