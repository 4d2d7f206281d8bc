/** The versions that are spoken here; each numbers the actions in its own way. */
export const VERSIONS = ['0.1.0', '0.2.0'] as const;
export type Version = (typeof VERSIONS)[number];

/** Column and row, one byte each, from 0 at the top left. */
export interface Coordinates {
  readonly x: number;
  readonly y: number;
}

/** What a manager says; the server is one. */
export type ManagerAction =
  | { readonly kind: 'compatible' }
  | { readonly kind: 'start'; readonly size: number }
  /** Since 0.2.0. */
  | { readonly kind: 'restart' }
  | ({ readonly kind: 'turn' } & Coordinates)
  | { readonly kind: 'begin' }
  | { readonly kind: 'board'; readonly stones: readonly BoardStone[] }
  | { readonly kind: 'info'; readonly text: string }
  /** Since 0.2.0. */
  | { readonly kind: 'result'; readonly result: GameResult }
  | { readonly kind: 'end' }
  | { readonly kind: 'about' }
  /** Known programs send it without a payload, the document has one. */
  | { readonly kind: 'unknown'; readonly text?: string }
  | { readonly kind: 'error'; readonly text: string };

/** What a player says. */
export type PlayerAction =
  | { readonly kind: 'protocol-version'; readonly version: string }
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'play' } & Coordinates)
  | { readonly kind: 'player-description'; readonly text: string }
  | { readonly kind: 'unknown'; readonly text?: string }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'debug'; readonly text: string }
  | ({ readonly kind: 'suggestion' } & Coordinates);

/** A stone as the player who is told of it sees it. */
export interface BoardStone extends Coordinates {
  readonly owner: 'own' | 'opponent';
}

/** How a game ended for the player who is told; its place is its byte (ruling: 0 draw, 1 win, 2 loss). */
export const RESULTS = ['draw', 'win', 'loss'] as const;
export type GameResult = (typeof RESULTS)[number];

/** What stands where an action should. After `no-such-action` and `too-long` nothing more can be read. */
export interface Malformed {
  readonly kind: 'malformed';
  readonly problem: 'no-such-action' | 'too-long' | 'not-utf8' | 'bad-value';
  /** The byte that should have been an action's number, or was. */
  readonly number: number;
}

type Kinds<Action extends { readonly kind: string }> = Readonly<Record<Version, readonly Action['kind'][]>>;

/** An action's number is its place, from 0 (the document's headings; for 0.2.0 the ruling). */
const MANAGER_ACTIONS: Kinds<ManagerAction> = {
  '0.1.0': ['compatible', 'start', 'turn', 'begin', 'board', 'info', 'end', 'about', 'unknown', 'error'],
  '0.2.0': [
    'compatible',
    'start',
    'restart',
    'turn',
    'begin',
    'board',
    'info',
    'result',
    'end',
    'about',
    'unknown',
    'error',
  ],
};

/** The player's numbers go on where the manager's end; their order is the same in both versions. */
const PLAYER_ACTIONS = [
  'protocol-version',
  'ready',
  'play',
  'player-description',
  'unknown',
  'error',
  'message',
  'debug',
  'suggestion',
] as const satisfies readonly PlayerAction['kind'][];

export const managerActionAt = (version: Version, number: number): ManagerAction['kind'] | undefined =>
  MANAGER_ACTIONS[version][number];

export const playerActionAt = (version: Version, number: number): PlayerAction['kind'] | undefined =>
  PLAYER_ACTIONS[number - MANAGER_ACTIONS[version].length];

/** The number of a manager's action; `undefined` where the version does not have it. */
export function managerNumber(version: Version, kind: ManagerAction['kind']): number | undefined {
  const number = MANAGER_ACTIONS[version].indexOf(kind);
  return number === -1 ? undefined : number;
}

export const playerNumber = (version: Version, kind: PlayerAction['kind']): number =>
  MANAGER_ACTIONS[version].length + PLAYER_ACTIONS.indexOf(kind);
