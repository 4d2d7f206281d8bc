import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boards } from './growth/board-size.ts';
import { connections } from './growth/connection-count.ts';
import { games } from './growth/game-count.ts';
import type { Measure, SectionDefinition } from './section.ts';
import { MAIN } from './server/measured.ts';

const measure: Measure = async (_say, show) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-bench-'));
  try {
    for (const grow of [connections, games, boards]) for (const plot of await grow(folder)) show(plot);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export const growth: SectionDefinition = {
  title: 'Growth',
  method: [
    `${MAIN} clients play as fast as they are answered, as in the section about the server. They share the two processors` +
      ' with the server. The figures are absolute; the shape of the curves matters.',
  ],
  measure,
};
