import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { serverTime } from './server-clock.ts';

/** The time by the server's clock, read again after each `interval` of milliseconds while `ticks`; undefined before the first message. */
export function useServerTime(interval: number, ticks = true): number | undefined {
  const now = useSignal(serverTime());
  useEffect(() => {
    now.value = serverTime();
    if (!ticks) return;
    const timer = setInterval(() => {
      now.value = serverTime();
    }, interval);
    return () => clearInterval(timer);
  }, [ticks]);
  return now.value;
}
