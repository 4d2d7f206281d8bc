import type { Color } from '../rules/color.ts';
import type { Point } from '../rules/point.ts';
import type { Directory, DirectoryCursor, ListedPlayer } from './directory/directory.ts';
import type { AskedOptions, GameParameters } from './game-parameters.ts';
import type { SeatClockRules } from './games/game-clocks.ts';
import type { GameId, KeyHash, Proposal, SeatRating } from './games/game-event.ts';
import type { EarlierMoves, GameView, MovesCursor } from './games/game-view.ts';
import type { OfferedBoards } from './pairing/offered-boards.ts';
import type { AdjournObstacle, Refusal } from './refusal.ts';

/**
 * A request of a session to the lobby for its player. Every command gets exactly one `CommandAnswer`, in order. The consequences for all
 * players, including this player, follow as `Notice`s.
 */
export type Command =
  | EnterCommand
  /** Changes the player's name. Refused: `name-taken`. With `ifTaken`, the lobby instead appends 2, 3, … until the name is free. */
  | { readonly kind: 'rename'; readonly name: string; readonly ifTaken?: 'number' }
  | Seek
  | OfferGamesCommand
  /**
   * Takes the waiting seek of the player `host` (a name or an alias). Refused: `in-game`, `no-such-seek`,
   * `cannot-be-rated`.
   */
  | {
      readonly kind: 'take';
      readonly host: string;
      readonly parameters: GameParameters;
      readonly options?: AskedOptions;
    }
  /**
   * Takes the seek with this invitation. Refused: `in-game`, `no-such-seek`, `invitation-taken` (its game
   * has started), `cannot-be-rated`.
   */
  | { readonly kind: 'accept-invitation'; readonly invitation: KeyHash }
  /**
   * Cancels the seek of `host` (a name or an alias) that names this player as the opponent. The host must be able to learn of this: it
   * subscribes to the directory, or its protocol has proposals. Refused: `no-such-seek`.
   */
  | { readonly kind: 'decline-seek'; readonly host: string }
  /** Whether a seek with `mustBeSeen` may name this player as the opponent. At first it may. */
  | { readonly kind: 'set-open'; readonly open: boolean }
  /** Cancels the player's seek. Refused: `no-such-seek`. */
  | { readonly kind: 'cancel' }
  /** Takes the seat that is reserved for this player. With `parameters`, only if the game has these parameters. Refused: `no-game`. */
  | { readonly kind: 'return'; readonly parameters?: GameParameters }
  /** Lists the players whose seeks this player could take, the oldest seek first. Answered by `names`. */
  | { readonly kind: 'seeks'; readonly parameters: GameParameters }
  /** Lists the names of all present players, in no particular order. Answered by `names`. */
  | { readonly kind: 'who' }
  /** Looks up the player with this name or alias. Answered by `player`. Refused: `no-such-player`. */
  | { readonly kind: 'look-up'; readonly name: string }
  /** Counts the moves and spectators of running games. Answered by `move-counts`. */
  | { readonly kind: 'count-moves'; readonly games: readonly GameId[] }
  /** The client of a seek with `handshake` is ready to play. */
  | { readonly kind: 'ready' }
  /**
   * Places a stone. `spent`: the milliseconds since the turn was sent to the player, as the session has measured it. `analysis`: an
   * engine's analysis of the move, as JSON of at most `LONGEST_ANALYSIS` characters; it is stored with the move and sent to no player. A
   * computer player has many games. Therefore its commands from `play` to `forfeit`, and those for marking, have the field `game`.
   */
  | {
      readonly kind: 'play';
      readonly point: Point | 'off-board';
      readonly spent?: number;
      readonly analysis?: string;
      readonly game?: GameId;
    }
  /**
   * Passes. With `ifStuck`, only if the player has no legal stone. Refused: `no-game`, `not-your-turn`, `not-stuck`,
   * `no-pass` (the game is Gomoku).
   */
  | {
      readonly kind: 'pass';
      readonly spent?: number;
      readonly ifStuck?: true;
      readonly analysis?: string;
      readonly game?: GameId;
    }
  /**
   * Loses the game at any time: by resigning, or by a violation that the protocol punishes with a loss. `foul`: the illegal move that is
   * the violation.
   */
  | {
      readonly kind: 'forfeit';
      readonly how: 'resigned' | 'fouled';
      readonly foul?: Refusal;
      readonly game?: GameId;
    }
  /**
   * Sends a proposal to the opponent. It ends with the next turn or with a new proposal. Refused: `no-game`, `cannot-propose` (the protocol
   * of one seat has no proposals, there is no move to take back, or the player has made three proposals in this turn).
   */
  | { readonly kind: 'propose'; readonly what: Proposal }
  /** Accepts or declines the opponent's proposal. Refused: `no-proposal`. */
  | { readonly kind: 'agree' }
  | { readonly kind: 'decline' }
  /**
   * Continues an adjourned game of the player's account if the opponent has asked for it within the last five minutes. Otherwise asks the
   * opponent. Answered by `seated` or `done`. Refused: `no-game`, `in-game` (one of the two plays another game), `no-such-player` (the
   * opponent is absent).
   */
  | { readonly kind: 'reopen'; readonly game: GameId }
  /**
   * Marks the chain at the point as dead or alive. Refused: `cannot-mark` (the game has no marking now, the point is empty, or the game has
   * too many events that are not moves).
   */
  | { readonly kind: 'mark'; readonly point: Point | 'off-board'; readonly dead: boolean; readonly game?: GameId }
  /** Accepts the marked stones as dead. Once both sides have, these stones are removed and the area decides. Refused: `cannot-mark`. */
  | { readonly kind: 'accept-marks'; readonly game?: GameId }
  /** Ends the marking and resumes play. After two more passes the game ends, and all stones are alive. Refused: `cannot-mark`. */
  | { readonly kind: 'resume-play'; readonly game?: GameId }
  /**
   * Subscribes to the directory, the list of all players, seeks and games. Changes follow as `directory` notices. The list is sent in parts:
   * the first part, or the part `after` a cursor. Before the last part, notices may concern entries that have not been sent yet. Answered by
   * `directory`.
   */
  | { readonly kind: 'observe'; readonly after?: DirectoryCursor }
  | { readonly kind: 'unobserve' }
  /**
   * Watches a running game. Changes follow as `spectator-update` notices. Answered by `watching`. If the game has more moves than fit into one answer,
   * answered by `moves`: the session then repeats the command with `after` until the answer is `watching`. A private game needs its `key`,
   * unless the player has a seat in it. Refused: `no-game`.
   */
  | { readonly kind: 'watch'; readonly game: GameId; readonly after?: MovesCursor; readonly key?: KeyHash }
  | { readonly kind: 'unwatch'; readonly game: GameId }
  /** Lists the names of a running game's spectators, without its players. Answered by `names`. Refused: `no-game`. */
  | { readonly kind: 'spectators'; readonly game: GameId }
  /**
   * Leaves the server. The player's game, if any, is lost as `left`, and the name is free. The session closes after the answer.
   * `kickedFor`: the illegal move, by the rules of the player's own protocol, for which the session excludes the player.
   */
  | { readonly kind: 'leave'; readonly kickedFor?: Refusal }
  | ChatCommand;

