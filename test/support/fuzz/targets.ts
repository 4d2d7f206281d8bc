import { codecTarget } from './codec.ts';
import { playerTargets } from './player.ts';
import { LANGUAGES } from './protocol-languages.ts';
import { READERS } from './readers.ts';
import { sessionTarget } from './session.ts';
import type { Target } from './target.ts';

/** Everything that is fuzzed. */
export const TARGETS: readonly Target<unknown>[] = [
  ...LANGUAGES.map(codecTarget),
  ...LANGUAGES.map(sessionTarget),
  ...LANGUAGES.flatMap(playerTargets),
  ...READERS,
];
