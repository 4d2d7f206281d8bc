import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseFormat } from '../files/database-open-checks.ts';

/** The application id, `teng` in ASCII, distinguishes journals from the databases of other programs. */
export const JOURNAL_KIND: DatabaseFormat = { applicationId: 0x74656e67, schemaVersion: 3 };

/**
 * docs/journal.md describes the tables. With the index, unfinished games are found without reading the others, and also the ids of all
 * games if a page of the table is lost. The view is for users of `sqlite3`: it has each event once, as src/lobby/games/game-event.ts
 * defines it, without the events of damaged rows.
 */
const TABLES = `
  CREATE TABLE game (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, ended INTEGER, log TEXT NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE batch (id INTEGER PRIMARY KEY, entries TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;
  CREATE INDEX game_ended ON game (ended);
  CREATE VIEW event AS
    SELECT game, "index", at, iif(json_type(event) = 'object', event, json_patch(
      json_object('kind', iif(event ->> 1 IS NULL, 'passed', 'played'), 'color', iif(event ->> 0 = 'B', 'black', 'white')),
      json_object('point', event ->> 1, 'spent', event ->> 2, 'paused', event ->> 3)
    )) AS event
    FROM (
      SELECT game.id AS game, key AS "index", at + (value ->> 0) AS at, value -> 1 AS event
      FROM game, json_each(iif(json_valid('[' || log || ']'), '[' || log || ']', '[]'))
      UNION
      SELECT value ->> 0, value ->> 1, value ->> 2, value -> 3 FROM batch, json_each(iif(json_valid(entries), entries, '[]'))
    );
  PRAGMA application_id = ${JOURNAL_KIND.applicationId}; PRAGMA user_version = ${JOURNAL_KIND.schemaVersion};
`;

export function makeTables(database: DatabaseSync): void {
  database.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT`);
}