export interface ChatCommand {
  readonly kind: 'chat';
  readonly text: string;
  readonly to: ChatAudience;
  /**
   * With `everyone`: the text was sent to the channel, and not shouted. Clients of protocols with channels receive this difference; for
   * other clients it is ordinary chat.
   */
  readonly onChannel?: true;
}

/** `everyone`: all clients with chat except the sender. `game`: its spectators, without its players and the sender. */
export type ChatAudience = 'everyone' | 'opponent' | { readonly name: string } | { readonly game: GameId };

/**
 * Gives the player a name. Without `name`, the player becomes `guest-N`. But if a seat with these `parameters` is reserved for its address,
 * protocol and listener, it gets the name of that seat. Refused: `name-taken`, `full`.
 */
export interface EnterCommand {
  readonly kind: 'enter';
  readonly name?: string;
  readonly parameters?: GameParameters;
  /** The notices that the player receives besides its own: chat, and notices of players who enter and leave. */
  readonly receives?: readonly ('chat' | 'arrivals')[];
  /** The client can mark dead stones after two passes, in every game. */
  readonly canMark?: true;
  /** Replaces another connection of the same account over the same protocol. */
  readonly replacesOwn?: true;
  /** Joins the computer player with this name and protocol. It is one player, and each of its connections serves some of its games. */
  readonly shares?: true;
  /** The limit of players on the listener. */
  readonly capacity?: number;
}

/**
 * A request for an opponent. It is paired with the first waiting seek that fits. If there is none, it waits and replaces an older seek of
 * the player. Answered by `waiting` or `seated` (a `started` notice follows). Refused: `in-game`, `cannot-be-rated`.
 */
