import { z } from 'zod';
import { withOpenApiNames } from './openapi-message-names.ts';
import { values } from './value-schemas.ts';

const {
  askedOptions,
  board,
  clocks,
  color,
  end,
  gameNumber,
  key,
  messageId: id,
  options,
  point,
  seat,
  time,
  turn,
  used,
} = values();

export const REFUSALS = [
  'malformed',
  'not-entered',
  'entered-already',
  'name-taken',
  'name-reserved',
  'full',
  'in-game',
  'no-game',
  'no-such-seek',
  'cannot-be-rated',
  'invitation-taken',
  'no-such-player',
  'cannot-chat',
  'not-your-turn',
  'off-board',
  'occupied',
  'ko',
  'suicide',
  'overline',
  'double-four',
  'double-three',
  'no-pass',
  'cannot-offer',
  'no-offer',
  'cannot-mark',
  'too-many',
  'not-now',
] as const;

export const listedPlayer = z
  .strictObject({
    name: z.string(),
    protocol: z.string().describe('`computer` for the computer players of the server.'),
    game: gameNumber.optional().describe('The running game of the player.'),
    playing: z.literal(true).optional().describe('The player is in a private game.'),
    offers: z
      .array(
        z.strictObject({
          game: z.enum(['go', 'gomoku']),
          sizes: z.array(z.int()),
          rules: z.array(z.string()).optional(),
        }),
      )
      .optional()
      .describe('The games that a computer player can play. Empty if it is out of service.'),
    level: z.int().optional().describe('The strength of a computer player: a higher level is stronger.'),
  })
  .meta({ id: 'ListedPlayer' });

export const listedSeek = z
  .strictObject({
    host: z.string(),
    protocol: z.string(),
    board,
    /** Absent: none is asked for. */
    options: askedOptions.optional(),
    opponent: z
      .string()
      .optional()
      .describe('The only player who can take the seek. Only the two players receive this field.'),
    color: color.optional().describe('The colour that the host wants.'),
    since: time,
  })
  .meta({ id: 'ListedSeek' });

export const listedGame = z
  .strictObject({ game: gameNumber, board, options, black: seat, white: seat, since: time })
  .meta({ id: 'ListedGame' });

const change = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('player-arrived'), player: listedPlayer }),
    z.strictObject({ kind: z.literal('player-left'), name: z.string() }),
    z.strictObject({ kind: z.literal('seek-added'), seek: listedSeek }),
    z.strictObject({ kind: z.literal('seek-removed'), host: z.string() }),
    z.strictObject({ kind: z.literal('game-started'), game: listedGame }),
    z.strictObject({ kind: z.literal('game-ended'), game: gameNumber }),
  ])
  .meta({ id: 'DirectoryChange' });

/** After two passes, where both seats' clients mark dead stones. */
const marking = z
  .strictObject({
    dead: z.array(point),
    accepted: z.array(color).describe('The sides that accept these stones as dead.'),
    until: time
      .optional()
      .describe('The time at which play resumes if nothing changes. Absent while a player is away.'),
  })
  .meta({ id: 'Marking' });

/** The whole state of one game. */
export const gameState = z
  .strictObject({
    game: gameNumber,
    board,
    options,
    black: seat,
    white: seat,
    /** Everything so far, the oldest first; without the `earlier` ones. */
    turns: z.array(turn),
    /** How many turns came first, which `turns` messages have sent before; absent where all of them are here. */
    earlier: z.int().optional(),
    toMove: color,
    /** When the side to move came to move, went away or came back. */
    turnSince: time,
    used,
    /** Where the game has a time control. */
    clock: clocks.optional(),
    /** The seats whose players are away and may come back; absent when neither is. Their clocks stand still. */
    away: z.array(color).optional(),
    /** When the reservations of these seats end. */
    awayUntil: z.strictObject({ black: time.optional(), white: time.optional() }).optional(),
    /** The offer that waits for an answer. */
    offer: z.strictObject({ by: color, what: z.enum(['undo', 'draw', 'adjourn']) }).optional(),
    /** Both seats' clients know offers. */
    offers: z.boolean(),
    canAdjourn: z
      .literal(true)
      .optional()
      .describe('True if both players have accounts, so that the game can be adjourned.'),
    marking: marking.optional(),
    since: time,
    end: end.optional(),
  })
  .meta({ id: 'GameState' });

const adjournedGame = z
  .strictObject({
    game: gameNumber,
    color: color.describe('Of this client.'),
    opponent: z.string(),
    board,
    turns: z.int(),
    since: time.describe('When it was adjourned.'),
    until: time.describe('When it ends without a winner.'),
    askedBy: color.optional().describe('This side has asked to resume the game.'),
  })
  .meta({ id: 'AdjournedGameView' });

const happened = z.strictObject({ kind: z.string(), game: gameNumber, at: time });

const done = z
  .strictObject({
    kind: z.literal('done'),
    id,
    /** After `enter` and `rename`: the name that was given. */
    name: z.string().optional(),
    /** After `seek`: no opponent has come yet. */
    waiting: z.boolean().optional(),
  })
  .meta({ id: 'Done' });

const refused = z
  .strictObject({
    kind: z.literal('refused'),
    id,
    why: z.enum(REFUSALS),
    /** The sender's own rules allow the move, and only the opponent's forbid it. */
    opponentRules: z.boolean().optional(),
    /** What is wrong with a malformed message. */
    problem: z.string().optional(),
  })
  .meta({ id: 'Refused' });

/** What answers a client's message. */
export const reply = z.discriminatedUnion('kind', [done, refused]).meta({ id: 'Reply' });

