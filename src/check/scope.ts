import { type Color, opposite } from '../rules/color.ts';
import type { Stones } from './stones.ts';

/** What the words of a dialogue stand for: some of it is known from the beginning, the rest is learnt. */
export interface Scope {
  /** The name on the server of each who takes part. */
  readonly names: ReadonlyMap<string, string>;
  /** Lines of the square board. */
  readonly size: number | undefined;
  /** Who plays which colour. */
  readonly seats: Readonly<Partial<Record<Color, string>>>;
  /** The words for the colours where `{color of ann}` stands. */
  readonly colors: Readonly<Record<Color, string>>;
  /** The message that was expected last, as it came. */
  readonly heard?: string;
  /** Where the stones are not those of the dialogue, but of whoever is examined. */
  readonly stones?: Stones;
}

/** Who is meant: by the name in the dialogue, or by the colour. */
export function personOf(scope: Scope, who: string): string {
  const person = who === 'black' || who === 'white' ? scope.seats[who] : who;
  if (person === undefined) throw new Error(`nobody is ${who} yet`);
  return person;
}

/** Gives somebody a colour; `undefined` if that one is somebody else's, or the person has the other. */
export function seat(scope: Scope, color: Color, person: string): Scope | undefined {
  const holder = scope.seats[color];
  if ((holder !== undefined && holder !== person) || scope.seats[opposite(color)] === person) return undefined;
  return { ...scope, seats: { ...scope.seats, [color]: person } };
}
