import { codecTarget } from './codec-target.ts';
import { playerTargets } from './player-target.ts';
import { LANGUAGES } from './protocol-languages.ts';
import { READERS } from './reader-targets.ts';
import { sessionTarget } from './session-target.ts';
import type { Target } from './target.ts';

/** All targets of the fuzzer. */
export const TARGETS: readonly Target<unknown>[] = [
  ...LANGUAGES.map(codecTarget),
  ...LANGUAGES.map(sessionTarget),
  ...LANGUAGES.flatMap(playerTargets),
  ...READERS,
];