export interface Seek {
  readonly kind: 'seek';
  readonly parameters: GameParameters;
  /** Absent if any options are accepted. */
  readonly options?: AskedOptions;
  /** Only a player who sends `accept-invitation` with this hash is accepted. Not together with `opponent`. */
  readonly invitation?: KeyHash;
  /** Only the player with this name or alias is accepted. */
  readonly opponent?: string;
  /**
   * With `opponent`: the seek is accepted only if the opponent can see it now, or has a seek that fits. Refused: `no-such-player`;
   * `no-such-seek` (the opponent does not subscribe to the directory, has sent `set-open` with `false`, or is a computer player that does
   * not offer such a game).
   */
  readonly mustBeSeen?: true;
  /**
   * `person`: no computer player takes the seek. `computer`: only a computer player takes it, without waiting. Absent: any player may take
   * it, a computer player only after its `minimumWait`. `self`: the player immediately gets both seats. Not together with `opponent`.
   */
  readonly opponentKind?: 'person' | 'computer' | 'self';
  /**
   * The level that suits the player's rating; absent: 3. If several computer players may take the seek, the one with the nearest level takes
   * it. The server sets this field; sessions do not.
   */
  readonly level?: number;
  /** The rating of the player at the time of the seek. The server sets this field; sessions do not. Absent if there is none or none is needed. */
  readonly rating?: SeatRating;
  /**
   * The player is in the pool of its listener. Players of a pool are paired with alternating colours: immediately, or by rating in rounds
   * that start at multiples of `round` milliseconds. A seek without `pool` is paired with this seek as usual. `anchor`: games do not change
   * the player's rating. A game of two anchors says nothing about ratings. Therefore two anchors are paired only in rounds, and there only
   * one time in ten.
   */
  readonly pool?: { readonly round?: number; readonly anchor?: true };
  readonly color?: Color;
  /** The colour that the player gets as host. A guest (a player who is paired with a waiting seek) may get the other colour. */
  readonly hostColor?: Color;
  /** `host`: the seek is never paired with a seek that already waits. */
  readonly role?: 'host';
  /** Whether the client has a set-up: the seat is not ready before the command `ready`. */
  readonly handshake?: boolean;
  /** The listener's rules for the clock of the seat, if they differ from the usual ones. */
  readonly clock?: SeatClockRules;
}

/**
 * The player becomes a computer player, or changes its terms. A computer player plays many games at the same time under one name. It first
 * takes the seats of its unfinished games, even if they are more than `seats`. It gives up the seats in games that it no longer offers. Then
 * it takes the seeks that fit its offers: after `minimumWait` milliseconds, or immediately if they name it. It has no seek of its own, and
 * never plays against a computer player. Without offers it starts no games. Refused: `in-game`, `name-taken` (the name of its group).
 */
export interface OfferGamesCommand extends ComputerTerms {
  readonly kind: 'offer-games';
}

export interface ComputerTerms {
  /** The strength of the computer player; a higher level is stronger. */
  readonly level?: number;
  /** A name for all computer players of a group. The one with the nearest level takes a seek that names the group. No player can have this name. */
  readonly group?: string;
  readonly offers: readonly OfferedBoards[];
  /** How long a seek must wait that does not ask for a computer player; milliseconds. Absent: the lobby's `computerWait`. */
  readonly minimumWait?: number;
  /** The maximum number of simultaneous games. */
  readonly seats: number;
}

export type CommandAnswer =
  | { readonly kind: 'done' }
  /** `held`: whether a seat is reserved for this player. The player takes it with `return`, or with a seek for the same game. */
  | { readonly kind: 'entered'; readonly name: string; readonly held: boolean }
  | { readonly kind: 'waiting'; readonly round?: RoundAndListenerCounts }
  | { readonly kind: 'seated' }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'player'; readonly player: ListedPlayer }
  /** Games that the player may not see, or whose many moves have not been read since a restart, are left out. */
  | { readonly kind: 'move-counts'; readonly counts: readonly MoveAndSpectatorCounts[] }
  /** `next`: the cursor of the next part, if there is one. */
  | { readonly kind: 'directory'; readonly directory: Directory; readonly next?: DirectoryCursor }
  | { readonly kind: 'moves'; readonly earlier: EarlierMoves }
  | { readonly kind: 'watching'; readonly view: GameView }
  | RefusedAnswer;

/** The round for which a player waits, and the games of the players of its listener. */
export interface RoundAndListenerCounts {
  /** Milliseconds until the round starts. */
  readonly in: number;
  /** The number of running games with a player of the listener. */
  readonly games: number;
  /** The number of players of the listener who play or wait for the round. */
  readonly players: number;
}

export interface MoveAndSpectatorCounts {
  readonly game: GameId;
  readonly moves: number;
  /** The number of spectators, without the players of the game. */
  readonly spectators: number;
}

export interface RefusedAnswer {
  readonly kind: 'refused';
  readonly why: Refusal;
  /** The player's own rules allow the move; only the opponent's rules forbid it. */
  readonly opponentRules?: boolean;
  /** With `name-taken`: the name is reserved by an account. */
  readonly reserved?: boolean;
  /** With `cannot-propose`: why the game cannot be adjourned. */
  readonly obstacle?: AdjournObstacle;
}

export const DONE: CommandAnswer = { kind: 'done' };

export const refused = (why: Refusal): CommandAnswer => ({ kind: 'refused', why });
