import { type Color, opposite } from '../../../rules/color.ts';
import type { GameUnderTest } from '../game-under-test.ts';

/** The values of the variables of a dialogue: some are known from the beginning, the others are learnt. */
export interface DialogueVariables {
  /** The names on the server, by client of the dialogue. */
  readonly names: ReadonlyMap<string, string>;
  /** Lines of the square board. */
  readonly size: number | undefined;
  /** The clients that play the colours. */
  readonly seats: Readonly<Partial<Record<Color, string>>>;
  /** The words for the colours where `{color of ann}` stands. */
  readonly colors: Readonly<Record<Color, string>>;
  /** The message that was expected last, as it came. */
  readonly lastReceived?: string;
  /** The stones of a game with a client that is examined. */
  readonly stones?: GameUnderTest;
}

/** The client that is meant: by its name in the dialogue, or by its colour. */
export function clientNamed(scope: DialogueVariables, who: string): string {
  const person = who === 'black' || who === 'white' ? scope.seats[who] : who;
  if (person === undefined) throw new Error(`no client is ${who} yet`);
  return person;
}

/** Gives a client a colour; `undefined` if that is another client's, or the client has the other colour. */
export function seat(scope: DialogueVariables, color: Color, person: string): DialogueVariables | undefined {
  const holder = scope.seats[color];
  if ((holder !== undefined && holder !== person) || scope.seats[opposite(color)] === person) return undefined;
  return { ...scope, seats: { ...scope.seats, [color]: person } };
}
