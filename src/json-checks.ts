/** Checks of values that `JSON.parse` has returned: the type of a value, before its fields are read. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether the value is a whole number from 0 that is exact in JavaScript. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
