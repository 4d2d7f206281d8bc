import type { Color } from '../rules/color.ts';
import type { GoRefusal } from '../rules/go/ruleset.ts';
import type { GomokuRefusal } from '../rules/gomoku/rule.ts';
import type { Point } from '../rules/point.ts';
import type { Directory } from './directory.ts';
import type { GameId } from './event.ts';
import type { GameView } from './game-view.ts';
import type { Proposal } from './notice.ts';
import type { Offer } from './offer.ts';
import type { Wish } from './wish.ts';

/**
 * What a session asks of the lobby on behalf of its player. Every command gets exactly one `Answer`, in the order of
 * asking; what follows from it for anybody, the asker included, comes afterwards as a `Notice`.
 */
export type Command =
  | Enter
  /** Changes the player's name. Refused: `name-taken`. With `numbered`, 2, 3, … is appended instead until it is free. */
  | { readonly kind: 'rename'; readonly name: string; readonly numbered?: boolean }
  | Seek
  | Attend
  /** Takes the waiting seek of the player called `host` (a name or an alias). Refused: `in-game`, `no-such-seek`. */
  | { readonly kind: 'take'; readonly host: string; readonly wish: Wish }
  /** Waits no more. Refused: `no-such-seek`. */
  | { readonly kind: 'cancel' }
  /** Sits down on the seat that is held for this player, if `wish`, where there is one, is what it was taken for. Refused: `no-game`. */
  | { readonly kind: 'return'; readonly wish?: Wish }
  /** One player takes both seats. `handshake` as in `Seek`. */
  | { readonly kind: 'practise'; readonly wish: Wish; readonly handshake: boolean }
  /** The names of those whose seeks the player could take, the longest waiting first. Answered by `names`. */
  | { readonly kind: 'seeks'; readonly wish: Wish }
  /** The names of everyone present, the asker included, in no particular order. Answered by `names`. */
  | { readonly kind: 'who' }
  /** The seat of a seek with `handshake` is ready to play. */
  | { readonly kind: 'ready' }
  /** `spent` is the time used for the turn, in milliseconds, where the protocol has a clock. */
  | { readonly kind: 'play'; readonly point: Point | 'off-board'; readonly spent?: number }
  /** Refused: `no-game`, `not-your-turn`, `no-pass` (the game is Gomoku). */
  | { readonly kind: 'pass'; readonly spent?: number }
  /** Passes if the player has no legal stone at all. Refused: `not-your-turn`, `not-stuck`. */
  | { readonly kind: 'pass-if-stuck' }
  /** Loses the game, in turn or not: by giving up, by its clock, or by a breach that its protocol punishes so. */
  | { readonly kind: 'forfeit'; readonly how: 'resigned' | 'timed-out' | 'fouled' }
  /**
   * Asks the opponent to agree to something. It lapses with the next turn, and a new one takes its place. Refused: `no-game`,
   * `cannot-propose` (a seat's protocol cannot speak of it, nothing has been played to take back, or it
   * has been proposed three times in this turn).
   */
  | { readonly kind: 'propose'; readonly what: Proposal }
  /** Agrees to what the opponent has proposed, or does not. Refused: `no-proposal`. */
  | { readonly kind: 'agree' }
  | { readonly kind: 'decline' }
  /** Everybody who is here, who waits and what is played; from then on `directory` notices. Answered by `directory`. */
  | { readonly kind: 'observe' }
  | { readonly kind: 'unobserve' }
  /** One running game as it stands; from then on `news` notices. Answered by `watching`. Refused: `no-game`. */
  | { readonly kind: 'watch'; readonly game: GameId }
  | { readonly kind: 'unwatch'; readonly game: GameId }
  /** Goes for good: the game, if any, is lost as `left`, and the name is free. The session closes after the answer. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'chat'; readonly text: string; readonly to: ChatAudience };

/** `everyone` is everybody that chats but the sender; `game` those that watch it and do not play in it, the sender apart. */
export type ChatAudience = 'everyone' | 'opponent' | { readonly name: string } | { readonly game: GameId };

/**
 * Gives the player a name. Without one it becomes `guest-N` or, when a seat that fits `wish` is held for its address,
 * protocol and listener, whoever sat there. Refused: `name-taken`, `full`.
 */
export interface Enter {
  readonly kind: 'enter';
  readonly name?: string;
  readonly wish?: Wish;
  /** Whether the player hears chat, and who enters and leaves. */
  readonly chats: boolean;
  /** It hears chat alone: for who enters and leaves its protocol has no words. */
  readonly chatsOnly?: true;
  /** The most players that the listener seats at once. */
  readonly capacity?: number;
}

/**
 * A wish to play. It meets the first waiting seek that fits, or waits; one that waits already is replaced. Answered by
 * `waiting` or `seated` (a `started` notice follows). Refused: `in-game`.
 */
export interface Seek {
  readonly kind: 'seek';
  readonly wish: Wish;
  /** Meets nobody but the player of this name or alias. */
  readonly opponent?: string;
  readonly color?: Color;
  /** The colour that it has been promised if it waits; a seek that it takes may give it the other. */
  readonly waitsAs?: Color;
  /** Waits for others without taking a seek that waits already. */
  readonly waitOnly?: boolean;
  /** The seat is not ready until it says so by `ready`. */
  readonly handshake?: boolean;
}

/**
 * Sits down with whoever has waited for `patience` milliseconds for a board that is offered, the longest waiting first;
 * at once with whoever waits for this very player. Who attends does not wait: no list of seeks has it, nobody can take
 * it, and two of them never meet. A seat that is held for it is taken first. Ends with a game or another wish, or by
 * attending once more without any offers. Answered by `waiting` or `seated` (a `started` notice follows). Refused: `in-game`.
 */
export interface Attend {
  readonly kind: 'attend';
  readonly patience: number;
  readonly offers: readonly Offer[];
}

export type Answer =
  | { readonly kind: 'done' }
  /** `held`: a seat is held for this player and waits for the same wish. */
  | { readonly kind: 'entered'; readonly name: string; readonly held: boolean }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'seated' }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'directory'; readonly directory: Directory }
  | { readonly kind: 'watching'; readonly view: GameView }
  | Refused;

export interface Refused {
  readonly kind: 'refused';
  readonly why: Refusal;
  /** The move is legal by the player's own rules and only the other seat's forbid it. */
  readonly theirRules?: boolean;
  /** With `name-taken`: the name has an owner, who is known elsewhere. */
  readonly reserved?: boolean;
}

export type Refusal =
  | 'name-taken'
  | 'full'
  | 'in-game'
  | 'no-game'
  | 'no-such-seek'
  | 'cannot-propose'
  | 'no-proposal'
  | 'not-your-turn'
  | 'not-stuck'
  | 'no-pass'
  | 'off-board'
  | 'no-such-player'
  | 'cannot-chat'
  /** Nothing of the kind can be kept, or begun, for the time being; later it may be. */
  | 'not-now'
  | GoRefusal
  | GomokuRefusal;

export const DONE: Answer = { kind: 'done' };

export const refused = (why: Refusal): Answer => ({ kind: 'refused', why });
