import { useServerTime } from '../connection/use-server-time.ts';
import { duration } from '../formatting/duration.ts';

/** The time until something happens. A screen reader reads it on request only, because it changes each second. */
export function TimeUntil({ end, label }: { end: number | undefined; label: string }) {
  const now = useServerTime(1000);
  if (end === undefined || now === undefined) return null;
  return (
    <strong class="time-until" role="timer" aria-label={label}>
      {duration(Math.max(0, end - now))}
    </strong>
  );
}
