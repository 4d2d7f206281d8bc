import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { serverTime } from './server-clock.ts';

/**
 * The time by the server's clock; undefined before the first message. While `ticks`, it is updated every `interval`
 * milliseconds.
 */
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
