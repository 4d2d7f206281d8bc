import type { Color } from '../rules/color.ts';
import type { Point } from '../rules/point.ts';
import type { Directory, DirectoryCursor, ListedPlayer } from './directory/directory.ts';
import type { AskedOptions } from './game-options.ts';
import type { GameParameters } from './game-parameters.ts';
import type { SeatClockRules } from './games/game-clocks.ts';
import type { GameId, Proposal, SeatRating } from './games/game-event.ts';
import type { EarlierMoves, GameView, MovesCursor } from './games/game-view.ts';
import type { KeyHash } from './games/invitation-key.ts';
import type { ComputerOffer } from './pairing/computer-offer.ts';
import type { AdjournObstacle, Refusal } from './refusal.ts';

/**
 * What a session asks of the lobby for its player. Every command gets exactly one `CommandAnswer`, in order. The consequences for all
 * players, including the one that asked, follow as `Notice`s.
 */
export type Command =
  | EnterCommand
  /** Changes the player's name. Refused: `name-taken`. With `ifTaken`, 2, 3, … is appended instead until it is free. */
  | { readonly kind: 'rename'; readonly name: string; readonly ifTaken?: 'number' }
  | Seek
  | OfferGamesCommand
  /**
   * Takes the waiting seek of the player called `host` (a name or an alias). Refused: `in-game`, `no-such-seek`,
   * `cannot-be-rated`.
   */
  | {
      readonly kind: 'take';
      readonly host: string;
      readonly parameters: GameParameters;
      readonly options?: AskedOptions;
    }
  /**
   * Takes the seek that waits with this invitation. Refused: `in-game`, `no-such-seek`, `invitation-taken` (its game
   * runs), `cannot-be-rated`.
   */
  | { readonly kind: 'accept-invitation'; readonly invitation: KeyHash }
  /**
   * Cancels the seek of `host` (a name or an alias), which names this player, if the host can be told that it is gone: it is told
   * of seeks, or its protocol has proposals, which can be declined, too.
   * Refused: `no-such-seek`.
   */
  | { readonly kind: 'decline-seek'; readonly host: string }
  /** Whether others may ask this player for a game by its name, as at first they may: otherwise a seek for it with `mustBeSeen` is refused. */
  | { readonly kind: 'set-open'; readonly open: boolean }
  /** Cancels the player's seek. Refused: `no-such-seek`. */
  | { readonly kind: 'cancel' }
  /** Takes the seat that is reserved for this player. With `parameters`, only if the game has these parameters. Refused: `no-game`. */
  | { readonly kind: 'return'; readonly parameters?: GameParameters }
  /** The names of players whose seeks this player could take, the oldest seek first. Answered by `names`. */
  | { readonly kind: 'seeks'; readonly parameters: GameParameters }
  /** The names of all players present, in no particular order. Answered by `names`. */
  | { readonly kind: 'who' }
  /** The player with this name or alias. Answered by `player`. Refused: `no-such-player`. */
  | { readonly kind: 'look-up'; readonly name: string }
  /** How many moves and spectators these running games have. Answered by `move-counts`. */
  | { readonly kind: 'count-moves'; readonly games: readonly GameId[] }
  /** The seat of a seek with `handshake` is ready to play. */
  | { readonly kind: 'ready' }
  /**
   * `spent`: milliseconds since the player was told of its turn, as the session has measured it. `analysis`: what an engine thought of
   * the move, in JSON of at most `LONGEST_ANALYSIS` characters; it is stored with the move and told to no player. A computer player names the
   * `game` in this and the next two commands, because it has many.
   */
  | {
      readonly kind: 'play';
      readonly point: Point | 'off-board';
      readonly spent?: number;
      readonly analysis?: string;
      readonly game?: GameId;
    }
  /**
   * With `ifStuck` the player passes only if it has no legal stone at all. Refused: `no-game`, `not-your-turn`, `not-stuck`,
   * `no-pass` (the game is Gomoku).
   */
  | {
      readonly kind: 'pass';
      readonly spent?: number;
      readonly ifStuck?: true;
      readonly analysis?: string;
      readonly game?: GameId;
    }
  /** Loses the game, in turn or not: by resigning, or by a violation that the protocol punishes with a loss. */
  | { readonly kind: 'forfeit'; readonly how: 'resigned' | 'fouled'; readonly game?: GameId }
  /**
   * Asks the opponent to agree to something. It lapses with the next turn, and a new one takes its place. Refused: `no-game`,
   * `cannot-propose` (a seat's protocol cannot speak of it, nothing has been played to take back, or it
   * has been proposed three times in this turn).
   */
  | { readonly kind: 'propose'; readonly what: Proposal }
  /** Agrees to what the opponent has proposed, or does not. Refused: `no-proposal`. */
  | { readonly kind: 'agree' }
  | { readonly kind: 'decline' }
  /**
   * Goes on with an adjourned game of the player's account: the opponent is asked, or has asked within the last five minutes. Answered by
   * `done` or `seated`. Refused: `no-game`, `in-game` (one of the two plays), `no-such-player` (the opponent is not here).
   */
  | { readonly kind: 'reopen'; readonly game: GameId }
  /**
   * While dead stones are marked: the chain at the point is dead, or alive. Refused: `cannot-mark` (nothing is marked now, there is
   * no stone, or the journal stores no more marks). A computer player names the `game` in this and the next two commands, too.
   */
  | { readonly kind: 'mark'; readonly point: Point | 'off-board'; readonly dead: boolean; readonly game?: GameId }
  /** Accepts the stones that are marked. Once both sides do, they come off and the area counts. Refused: `cannot-mark`. */
  | { readonly kind: 'accept-marks'; readonly game?: GameId }
  /** Play goes on instead; two more passes end the game, and all stones count as alive. Refused: `cannot-mark`. */
  | { readonly kind: 'resume-play'; readonly game?: GameId }
  /**
   * Subscribes to all players, seeks and games; changes follow as `directory` notices. They are listed in parts: the first, or the
   * part `after` a place. Until the last part there may be changes of entries that are not listed yet. Answered by `directory`.
   */
  | { readonly kind: 'observe'; readonly after?: DirectoryCursor }
  | { readonly kind: 'unobserve' }
  /**
   * Watches a running game; changes follow as `news` notices. Answered by `watching`, or by `moves` where the game has more moves
   * than fit into one answer: then it is watched only once the last of them, `after` the others, are asked for. A private game
   * needs its `key`, unless the player has a seat in it. Refused: `no-game`.
   */
  | { readonly kind: 'watch'; readonly game: GameId; readonly after?: MovesCursor; readonly key?: KeyHash }
  | { readonly kind: 'unwatch'; readonly game: GameId }
  /** The names of those who watch a running game, without its players. Answered by `names`. Refused: `no-game`. */
  | { readonly kind: 'spectators'; readonly game: GameId }
  /**
   * Goes for good: the game, if any, is lost as `left`, and the name is free. The session closes after the answer.
   * `kickedFor`: an illegal move, by the rules of the player's own protocol, for which the session sends it away.
   */
  | { readonly kind: 'leave'; readonly kickedFor?: Refusal }
  | ChatCommand;

