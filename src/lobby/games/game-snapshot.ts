import type { Color } from '../../rules/color.ts';
import { type TimeControl, type TimedControl, timeField } from '../../rules/time/time-control.ts';
import { type GameOptions, type HandicapPlacement, placementField } from '../game-parameters.ts';
import type { ReopenRequest } from './adjournment.ts';
import type { GameEvent, GameId, KeyHash } from './game-event.ts';
import type { ProgressSnapshot } from './game-progress.ts';
import type { Seat } from './seat.ts';

export type SeatSnapshot = Pick<Seat, 'record' | 'handshake' | 'ready'>;

interface GameSnapshotHead {
  readonly id: GameId;
  readonly startedAt: number;
  readonly komi: number;
  readonly handicap?: number;
  readonly placement?: 'free';
  readonly time?: TimedControl;
  readonly options: GameOptions;
  readonly key?: KeyHash;
  readonly black: SeatSnapshot;
  readonly white: SeatSnapshot;
  readonly hasStarted: boolean;
  readonly reopenRequest?: ReopenRequest;
}

/** A game that cannot be read has a problem instead of progress. */
export type GameSnapshot = GameSnapshotHead &
  (
    | { readonly problem: string }
    | { readonly length: number; readonly nonMoves: number; readonly progress: ProgressSnapshot }
  );

/** The parts of `Game` that are stored besides its progress. */
interface GameHead {
  readonly id: GameId;
  readonly startedAt: number;
  readonly komi: number;
  readonly handicap: number;
  readonly placement: HandicapPlacement;
  readonly time: TimeControl;
  readonly options: GameOptions;
  readonly key: KeyHash | undefined;
  readonly seats: Readonly<Record<Color, Seat>>;
  readonly hasStarted: boolean;
  readonly reopenRequest: ReopenRequest | undefined;
}

/** The snapshot without the progress. The order of the fields is fixed, so that equal games have equal snapshots. */
export function snapshotHead(game: GameHead): GameSnapshotHead {
  const seat = ({ record, handshake, ready }: Seat): SeatSnapshot => ({ record, handshake, ready });
  const { id, startedAt, komi, handicap, placement, time, options, key, hasStarted, reopenRequest } = game;
  return {
    id,
    startedAt,
    komi,
    ...(handicap === 0 ? {} : { handicap }),
    ...placementField(handicap, placement),
    ...timeField(time),
    options,
    ...(key === undefined ? {} : { key }),
    black: seat(game.seats.black),
    white: seat(game.seats.white),
    hasStarted,
    ...(reopenRequest === undefined ? {} : { reopenRequest }),
  };
}

/** The first event of the game, with the seats of the snapshot. */
export function seatedOf(snapshot: GameSnapshotHead): GameEvent & { kind: 'seated' } {
  const { komi, handicap, placement, time, options, key, black, white } = snapshot;
  const optional = {
    ...(handicap === undefined ? {} : { handicap }),
    ...(placement === undefined ? {} : { placement }),
    ...(time === undefined ? {} : { time }),
    ...(key === undefined ? {} : { key }),
  };
  return { kind: 'seated', black: black.record, white: white.record, komi, options, ...optional };
}
