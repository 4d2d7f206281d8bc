import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBoardSizes } from './scalability/board-size.ts';
import { measureConnectionCounts } from './scalability/connection-count.ts';
import { measureGameCounts } from './scalability/game-count.ts';
import type { MeasureSection, SectionDefinition } from './section.ts';
import { MAIN_PROTOCOL } from './server/measured-protocol-list.ts';

const measure: MeasureSection = async (_report, reportPlot) => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-bench-'));
  try {
    for (const measurePlots of [measureConnectionCounts, measureGameCounts, measureBoardSizes])
      for (const plot of await measurePlots(folder)) reportPlot(plot);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export const scalability: SectionDefinition = {
  title: 'Growth',
  method: [
    `${MAIN_PROTOCOL} clients play as fast as the server answers, as in the section “The server”. The clients share the two processors with the server. The values in the plots are absolute, so only the shape of a curve can be compared with other machines.`,
  ],
  measure,
};
