import type { TimedControl } from '../../rules/time/time-control.ts';
import type { GameOptions } from '../game-options.ts';
import type { GameId } from './game-event.ts';
import type { KeyHash } from './game-key.ts';
import type { ProgressSnapshot } from './game-progress.ts';
import type { Seat } from './seat.ts';

export type SeatSnapshot = Pick<Seat, 'record' | 'handshake' | 'ready'>;

interface GameSnapshotHead {
  readonly id: GameId;
  readonly startedAt: number;
  readonly komi: number;
  readonly handicap?: number;
  readonly time?: TimedControl;
  readonly options: GameOptions;
  readonly key?: KeyHash;
  readonly black: SeatSnapshot;
  readonly white: SeatSnapshot;
  readonly begun: boolean;
}

/** A game that cannot be read has a problem instead of progress. */
export type GameSnapshot = GameSnapshotHead &
  (
    | { readonly problem: string }
    | { readonly length: number; readonly asides: number; readonly progress: ProgressSnapshot }
  );
