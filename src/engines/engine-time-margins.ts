/** Two allowances for delay, in milliseconds. Programs that run engine matches have them, too. */
export interface EngineTimeMargins {
  /** The time sent to the engine is shorter by this, but at least half of its time. */
  readonly margin: number;
  /** The engine's move is still accepted for this long after its time has ended. */
  readonly tolerance: number;
}

export const TIME_MARGINS: EngineTimeMargins = { margin: 500, tolerance: 3_000 };

/** The time that is sent to an engine, in milliseconds. */
export const reportedTime = (milliseconds: number, { margin }: EngineTimeMargins): number =>
  Math.max(0, Math.floor(Math.max(milliseconds - margin, milliseconds / 2)));

/** A time in whole seconds. It is at least 1 s, because 0 means no limit to engines. */
export const inSeconds = (milliseconds: number): number => Math.max(1, Math.floor(milliseconds / 1_000));
