import { z } from 'zod';
import { DETAILS } from '../../rules/records/game-record.ts';
import { parseWholeNumber } from '../parse-whole-number.ts';
import { gameState, listedGame, listedPlayer, listedSeek } from './server-message-schema.ts';
import { values } from './value-schemas.ts';

const { board, color, end, gameNumber, name, oneLine, options, point, ratingClass, recordedTurn, seat, time } =
  values();

/** The bodies of the API over HTTP. Every list that may be long comes in pages. */

/** Every answer that is no success; `error` is one clear line. */
export const failure = z.strictObject({ error: z.string() }).meta({ id: 'Failure' });

export const lobby = z
  .strictObject({
    players: z.array(listedPlayer),
    seeks: z.array(listedSeek),
    games: z.array(listedGame),
  })
  .meta({ id: 'Lobby' });

/** At most this many boards are sent at once. */
const MOST_BOARDS = 12;

/** The stones of a running game, for a small drawing of it. */
const boardPreview = z
  .strictObject({
    game: gameNumber,
    version: z.int().describe('Changes with every turn and whenever turns are taken back.'),
    turns: z.int(),
    stones: z
      .string()
      .optional()
      .describe('One character for each point, in rows from the top left: `b`, `w` or `.`. Absent on large boards.'),
    last: point.optional().describe('The latest stone, unless the latest turn is a pass.'),
  })
  .meta({ id: 'BoardPreview' });

export const boardPreviews = z.strictObject({ boards: z.array(boardPreview) }).meta({ id: 'BoardPreviews' });

/** Numbers of games, each with the version that the client has: `17:42,18`. */
const ONE_BOARD = /^([1-9]\d{0,14})(?::(\d{1,15}))?$/;
const MANY_BOARDS = new RegExp(
  `^${ONE_BOARD.source.slice(1, -1)}(?:,${ONE_BOARD.source.slice(1, -1)}){0,${MOST_BOARDS - 1}}$`,
);

export const askedBoards = z.object({
  games: z
    .string()
    .regex(MANY_BOARDS, { error: `must be 1 to ${MOST_BOARDS} game numbers, such as 17,18:42` })
    .describe(
      `At most ${MOST_BOARDS} game numbers. A colon and the version that the client already has may follow; this version is not sent again.`,
    ),
});

const protocol = z
  .strictObject({
    name: z.string().describe('The name of the protocol in players and seats.'),
    title: z.string().describe('For display.'),
    proposes: z.boolean().describe('Its clients can offer a draw and ask for a rematch.'),
  })
  .meta({ id: 'Protocol' });

export const protocolList = z.strictObject({ protocols: z.array(protocol) }).meta({ id: 'ProtocolList' });

const provisional = z.boolean().describe('True if the deviation is above 110: shown with a question mark.');
const rank = z
  .string()
  .regex(/^([1-9]|[12][0-9]|30)k$|^[1-9]d$/)
  .optional()
  .describe('In Go: the kyu or dan grade, `30k` to `9d`.');

/** Glicko-2. */
const rating = z
  .strictObject({
    rating: z.number(),
    deviation: z.number(),
    volatility: z.number(),
    games: z.int(),
    provisional,
    rank,
  })
  .meta({ id: 'Rating' });

const archivedSeat = seat
  .extend({
    rating: z.number().optional().describe('Before the game, as far as it is known.'),
    provisional: provisional.optional(),
    rank,
    gain: z.number().optional().describe('Absent if the game did not change the rating of this side.'),
  })
  .meta({ id: 'ArchivedSeat' });

/** One finished game, as the archive lists it. */
const archivedGame = z
  .strictObject({
    game: gameNumber,
    board,
    /** Absent for imported games. */
    options: options.optional(),
    black: archivedSeat,
    white: archivedSeat,
    end,
    turns: z.int().describe('The number of moves.'),
    began: time,
    ended: time,
    rated: z.boolean().describe('The game changed ratings.'),
    /** It was read from a file, and not played here. */
    imported: z.boolean(),
  })
  .meta({ id: 'ArchivedGame' });

const optionalText = z.string().optional();

/** Additional information in the record of an imported game, as its author has written it. */
const details = z
  .strictObject({
    result: optionalText.describe('RE, if it is not in the shortest form of SGF.'),
    rules: optionalText,
    handicap: z.int().optional().describe('HA; the stones themselves are in `setup`.'),
    date: optionalText,
    place: optionalText,
    application: optionalText.describe('The program that wrote the record.'),
    ...(Object.fromEntries(DETAILS.map((detail) => [detail, optionalText])) as {
      readonly [detail in (typeof DETAILS)[number]]: typeof optionalText;
    }),
  })
  .meta({ id: 'RecordDetails' });

