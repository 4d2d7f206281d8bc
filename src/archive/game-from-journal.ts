import { Game } from '../lobby/games/game.ts';
import type { JournalEntry, SeatRecord } from '../lobby/games/game-event.ts';
import { gameRecordFromJournal } from '../lobby/games/game-record-from-journal.ts';
import { isGuestName } from '../lobby/players/name-normalisation.ts';
import { boardOf, endOf } from '../protocols/api/game-to-json.ts';
import type { Color } from '../rules/color.ts';
import type { GameToArchive } from './game-to-archive.ts';
import { makeStoredRecord } from './stored-record.ts';

/** Makes a finished game for the archive from all entries of a game in the journal. Throws for an unfinished game. */
export function gameFromJournal(entries: readonly JournalEntry[]): GameToArchive {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first?.event.kind !== 'seated' || last?.event.kind !== 'ended')
    throw new Error(`game ${first?.game} is not complete`);
  const record = gameRecordFromJournal(entries);
  const stored = makeStoredRecord(record);
  if (!stored.ok) throw new Error(`game ${first.game} cannot be stored: ${stored.problem}`);
  const opponent = (color: Color, seat: SeatRecord): GameToArchive['black'] => {
    const name = record[color] ?? seat.name;
    return { name, protocol: seat.protocol, guest: isGuestName(name), owner: seat.ownedName, rating: seat.rating };
  };
  const moves = (color: Color): number => record.moves.filter((move) => move.color === color).length;
  return {
    game: first.game,
    board: boardOf(new Game(first.game, first.event, first.at).parameters),
    options: first.event.options,
    key: first.event.key,
    black: opponent('black', first.event.black),
    white: opponent('white', first.event.white),
    end: endOf({ winner: last.event.winner, reason: last.event.reason, score: last.event.score }),
    began: first.at,
    ended: last.at,
    imported: false,
    record: stored.value,
    turns: record.moves.length,
    movesOf: { black: moves('black'), white: moves('white') },
  };
}
