/** The place of this process among the processes of `--nodes`. */
export interface NodeProcessAssignment {
  /** The number of the process, from 1. A process that is started again has the same number. */
  readonly number: number;
  /** The ports that all processes share, the plain port first. Absent for the first process, which chooses a port where the option is 0. */
  readonly ports?: readonly number[];
}

/** A request or an answer of the parent process. */
export type MessageToNode =
  | { readonly kind: 'get-own-metrics'; readonly request: number }
  | { readonly kind: 'all-metrics'; readonly request: number; readonly texts: readonly string[] };

/** A request or an answer of a node process. */
export type MessageToParent =
  | { readonly kind: 'get-all-metrics'; readonly request: number }
  | { readonly kind: 'own-metrics'; readonly request: number; readonly text: string };

const VARIABLE = 'TENGEN_NODE_PROCESS';

/** The variables that the parent adds to the environment of a node process. */
export const environmentOf = (process: NodeProcessAssignment): Record<string, string> => ({
  [VARIABLE]: JSON.stringify(process),
});

/** Reads and removes what the parent process has set, so that engines of this process do not inherit it. Undefined without a parent. */
export function takeNodeProcess(): NodeProcessAssignment | undefined {
  const text = process.env[VARIABLE];
  if (text === undefined || process.send === undefined) return undefined;
  delete process.env[VARIABLE];
  return JSON.parse(text) as NodeProcessAssignment;
}