export interface ChatCommand {
  readonly kind: 'chat';
  readonly text: string;
  readonly to: ChatAudience;
  /** With `everyone`: it is said on the channel, not shouted. Clients of protocols with channels are told so; the others hear it as any chat. */
  readonly onChannel?: true;
}

/** `everyone`: all clients with chat except the sender. `game`: its spectators, without its players and the sender. */
export type ChatAudience = 'everyone' | 'opponent' | { readonly name: string } | { readonly game: GameId };

/**
 * Gives the player a name. Without one it becomes `guest-N` or, if a seat that fits `parameters` is reserved for its
 * address, protocol and listener, gets the name of that seat. Refused: `name-taken`, `full`.
 */
export interface EnterCommand {
  readonly kind: 'enter';
  readonly name?: string;
  readonly parameters?: GameParameters;
  /** What the player is sent besides what concerns it alone: chat, and notices of players who enter and leave. */
  readonly hears?: readonly ('chat' | 'arrivals')[];
  /** The client can mark dead stones after two passes, in every game. */
  readonly canMark?: true;
  /** Takes the place of another connection of the same account over the same protocol. */
  readonly replacesOwn?: true;
  /** Joins the computer player that has this name over the same protocol: it is one player, and each of its connections serves some of its games. */
  readonly shares?: true;
  /** The limit of players on the listener. */
  readonly capacity?: number;
}

/**
 * A request for an opponent. It is paired with the first waiting seek that fits, or waits; an older seek of the player is
 * replaced. Answered by
 * `waiting` or `seated` (a `started` notice follows). Refused: `in-game`, `cannot-be-rated`.
 */
