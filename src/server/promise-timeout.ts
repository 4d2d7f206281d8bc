import type { Clock } from '../clock.ts';

/** Resolves with the value of `promise`; with undefined if the promise rejects, or does not settle within this many milliseconds. */
export function valueWithin<Value>(
  clock: Clock,
  milliseconds: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.at(clock.now() + milliseconds, () => resolve(undefined));
    const settle = (value?: Value): void => {
      cancel();
      resolve(value);
    };
    promise.then(settle, () => settle());
  });
}
