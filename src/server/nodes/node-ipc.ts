/** Which of the processes of `--nodes` this is. */
export interface NodeProcessInfo {
  /** Counts the processes of one parent from 1; a process that is started again has the same number. */
  readonly number: number;
  /** The ports that all processes share, the plain one first; absent for the first process, which chooses them where a port is 0. */
  readonly ports?: readonly number[];
}

/** Asked by the parent, or answered by it. */
export type MessageToNode =
  | { readonly kind: 'tell-metrics'; readonly request: number }
  | { readonly kind: 'all-metrics'; readonly request: number; readonly texts: readonly string[] };

export type MessageToParent =
  | { readonly kind: 'ask-metrics'; readonly request: number }
  | { readonly kind: 'own-metrics'; readonly request: number; readonly text: string };

const VARIABLE = 'TENGEN_NODE_PROCESS';

/** What a parent adds to the environment of a process that it starts. */
export const environmentOf = (process: NodeProcessInfo): Record<string, string> => ({
  [VARIABLE]: JSON.stringify(process),
});

/** What the parent of this process has set, if one has. Engines that this process starts do not see it. */
export function takeNodeProcess(): NodeProcessInfo | undefined {
  const text = process.env[VARIABLE];
  if (text === undefined || process.send === undefined) return undefined;
  delete process.env[VARIABLE];
  return JSON.parse(text) as NodeProcessInfo;
}