export interface Seek {
  readonly kind: 'seek';
  readonly parameters: GameParameters;
  /** Absent: any. */
  readonly options?: AskedOptions;
  /** Only a player who names this hash is accepted, with the command `accept-invitation`. Not together with `opponent`. */
  readonly invitation?: KeyHash;
  /** Only the player with this name or alias is accepted. */
  readonly opponent?: string;
  /**
   * With `opponent`: it must be able to see the seek now. Refused: `no-such-player`, `no-such-seek` (its client is told of no seeks, or
   * it wants to be asked for none, and it has none that fits; or it is a computer player that offers no such game).
   */
  readonly mustBeSeen?: true;
  /**
   * `person`: computer players leave it alone. `computer`: only a computer player takes it, and at once. Without it, people
   * take it at once and computer players after their `minimumWait`. `self`: the player takes both seats, at once. Not together
   * with `opponent`.
   */
  readonly opponentKind?: 'person' | 'computer' | 'self';
  /**
   * The level that suits the player's rating. A computer player with this level, or the nearest one, takes a seek that several of them
   * may take; without it, level 3. The server looks it up; no session sets it.
   */
  readonly level?: number;
  /** The rating of the player when it seeks. The server looks it up; no session sets it. Absent: none, or not needed. */
  readonly rating?: SeatRating;
  /**
   * The player meets others with such a seek of the same listener by rating, with colours in turn: at once, or in rounds that begin at
   * multiples of `round` milliseconds. Other seeks are paired with it as with any seek. `anchor`: no game changes its rating. A game of two
   * anchors tells nothing of ratings: they do not meet at once, and in a round only one time in ten.
   */
  readonly pool?: { readonly round?: number; readonly anchor?: true };
  readonly color?: Color;
  /** The colour of a host. A guest, who is paired with a seek that waits, may get the other colour. */
  readonly hostColor?: Color;
  /** `host`: never paired with a seek that already waits. */
  readonly role?: 'host';
  /** The seat is not ready before the command `ready`. */
  readonly handshake?: boolean;
  /** How the clock of the seat differs from others. */
  readonly clock?: SeatClockRules;
}

/**
 * The player becomes a computer player, or changes its terms: it plays many games at once, under its one name. It takes the seats of
 * its unfinished games at once, even if they are more than `seats`; a seat in a game that it does not offer any more is given up.
 * Then it takes the seeks that fit its offers, after `minimumWait` milliseconds, and those that name it at once. It has no seek of its
 * own, is in no list of seeks, and never plays against a computer player. Without offers it begins no game. Refused: `in-game`,
 * `name-taken` (the name of its group).
 */
export interface OfferGamesCommand extends ComputerTerms {
  readonly kind: 'offer-games';
}

/** The terms on which a computer player plays. */
export interface ComputerTerms {
  /** Its strength; a higher level is stronger. */
  readonly level?: number;
  /** A name that means each computer player of the group: a seek that names it is taken by the nearest level. No other player can have it. */
  readonly group?: string;
  readonly offers: readonly ComputerOffer[];
  /** How long a seek must have waited that asks for no computer player; milliseconds. Absent: the lobby's `computerWait`. */
  readonly minimumWait?: number;
  /** The most games at once. */
  readonly seats: number;
}

export type CommandAnswer =
  | { readonly kind: 'done' }
  /** `held`: a seat is reserved for this player, who takes it with a seek for the same game. */
  | { readonly kind: 'entered'; readonly name: string; readonly held: boolean }
  | { readonly kind: 'waiting'; readonly round?: RoundView }
  | { readonly kind: 'seated' }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'player'; readonly player: ListedPlayer }
  /** Games that are not known to the player, or not read yet after a restart, are left out. */
  | { readonly kind: 'move-counts'; readonly counts: readonly MoveAndSpectatorCounts[] }
  /** `next`: where the next part begins, if there is one. */
  | { readonly kind: 'directory'; readonly directory: Directory; readonly next?: DirectoryCursor }
  | { readonly kind: 'moves'; readonly earlier: EarlierMoves }
  | { readonly kind: 'watching'; readonly view: GameView }
  | RefusedAnswer;

/** The round for which a player waits, and the games of the players of its listener. */
export interface RoundView {
  /** Milliseconds until it begins. */
  readonly in: number;
  /** Running ones with a player of the listener. */
  readonly games: number;
  /** Those who play or wait for the round. */
  readonly players: number;
}

export interface MoveAndSpectatorCounts {
  readonly game: GameId;
  readonly moves: number;
  /** Without the players. */
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
