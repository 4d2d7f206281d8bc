import { runPlayerAsPiskvorkEngine } from '../../../src/bot/player-as-piskvork-engine.ts';
import { systemClock } from '../../../src/clock.ts';

/** Runs the Gomokurs player at the URL of the argument as a Piskvork program. */
const stopping = new AbortController();
process.on('SIGTERM', () => stopping.abort());
process.exitCode = await runPlayerAsPiskvorkEngine(
  {
    url: process.argv[2] ?? '',
    listen: false,
    clock: systemClock,
    report: (line) => void process.stderr.write(`tengen: ${line}\n`),
  },
  process.stdin,
  process.stdout,
  stopping.signal,
);
