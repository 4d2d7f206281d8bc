import { type Color, opposite } from '../../../rules/color.ts';
import type { GameUnderTest } from '../game-under-test.ts';

/** The values of the variables of a dialogue. Some are known from the beginning, others are learnt from messages. */
export interface DialogueVariables {
  /** The name on the server of each client of the dialogue. */
  readonly names: ReadonlyMap<string, string>;
  /** Lines of the square board. */
  readonly size: number | undefined;
  /** The client that plays each colour. */
  readonly seats: Readonly<Partial<Record<Color, string>>>;
  /** The word for each colour, for `{color of ann}`. */
  readonly colors: Readonly<Record<Color, string>>;
  /** The last expected message, as it was received. */
  readonly lastReceived?: string;
  /** The stones of the game with a tested client. */
  readonly stones?: GameUnderTest;
}

/** The client with this name in the dialogue, or with this colour. */
export function clientNamed(scope: DialogueVariables, who: string): string {
  const client = who === 'black' || who === 'white' ? scope.seats[who] : who;
  if (client === undefined) throw new Error(`no client is ${who} yet`);
  return client;
}

/** Assigns a colour to a client. Undefined: another client has this colour, or the client has the other colour. */
export function seat(scope: DialogueVariables, color: Color, client: string): DialogueVariables | undefined {
  const holder = scope.seats[color];
  if ((holder !== undefined && holder !== client) || scope.seats[opposite(color)] === client) return undefined;
  return { ...scope, seats: { ...scope.seats, [color]: client } };
}
