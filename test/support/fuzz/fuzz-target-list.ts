import { clientSessionTargets } from './client-session-target.ts';
import { codecTarget } from './codec-target.ts';
import type { Target } from './fuzz-target.ts';
import { LANGUAGES } from './protocol-language-list.ts';
import { READERS } from './reader-targets.ts';
import { serverSessionTarget } from './server-session-target.ts';

/** All targets of the fuzzer. */
export const TARGETS: readonly Target<unknown>[] = [
  ...LANGUAGES.map(codecTarget),
  ...LANGUAGES.map(serverSessionTarget),
  ...LANGUAGES.flatMap(clientSessionTargets),
  ...READERS,
];