/** The text from which a game was imported. */
const original = z
  .strictObject({
    bytes: z.int(),
    charset: z.string(),
    kept: z.boolean().describe('True if the text was stored, at /api/games/{game}/original.'),
    /** What is in the text alone, or was read as something else, one line each. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'OriginalText' });

export const archivedGameWithTurns = archivedGame
  .extend({
    /** The stones on the board before the first turn. */
    setup: z.array(z.strictObject({ color, point })),
    record: z.array(recordedTurn),
    territory: z
      .strictObject({ black: z.array(point), white: z.array(point) })
      .optional()
      .describe(
        'If both sides marked dead stones: the points of each side without a living stone, including points with dead stones.',
      ),
    /** Of imported games. */
    details: details.optional(),
    original: original.optional(),
  })
  .meta({ id: 'ArchivedGameWithTurns' });

/** A whole number from 1 in a query, written as everywhere on a wire: `0x10`, `1e3` and `007` are none. */
const wholeNumber = (most: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' ? (parseWholeNumber(text) ?? text) : text),
    z.int().min(1).max(most),
  );

/** A search of the archive. Everything given must hold; the newest games come first. */
export const search = z.object({
  player: oneLine.max(64).optional().describe('A part of the name of either player, ignoring case.'),
  protocol: oneLine.max(32).optional().describe('At least one player used this protocol.'),
  game: z.enum(['go', 'gomoku']).optional(),
  size: wholeNumber(255).optional(),
  result: z.enum(['black', 'white', 'draw', 'none']).optional().describe('`none`: the game ended without a result.'),
  moves: wholeNumber(1_000_000).optional().describe('The minimum number of moves.'),
  from: z.iso.date().optional().describe('The first day, in UTC.'),
  to: z.iso.date().optional().describe('The last day, in UTC.'),
  before: wholeNumber(Number.MAX_SAFE_INTEGER).optional().describe('Only games with a lower number: the next page.'),
  limit: wholeNumber(100).default(25),
});

export const found = z
  .strictObject({
    games: z.array(archivedGame),
    /** Where there are more: the `before` of the next page. */
    next: gameNumber.optional(),
  })
  .meta({ id: 'ArchivePage' });

/** A game by its number: running, adjourned, or finished and in the archive. */
export const gameResource = z
  .discriminatedUnion('state', [
    z.strictObject({ state: z.literal('running'), game: gameState }),
    z
      .strictObject({ state: z.literal('adjourned'), game: gameState })
      .describe('The `end` of the game has the reason `adjourned`.'),
    z.strictObject({ state: z.literal('finished'), game: archivedGameWithTurns }),
  ])
  .meta({ id: 'Game' });

/** An invitation, before and after it is accepted. */
export const invitation = z
  .discriminatedUnion('state', [
    z.strictObject({ state: z.literal('waiting'), seek: listedSeek }),
    z.strictObject({ state: z.literal('taken'), game: gameNumber }),
  ])
  .meta({ id: 'Invitation' });

const rankedPlayer = z.strictObject({ name: z.string(), rating }).meta({ id: 'RankedPlayer' });

export const ranking = z
  .strictObject({
    class: ratingClass,
    players: z.array(rankedPlayer).describe('The hundred highest ratings that are not provisional, the highest first.'),
    provisional: z.array(rankedPlayer).describe('Twenty players with a provisional rating, the latest to play first.'),
  })
  .meta({ id: 'Ranking' });

export const ratingClasses = z
  .strictObject({
    classes: z.array(
      z.strictObject({
        class: ratingClass,
        ranked: z.int().describe('Players whose rating is not provisional.'),
        provisional: z.int().describe('Players whose rating is provisional.'),
      }),
    ),
  })
  .meta({ id: 'RatingClasses' });

export const playerResource = z
  .strictObject({
    name: z.string(),
    /** The name has an owner, who signs in. */
    reserved: z.boolean(),
    /** Present at this moment, by this protocol. */
    here: z
      .strictObject({
        protocol: z.string(),
        game: gameNumber.optional(),
        playing: z.literal(true).optional().describe('The player is in a private game.'),
      })
      .optional(),
    games: z.int(),
    won: z.int(),
    lost: z.int(),
    drawn: z.int(),
    ratings: z.array(
      rating.extend({
        class: ratingClass,
        /** After each rated game, the oldest first; at most 200. */
        history: z.array(z.strictObject({ game: gameNumber, at: time, rating: z.number() })),
      }),
    ),
    recent: z.array(archivedGame),
  })
  .meta({ id: 'Player' });

/** One message of a game's raw conversation. */
const spoken = z
  .strictObject({
    at: time,
    seat: z.enum(['black', 'white']),
    from: z.enum(['client', 'server']),
    /** The message as it was sent: as text if the protocol is a text protocol, otherwise as hexadecimal bytes. */
    text: z.string().optional(),
    hex: z.string().optional(),
    /** The protocol's name of the message, and its meaning as text. */
    action: z.string().optional(),
    meaning: z.string().optional(),
    /** The message breaks the rules of its protocol. */
    malformed: z.boolean().optional(),
    /** The message is private or may be private. The recording shows only that there was a message. */
    private: z.boolean().optional(),
    /** The number of turns that the game had at the time of the message. */
    turns: z.int(),
  })
  .meta({ id: 'RecordedMessage' });

export const conversation = z
  .strictObject({
    game: gameNumber,
    black: seat,
    white: seat,
    messages: z.array(spoken),
    /** There were more messages than were stored. */
    cut: z.boolean(),
  })
  .meta({ id: 'Conversation' });

