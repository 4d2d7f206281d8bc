import type { Stone } from '../lobby/notice.ts';
import type { Result } from '../result.ts';
import type { Color } from '../rules/color.ts';
import type { GoRuleset, Score } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/gomoku-rules.ts';
import type { Point } from '../rules/point.ts';
import type { Settings } from './protocol.ts';

/** What whoever sits on this side of the wire wants. */
export type Intent =
  /** Another name, before the server has accepted one. */
  | { readonly kind: 'enter'; readonly name: string }
  /** To play: on a board of `size` lines where the protocol can ask for one, against `opponent` where it can name one. */
  | { readonly kind: 'seek'; readonly size?: number; readonly opponent?: string }
  /** Not to wait any more. */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'play'; readonly point: Point }
  | { readonly kind: 'pass' }
  | { readonly kind: 'resign' }
  /** To everybody who listens, as the protocol has it, or to one player. */
  | { readonly kind: 'chat'; readonly text: string; readonly to?: string }
  /** To know who is here, or who waits: what the protocol can tell. */
  | { readonly kind: 'lobby' }
  /** To say goodbye, where there are words for it, and hang up. */
  | { readonly kind: 'leave' };

/** What a player learns. Colours, points and results are those of the game; `words` are the server's own. */
export type News =
  /** The server has let us in; under that name, where the protocol has names. */
  | { readonly kind: 'entered'; readonly name?: string }
  /** The wish to play is made, and nobody has come yet. */
  | { readonly kind: 'waiting' }
  | Begun
  /** A move of this colour is wanted from us now. Said once for each time that it is wanted. */
  | { readonly kind: 'your-turn'; readonly color: Color }
  /** A stone that now stands; our own as well, when the server has taken it. Stones that came off follow from the rules. */
  | { readonly kind: 'played'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'passed'; readonly color: Color }
  | Over
  /** `from` is absent where the protocol does not say. */
  | { readonly kind: 'chat'; readonly from?: string; readonly text: string }
  /** The answer to `lobby`: everybody who is here, or everybody who waits for a game. */
  | { readonly kind: 'lobby'; readonly who: 'present' | 'waiting'; readonly names: readonly string[] }
  | { readonly kind: 'came'; readonly name: string }
  | { readonly kind: 'went'; readonly name: string }
  /** What was wanted is not to be had: the server said no, or the protocol has no words for it. The game goes on. */
  | { readonly kind: 'refused'; readonly what: Intent['kind']; readonly words: string }
  /** Time as the server tells it, in milliseconds: for each turn, for the whole game, and what is left of it. */
  | { readonly kind: 'time'; readonly turn?: number; readonly match?: number; readonly left?: number }
  /** Something for people to read that changes nothing. */
  | { readonly kind: 'remark'; readonly words: string }
  /** The server does not keep to the protocol; `words` say how and what it said, and the session closes. */
  | { readonly kind: 'broken'; readonly words: string };

/** Milliseconds for each turn, and for all turns of one player together; absent where there is no limit. */
export interface PlayerLimits {
  readonly turn?: number;
  readonly match?: number;
}

/** Both seats are taken. Until `ended`, everything is about this game. */
export type Begun = {
  readonly kind: 'begun';
  /** Both, where one client plays both colours. */
  readonly color: Color | 'both';
  readonly opponent?: string;
  /** Lines of the square board. */
  readonly size: number;
  /** Stones that stand already and whose order is not told. `played` and `passed` tell the turns after them. */
  readonly setup: readonly Stone[];
  /** The game that was interrupted goes on, and the server does not say how it stands: as the player knew it. */
  readonly continues: boolean;
  /** Each player's clock, where the protocol has one that the server need not tell. */
  readonly clock?: PlayerLimits;
} & (
  | { readonly game: 'go'; readonly ruleset: GoRuleset; readonly komi: number }
  | { readonly game: 'gomoku'; readonly rule: GomokuRule }
);

/** The game is over. What the protocol does not say is absent. */
export interface Over {
  readonly kind: 'ended';
  readonly winner?: Color | 'nobody';
  readonly how?: 'score' | 'row' | 'resigned' | 'left';
  /** In Go; with komi, as the server counts. */
  readonly score?: Score;
  /** In the server's words. */
  readonly words: string;
}

/** What a call to a player session leads to, in this order: bytes for the server, news, the end of the connection. */
export interface PlayerEffects {
  readonly send: readonly Uint8Array[];
  readonly news: readonly News[];
  /** Hang up once everything before is sent. */
  readonly close: boolean;
}

/**
 * The client's side of one conversation: as pure as `Session`, its opposite. Times are milliseconds since the epoch,
 * handed in. It keeps to its protocol whatever is wanted of it and whatever the server says.
 */
export interface PlayerSession {
  /** The connection stands: what a client says first. */
  open(now: number): PlayerEffects;
  receive(bytes: Uint8Array, now: number): PlayerEffects;
  want(intent: Intent, now: number): PlayerEffects;
  /** To be called once `deadline` has come. */
  tick(now: number): PlayerEffects;
  readonly deadline: number | undefined;
  /** The server has hung up: what that means, above all for a game that goes on. */
  hungUp(now: number): PlayerEffects;
}

/** Begins a conversation. `before` is the session whose connection was lost: the new one goes on where it stopped. */
export type OpenPlayer = (before?: PlayerSession) => PlayerSession;

/** One protocol from the client's side. */
export interface PlayerProtocol {
  readonly name: string;
  readonly game: 'go' | 'gomoku';
  /** What there are words for; everything else is refused without asking the server. */
  readonly intents: readonly Intent['kind'][];
  /** After the end of a game the next is played over the same connection, or over a new one. */
  readonly rematch: 'same connection' | 'new connection';
  /** Reads the settings of a URL; the problem is one clear line. */
  configure(settings: Settings): Result<OpenPlayer>;
}
