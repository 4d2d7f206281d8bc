import type { DatabaseSync } from 'node:sqlite';

export const SCHEMA_VERSION = 3;
/** `teng` in ASCII: tells our files from those of other programs. */
export const APPLICATION_ID = 0x74656e67;

/**
 * docs/journal.md describes it. By the index unfinished games are found without reading the rest, and the numbers of all
 * where a page of their rows is lost. The view is for people: it has every event once, in the words of src/lobby/games/event.ts,
 * without those of a damaged row.
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
      json_object('point', event ->> 1, 'spent', event ->> 2)
    )) AS event
    FROM (
      SELECT game.id AS game, key AS "index", at + (value ->> 0) AS at, value -> 1 AS event
      FROM game, json_each(iif(json_valid('[' || log || ']'), '[' || log || ']', '[]'))
      UNION
      SELECT value ->> 0, value ->> 1, value ->> 2, value -> 3 FROM batch, json_each(iif(json_valid(entries), entries, '[]'))
    );
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

export function makeTables(database: DatabaseSync): void {
  database.exec(`BEGIN IMMEDIATE; ${TABLES} PRAGMA application_id = ${APPLICATION_ID}; COMMIT`);
}
