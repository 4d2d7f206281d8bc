import { parseArgs } from 'node:util';
import { openBoardTestPage } from '../test/e2e/browser/board-test-page.ts';
import { launchBrowser } from '../test/e2e/browser/launch-browser.ts';
import { measureStones } from '../test/e2e/browser/stone-speed.ts';

// Measures the CPU time of a browser's main thread for one stone on a half-full board, with the browser's own trace.
// Other processes of the machine do not change it. With `--at-most`, it fails if the 95th percentile is larger.
// node scripts/browser-board-speed.ts [--lines 131] [--stones 200] [--scene scattered] [--at-most MILLISECONDS]

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '131' },
    stones: { type: 'string', default: '200' },
    scene: { type: 'string', default: 'scattered' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    'at-most': { type: 'string' },
  },
});
const board = await openBoardTestPage();
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: Number(values.width), height: Number(values.height) } });
await page.goto(board.address(`lines=${values.lines}&scene=${values.scene}`));
const { p50, p95, max, stones, parts } = await measureStones(browser, page, Number(values.stones));
console.log(
  `${stones} stones on ${values.lines} lines: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
);
for (const [name, milliseconds] of parts) console.log(`${milliseconds.toFixed(2).padStart(8)} ms a stone  ${name}`);
await browser.close();
board.close();
if (p95 > Number(values['at-most'] ?? Infinity)) process.exitCode = 1;
