import type { Insertable, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { SeatRating } from '../lobby/games/game-event.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';
import type { ArchivedGame } from '../protocols/api/resource-schemas.ts';
import { type Color, values } from '../protocols/api/value-schemas.ts';
import { rankFromRating } from '../rules/go/rank-from-rating.ts';
import { earlyEndBy, type GameToArchive, outcomeOf } from './game-to-archive.ts';
import type { GameRatingChanges } from './rate-games.ts';

export type ArchivedGameRow = Selectable<Tables['game']>;

export function rowOf(game: GameToArchive, rated: GameRatingChanges | undefined): Insertable<Tables['game']> {
  const { black, white, end } = game;
  const early = earlyEndBy(game);
  const changes = rated?.changes ?? {};
  const ratings = {
    black: ratingBefore(black.rating, changes.black),
    white: ratingBefore(white.rating, changes.white),
  };
  return {
    number: game.game,
    kind: game.board.game,
    size: game.board.size,
    board: JSON.stringify(game.board),
    options: game.options === undefined ? null : JSON.stringify(game.options),
    private: game.options?.private === true ? 1 : 0,
    keyHash: game.key ?? null,
    blackOwner: black.owner === undefined ? null : foldName(black.owner),
    whiteOwner: white.owner === undefined ? null : foldName(white.owner),
    black: black.name,
    blackKey: foldName(black.name),
    blackProtocol: black.protocol,
    white: white.name,
    whiteKey: foldName(white.name),
    whiteProtocol: white.protocol,
    result: outcomeOf(end),
    reason: end.reason,
    blackScore: end.score?.black ?? null,
    whiteScore: end.score?.white ?? null,
    margin: end.margin ?? null,
    turns: game.turns,
    began: game.began,
    ended: game.ended,
    imported: game.imported ? 1 : 0,
    ratedAs: rated?.class ?? null,
    earlyEndBy: early === undefined ? null : foldName(game[early].name),
    blackRating: ratings.black.rating,
    blackGain: changes.black?.gain ?? null,
    blackProvisional: ratings.black.provisional,
    whiteRating: ratings.white.rating,
    whiteGain: changes.white?.gain ?? null,
    whiteProvisional: ratings.white.provisional,
  };
}

/** The rating before the game. If the game has not changed it, this is the rating at the start of the game. */
function ratingBefore(seated: SeatRating | undefined, change: GameRatingChanges['changes'][Color]) {
  const rating = change?.rating ?? seated?.value;
  const isProvisional = change?.isProvisional ?? seated?.isProvisional;
  return { rating: rating ?? null, provisional: isProvisional === undefined ? null : Number(isProvisional) };
}

export function gameOf(row: ArchivedGameRow): ArchivedGame {
  const { blackScore, whiteScore, margin } = row;
  const { color, board, options, reason } = values();
  const winner = color.safeParse(row.result);
  return {
    game: row.number,
    board: board.parse(JSON.parse(row.board)),
    ...(row.options === null ? {} : { options: options.parse(JSON.parse(row.options)) }),
    black: seatOf(row, 'black'),
    white: seatOf(row, 'white'),
    end: {
      ...(winner.success ? { winner: winner.data } : {}),
      reason: reason.parse(row.reason),
      ...(blackScore === null || whiteScore === null ? {} : { score: { black: blackScore, white: whiteScore } }),
      ...(margin === null ? {} : { margin }),
    },
    turns: row.turns,
    began: row.began,
    ended: row.ended,
    rated: row.ratedAs !== null,
    imported: row.imported === 1,
  };
}

function seatOf(row: ArchivedGameRow, seat: Color): ArchivedGame['black'] {
  const { [seat]: name, [`${seat}Protocol` as const]: protocol } = row;
  const { [`${seat}Rating` as const]: rating, [`${seat}Gain` as const]: gain } = row;
  if (rating === null) return { name, protocol };
  const rank = row.kind === 'go' ? rankFromRating(rating) : undefined;
  const provisional = row[`${seat}Provisional`] === 1;
  return {
    ...{ name, protocol, rating, provisional },
    ...(rank === undefined ? {} : { rank }),
    ...(gain === null ? {} : { gain }),
  };
}
