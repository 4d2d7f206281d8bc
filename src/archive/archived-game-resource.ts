import type { ArchivedGameWithTurns, ImportedGameDetails } from '../protocols/api/resource-schemas.ts';
import type { RecordedTurn } from '../protocols/api/value-schemas.ts';
import { coordinates } from '../rules/point.ts';
import type { GameRecord } from '../rules/records/game-record.ts';
import type { GameWithRecord } from './archive.ts';
import { parseStoredRecord } from './stored-record.ts';

/** Returns a stored game with the data of its record. Parsing the record may take long, so do not call this in the server's thread. */
export function archivedGameResource({ game, record: text, original }: GameWithRecord): ArchivedGameWithTurns {
  const record = parseStoredRecord(text);
  const resource = {
    ...game,
    setup: setupOf(record),
    record: turnsOf(record),
    ...optional('territory', territoryOf(record)),
  };
  if (!game.imported) return resource;
  return { ...resource, details: detailsOf(record), ...optional('original', original) };
}

const setupOf = ({ size, setup }: GameRecord): ArchivedGameWithTurns['setup'] =>
  setup.map(({ color, point }) => ({ color, point: coordinates(size, point) }));

const territoryOf = ({ size, territory }: GameRecord): ArchivedGameWithTurns['territory'] =>
  territory && {
    black: territory.black.map((point) => coordinates(size, point)),
    white: territory.white.map((point) => coordinates(size, point)),
  };

const turnsOf = ({ size, moves }: GameRecord): RecordedTurn[] =>
  moves.map((move) => (move.kind === 'pass' ? move : { ...move, point: coordinates(size, move.point) }));

/** The details of a record that have no column in the archive. */
function detailsOf(record: GameRecord): ImportedGameDetails {
  const { result, rules, handicap, date, place, application, details } = record;
  return {
    ...details,
    ...optional('result', result?.text),
    ...optional('rules', rules),
    ...optional('handicap', handicap),
    ...optional('date', date),
    ...optional('place', place),
    ...optional('application', application && [application.name, application.version].filter(Boolean).join(' ')),
  };
}

const optional = <Name extends string, Value>(name: Name, value: Value | undefined): { [name in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { [name in Name]?: Value });