export const imported = z
  .strictObject({
    games: z.array(gameNumber),
    /** What of each game is in its original text alone, or was read as something else; games without any are not in it. */
    notes: z.array(z.strictObject({ game: gameNumber, notes: z.array(z.string()) })),
    /** Games of the file that were left out, each with one clear line. */
    problems: z.array(z.string()),
  })
  .meta({ id: 'ImportResult' });

const password = z.string().min(1).max(200);
const newPassword = z
  .string()
  .min(8, { error: 'must have at least 8 characters' })
  .max(200, { error: 'must have at most 200 characters' });

export const credentials = z.strictObject({ name, password }).meta({ id: 'Credentials' });

/** A name to reserve, and the password that it is kept by. */
export const newAccount = z.strictObject({ name, password: newPassword }).meta({ id: 'NewAccount' });
/** The present password once more, so that a stranger at a forgotten browser cannot do it. */
export const confirmation = z.strictObject({ password }).meta({ id: 'PasswordConfirmation' });
export const passwordChange = z
  .strictObject({ current: password, password: newPassword })
  .meta({ id: 'PasswordChange' });
/** Made by the server for a user who has forgotten the password. It is sent once. */
export const generatedPassword = z.strictObject({ password: z.string() }).meta({ id: 'GeneratedPassword' });

/** Who is signed in. */
export const account = z.strictObject({ name: z.string(), administrator: z.boolean() }).meta({ id: 'Account' });

/** Until then, the next client may take the name. */
export const opening = z.strictObject({ until: time }).meta({ id: 'Opening' });
/** The client that uses the name now; absent if none does. */
export const ownConnection = z
  .strictObject({
    connection: z
      .strictObject({ protocol: z.string(), address: z.string(), playing: z.boolean() })
      .meta({ id: 'ConnectedClient' })
      .optional(),
  })
  .meta({ id: 'OwnConnection' });
/** The accounts, as administrators see them. */
export const listedAccounts = z
  .strictObject({
    accounts: z.array(
      z.strictObject({ name: z.string(), group: z.string().optional(), created: time }).meta({ id: 'ListedAccount' }),
    ),
  })
  .meta({ id: 'ListedAccounts' });

export const signedIn = z.strictObject({ account: account.optional() }).meta({ id: 'Session' });

const token = z
  .strictObject({ id: z.int(), label: z.string(), created: time, used: time.optional() })
  .meta({ id: 'Token' });
export const tokens = z.strictObject({ tokens: z.array(token) }).meta({ id: 'TokenList' });
export const newToken = z.strictObject({ label: oneLine.min(1).max(64) }).meta({ id: 'NewToken' });
/** The server sends `secret` only in this answer. */
export const createdToken = token.extend({ secret: z.string() }).meta({ id: 'CreatedToken' });

/** Keeps a name or an address away, for so many hours. */
export const newBan = z
  .strictObject({
    name: oneLine.min(1).max(64).optional(),
    address: z.union([z.ipv4(), z.ipv6()]).optional(),
    hours: z.number().positive().max(87_600),
    reason: oneLine.max(200).optional(),
  })
  .refine(({ name, address }) => (name === undefined) !== (address === undefined), { error: 'a name or an address' })
  .meta({ id: 'NewBan' });
export const ban = z
  .strictObject({
    id: z.int(),
    name: z.string().optional(),
    address: z.string().optional(),
    until: time,
    reason: z.string().optional(),
  })
  .meta({ id: 'Ban' });
export const bans = z.strictObject({ bans: z.array(ban) }).meta({ id: 'BanList' });

export type RatingClass = z.infer<typeof ratingClass>;
export type ArchivedGame = z.infer<typeof archivedGame>;
export type ArchivedGameWithTurns = z.infer<typeof archivedGameWithTurns>;
export type ImportedGameDetails = z.infer<typeof details>;
export type ArchiveSearch = z.infer<typeof search>;
export type ProtocolList = z.infer<typeof protocolList>;
export type ProtocolResource = z.infer<typeof protocol>;
export type ArchiveSearchResult = z.infer<typeof found>;
export type GameResource = z.infer<typeof gameResource>;
export type InvitationResource = z.infer<typeof invitation>;
export type Ranking = z.infer<typeof ranking>;
export type RatingClasses = z.infer<typeof ratingClasses>;
export type PlayerResource = z.infer<typeof playerResource>;
export type RecordedMessage = z.infer<typeof spoken>;
export type ConversationResource = z.infer<typeof conversation>;
export type ImportResult = z.infer<typeof imported>;
export type Account = z.infer<typeof account>;
export type ReservedNameOpeningResource = z.infer<typeof opening>;
export type OwnConnection = z.infer<typeof ownConnection>;
export type SignInStatusResource = z.infer<typeof signedIn>;
export type Token = z.infer<typeof token>;
export type Ban = z.infer<typeof ban>;
export type LobbyResource = z.infer<typeof lobby>;

export type BoardPreviewJson = z.infer<typeof boardPreview>;
export type BoardPreviews = z.infer<typeof boardPreviews>;
