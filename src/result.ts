/** Errors of a peer or a player are values. Only our own bugs are thrown. */
export type Result<Value, Problem = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });
export const problem = <Problem>(cause: Problem): Result<never, Problem> => ({ ok: false, problem: cause });

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
