import { BotClient } from '../bot/bot-client.ts';
import { runPlayerAsPiskvorkEngine } from '../bot/player-as-piskvork-engine.ts';
import { parseClientUrl } from '../client/client-url.ts';
import { dialTcp } from '../client/tcp-connection.ts';
import { systemClock } from '../clock.ts';
import { openBuiltInEngines } from '../engines/built-in-engines.ts';
import { ENGINE_TIMEOUTS } from '../engines/engine-timeouts.ts';
import { type Level, STRONGEST } from '../engines/level.ts';
import { openExternalEngine } from '../engines/open-external-engine.ts';
import { RestartingEngine } from '../engines/restarting-engine.ts';
import { parseWholeNumber } from '../protocols/parse-whole-number.ts';
import { ok, problem, type Result } from '../result.ts';
import { plainText } from '../sanitize-text.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** Stands in place of a command for the engine that is part of Tengen. */
const BUILT_IN = 'built-in';

interface BotOptions {
  readonly engine?: string;
  readonly level?: Level;
  readonly asPiskvork?: true;
  readonly listen?: true;
  readonly games?: number;
  readonly size?: number;
  readonly moveTime?: number;
  readonly margin?: number;
  readonly tolerance?: number;
}

/** Lines may contain text of engines and servers. */
const report = (line: string): void => void process.stderr.write(`${plainText(line)}\n`);

export async function bot(text: string, options: BotOptions): Promise<void> {
  const { engine, level, asPiskvork, listen } = options;
  if (asPiskvork) await runPiskvork(text, options);
  else if (listen) exitWithUsageError('--listen needs --as-piskvork');
  else if (engine === undefined) exitWithUsageError('--engine is missing: the command of an engine');
  else if (level !== undefined && engine !== BUILT_IN) exitWithUsageError(`--level needs --engine ${BUILT_IN}`);
  else await playWithEngine(text, engine, options);
}

/** Uses a player of another protocol as a Piskvork program, for the Piskvork manager on standard input. */
async function runPiskvork(url: string, options: BotOptions): Promise<never> {
  const { listen, engine, level, games, size, moveTime, margin, tolerance } = options;
  if ([engine, level, games, size, margin, tolerance].some((option) => option !== undefined)) {
    exitWithUsageError('--as-piskvork takes only a URL, --listen and --move-time');
  }
  const stop = new AbortController();
  stopOnSignal(() => stop.abort());
  const run = {
    url,
    listen: listen ?? false,
    clock: systemClock,
    report: (line: string) => report(`tengen: ${line}`),
    ...(moveTime === undefined ? {} : { moveTime: moveTime * 1000 }),
  };
  process.exit(await runPlayerAsPiskvorkEngine(run, process.stdin, process.stdout, stop.signal));
}

async function playWithEngine(text: string, command: string, options: BotOptions): Promise<never> {
  const { games, size, moveTime } = options;
  const sizeSetting = size === undefined ? {} : { size: String(size) };
  const url = await parseClientUrl(text, { name: command.split(/\s/, 1)[0] ?? '', ...sizeSetting });
  if (!url.ok) exitWithUsageError(url.problem);
  const { protocol, open, host, port, settings } = url.value;
  const boardSize = parseWholeNumber(settings['size'] ?? '');
  const engine = await openRestartingEngine(command, protocol.game, boardSize, options);
  if (!engine.ok) exitWithUsageError(engine.problem);
  const name = settings['name'];
  const opponent = settings['opponent'];
  const player = new BotClient({
    dial: dialTcp(host, port),
    clock: systemClock,
    protocol,
    open,
    engine: engine.value,
    seek: {
      kind: 'seek',
      ...(boardSize === undefined ? {} : { size: boardSize }),
      ...(opponent === undefined ? {} : { opponent }),
    },
    ...(name === undefined ? {} : { name }),
    ...(games === undefined ? {} : { games }),
    ...(moveTime === undefined ? {} : { moveTime: moveTime * 1000 }),
    report,
  });
  stopOnSignal(() => player.stop());
  const farewell = await player.run();
  await engine.value.close();
  if (farewell.kind === 'failed') exitWithUsageError(`${url.value.text}: ${farewell.why}`);
  process.exit(0);
}

/** A running engine. `size`: the board size, if known. */
async function openRestartingEngine(
  command: string,
  game: 'go' | 'gomoku',
  size: number | undefined,
  { level = STRONGEST, moveTime, margin, tolerance }: BotOptions,
): Promise<Result<RestartingEngine>> {
  if (command === BUILT_IN) {
    const builtIn = openBuiltInEngines(moveTime === undefined ? {} : { limit: moveTime * 1000 });
    const engine = () => builtIn.engine({ level, seed: Math.floor(Math.random() * 2 ** 32) });
    return ok(new RestartingEngine(engine(), async () => ok(engine()), report));
  }
  const timeouts = {
    ...ENGINE_TIMEOUTS,
    ...(margin === undefined ? {} : { margin: margin * 1000 }),
    ...(tolerance === undefined ? {} : { tolerance: tolerance * 1000 }),
  };
  const open = () => openExternalEngine(command, { game, log: report, timeouts });
  const first = await open();
  if (!first.ok) return first;
  const accepted = size === undefined ? ok(true) : await first.value.accepts(size);
  if (accepted.ok && accepted.value) {
    return ok(new RestartingEngine(first.value, open, report));
  }
  await first.value.close();
  return accepted.ok ? problem(`${first.value.name} does not play on ${size} lines`) : accepted;
}
