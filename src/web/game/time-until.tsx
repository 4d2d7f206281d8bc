import { useServerTime } from '../connection/use-server-time.ts';
import { duration } from '../formatting/duration.ts';

/** A countdown to the time `end`. A screen reader reads it only on request, because it changes each second. */
export function TimeUntil({ end, label }: { end: number | undefined; label: string }) {
  const now = useServerTime(1000);
  if (end === undefined || now === undefined) return null;
  return (
    <strong class="time-until" role="timer" aria-label={label}>
      {duration(Math.max(0, end - now))}
    </strong>
  );
}