const serverVariants = z
  .discriminatedUnion('kind', [
    done,
    refused,
    /** Who the client is; first of all, after `sync`, and whenever it changes. `seat` is absent without a game. */
    z.strictObject({
      kind: z.literal('you'),
      name: z.string().optional(),
      /** The account that is signed in. */
      account: z.string().optional(),
      seat: z
        .strictObject({
          game: gameNumber,
          color: z.enum(['black', 'white', 'both']),
          key: key.optional().describe('The key of the invitation to the game.'),
        })
        .optional(),
      seek: z
        .strictObject({
          board,
          options: askedOptions.optional(),
          opponent: z.string().optional(),
          computer: z.literal(true).optional(),
          color: color.optional(),
          invitation: key.optional(),
        })
        .optional(),
      /** Once, when the client's seek has ended: its opponent, who has declined it. */
      declined: z.string().optional(),
      /** Absent without one. */
      adjourned: z.array(adjournedGame).optional(),
    }),
    z.strictObject({
      kind: z.literal('directory'),
      players: z.array(listedPlayer),
      seeks: z.array(listedSeek),
      games: z.array(listedGame),
      now: time,
    }),
    z.strictObject({ kind: z.literal('changes'), changes: z.array(change), now: time }),
    /** The first turns of a long game, or the next; its `game` follows, with the last of them and everything else. */
    z.strictObject({ kind: z.literal('turns'), game: gameNumber, first: z.int(), turns: z.array(turn) }),
    /** The whole state of a watched game or of one's own; first of all, and after every `undone`. */
    z.strictObject({ kind: z.literal('game'), state: gameState, now: time }),
    happened.extend({
      kind: z.literal('played'),
      color,
      point,
      captured: z.array(point),
      used,
      clock: clocks.optional(),
    }),
    happened.extend({ kind: z.literal('passed'), color, used, clock: clocks.optional() }),
    happened.extend({ kind: z.literal('renamed'), color, name: z.string() }),
    /** The player is gone and may come back until `until`; meanwhile the clock of that side stands still. */
    happened.extend({ kind: z.literal('away'), color, until: time, used, clock: clocks.optional() }),
    /** A player sits there again; if that side is to move, it is so from now on. */
    happened.extend({ kind: z.literal('back'), color, clock: clocks.optional() }),
    /** A clock runs from now on: both seats are ready, the side to move is ready again, or moves can be stored again. */
    happened.extend({ kind: z.literal('clock'), clock: clocks }),
    happened.extend({ kind: z.literal('offered'), color, what: z.enum(['undo', 'draw', 'adjourn']) }),
    happened.extend({ kind: z.literal('declined'), color }),
    /** Dead stones are marked from now on, or the end of the marking has another time. */
    happened.extend({ kind: z.literal('marking'), marking, clock: clocks.optional() }),
    /** These stones, a whole chain, are dead from now on, or alive; neither side accepts it yet. */
    happened.extend({
      kind: z.literal('marked'),
      color,
      stones: z.array(point),
      dead: z.boolean(),
      until: time.optional(),
    }),
    /** Once both sides accept, the dead stones come off and the area counts. */
    happened.extend({ kind: z.literal('accepted'), color, until: time.optional() }),
    /** The game continues with the side to move. Without `color`: after two minutes without a change. The next two passes end the game. */
    happened.extend({ kind: z.literal('resumed'), color: color.optional(), used, clock: clocks.optional() }),
    happened.extend({ kind: z.literal('ended'), ...end.shape }),
    /** The client no longer watches the game. */
    z.strictObject({ kind: z.literal('unwatched'), game: gameNumber }),
    /** A chat message. The client gets its own messages, too, so that each of its windows shows them. */
    z.strictObject({
      kind: z.literal('chat'),
      from: z.string(),
      text: z.string(),
      /** `you`: for this client only. `player`: the client's own message to the player `name`. */
      to: z.enum(['everyone', 'opponent', 'you', 'player', 'game']),
      name: z.string().optional(),
      /** The game whose players or spectators talk. */
      game: gameNumber.optional(),
      own: z.literal(true).optional().describe('The client itself has sent the line, perhaps under an earlier name.'),
      at: time,
    }),
    /** The server closes the connection. `stops`: the server will start again, and games continue. */
    z.strictObject({ kind: z.literal('goodbye'), why: z.enum(['stops', 'replaced', 'removed', 'left']) }),
  ])
  .describe('A message of the server.');

export const serverMessage = withOpenApiNames('Server', serverVariants);

/** The first message of a client on a WebSocket. A client that reconnects sends its key. */
export const opening = z.strictObject({ kind: z.literal('open'), key: z.string().max(64).optional() });

/** The answer to `open`. The key is a secret: a client that has the key is this client. */
export const opened = z.strictObject({
  kind: z.literal('opened'),
  key: z.string(),
  /** The earlier conversation goes on; `you` and everything observed and watched follow. */
  resumed: z.boolean(),
  version: z.string(),
});

export type ServerMessage = z.infer<typeof serverMessage>;
export type GameState = z.infer<typeof gameState>;
export type AdjournedGameJson = z.infer<typeof adjournedGame>;
export type MarkingJson = z.infer<typeof marking>;
export type ListedPlayerJson = z.infer<typeof listedPlayer>;
export type ListedSeekJson = z.infer<typeof listedSeek>;
export type ListedGameJson = z.infer<typeof listedGame>;
export type DirectoryChangeJson = z.infer<typeof change>;
export type OpenMessage = z.infer<typeof opening>;
export type OpenedMessage = z.infer<typeof opened>;
