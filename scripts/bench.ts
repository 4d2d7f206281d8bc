import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { heavyLoad } from './bench/heavy-load.ts';
import { nodes } from './bench/nodes.ts';
import { type Plot, svgOf } from './bench/plot.ts';
import { type BenchmarkResults, pageOf } from './bench/results-page.ts';
import { rules } from './bench/rules.ts';
import { scalability } from './bench/scalability.ts';
import { isReached, type MeasuredValue, type SectionDefinition, type SectionResult } from './bench/section.ts';
import { compareWithCommit } from './bench/server/commit-comparison.ts';
import { server } from './bench/server-speed.ts';
import { start } from './bench/start-time.ts';
import { turns } from './bench/turn-cost.ts';

// Compares the speed of Tengen with other programs, and writes bench/results.json and docs/benchmarks.md.
// Sections that are not named keep the figures of their last run.
// npm run bench -- [SECTION]...
// npm run bench -- --against COMMIT: compares the server with an earlier one, and writes nothing.

const SECTIONS: Readonly<Record<string, SectionDefinition>> = {
  rules,
  server,
  turns,
  many: heavyLoad,
  nodes,
  start,
  growth: scalability,
};

const RESULTS = 'bench/results.json';
const PAGE = 'docs/benchmarks.md';
const PLOTS = 'docs/plots';

function earlierSections(): BenchmarkResults['sections'] {
  try {
    return (JSON.parse(readFileSync(RESULTS, 'utf8')) as BenchmarkResults).sections;
  } catch {
    return {};
  }
}

// The handlers of `exit` kill the processes that this one has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { positionals, values } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } });
const unknown = positionals.find((name) => SECTIONS[name] === undefined);
if (unknown !== undefined) {
  console.error(`there is no section ${unknown}; the sections are ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(2);
}

if (values.against !== undefined) {
  await compareWithCommit(values.against);
  process.exit();
}

async function measureSection(name: string): Promise<SectionResult> {
  const { title, method, measure } = SECTIONS[name]!;
  const figures: MeasuredValue[] = [];
  const plots: Plot[] = [];
  const reportFigure = (figure: MeasuredValue): void => {
    const { median, low, high } = figure.value;
    const spread = `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    const missed = isReached(figure) === false ? '; the goal is not reached' : '';
    console.log(`${name}: ${figure.what}: ${spread} of ${figure.against}${missed}`);
    figures.push(figure);
  };
  const reportPlot = (plot: Plot): void => {
    console.log(`${name}: plotted ${plot.title}`);
    plots.push(plot);
  };
  await measure(reportFigure, reportPlot);
  return plots.length === 0 ? { title, method, figures } : { title, method, figures, plots };
}

const earlier = earlierSections();
const sections: Record<string, SectionResult> = {};
for (const name of Object.keys(SECTIONS)) {
  const isSelected = positionals.length === 0 || positionals.includes(name);
  const section = isSelected ? await measureSection(name) : earlier[name];
  if (section !== undefined) sections[name] = section;
}
const [cpu] = cpus();
const results: BenchmarkResults = {
  machine: `${cpus().length} cores (${cpu?.model.trim()}), Node ${process.versions.node}`,
  sections,
};
mkdirSync('bench', { recursive: true });
writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(PAGE, pageOf(results));
mkdirSync(PLOTS, { recursive: true });
for (const plot of Object.values(sections).flatMap(({ plots = [] }) => plots)) {
  writeFileSync(`${PLOTS}/${plot.name}.svg`, svgOf(plot));
}
