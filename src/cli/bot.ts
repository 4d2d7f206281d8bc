import { Command } from 'commander';
import { Bot } from '../bot/bot.ts';
import { parseClientUrl } from '../client/url.ts';
import { dialTcp } from '../client/wire.ts';
import { systemClock } from '../clock.ts';
import { openBuiltIn } from '../engines/built-in.ts';
import type { Engine } from '../engines/engine.ts';
import { openEngine } from '../engines/open.ts';
import { SupervisedEngine } from '../engines/supervised.ts';
import { parseWholeNumber } from '../protocols/whole-number.ts';
import { ok, type Result } from '../result.ts';
import { refuse } from './refuse.ts';

/** In place of a command: the player that comes with Tengen. */
const BUILT_IN = 'built-in';

export const botCommand = new Command('bot')
  .description('Seat an engine at any server of any of the protocols: GTP for Go, Piskvork for Gomoku.')
  .argument('<url>', 'the server, e.g. "nu6://127.0.0.1:1919?name=gnugo&size=9"')
  .requiredOption('--engine <command>', `the engine, e.g. "gnugo --mode gtp", or ${BUILT_IN}`)
  .option('--games <number>', 'leave after so many games (default: play on)', count)
  .option('--size <lines>', 'size of the board to ask for', count)
  .option('--move-time <seconds>', 'time for each move where the server has no clock', seconds)
  .action(bot);

interface BotOptions {
  readonly engine: string;
  readonly games?: number;
  readonly size?: number;
  readonly moveTime?: number;
}

function count(text: string): number {
  const number = parseWholeNumber(text);
  return number !== undefined && number > 0 ? number : refuse(`${JSON.stringify(text)} is no whole number from 1`);
}

function seconds(text: string): number {
  const number = Number(text);
  return number > 0 && number < 1e6 ? number : refuse(`${JSON.stringify(text)} is no number of seconds`);
}

async function bot(text: string, { engine: command, games, size, moveTime }: BotOptions): Promise<void> {
  const report = (line: string): void => void process.stderr.write(`${line}\n`);
  const wished = size === undefined ? {} : { size: String(size) };
  const url = parseClientUrl(text, { name: command.split(/\s/, 1)[0] ?? '', ...wished });
  if (!url.ok) refuse(url.problem);
  const { protocol, open, host, port, settings } = url.value;
  const engine = await opened(command, protocol.game, moveTime, report);
  if (!engine.ok) refuse(engine.problem);
  const name = settings['name'];
  const opponent = settings['opponent'];
  const wish = parseWholeNumber(settings['size'] ?? '');
  const player = new Bot({
    dial: dialTcp(host, port),
    clock: systemClock,
    protocol,
    open,
    engine: engine.value,
    seek: {
      kind: 'seek',
      ...(wish === undefined ? {} : { size: wish }),
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
  if (farewell.kind === 'failed') refuse(`${url.value.text}: ${farewell.why}`);
  process.exit(0);
}

async function opened(
  command: string,
  game: 'go' | 'gomoku',
  moveTime: number | undefined,
  log: (line: string) => void,
): Promise<Result<SupervisedEngine>> {
  if (command === BUILT_IN) {
    const builtIn = openBuiltIn(moveTime === undefined ? {} : { budget: moveTime * 1000 });
    const engine: Engine = builtIn.engine();
    return ok(new SupervisedEngine(engine, async () => ok(builtIn.engine()), log));
  }
  const first = await openEngine(command, { game, log });
  return first.ok ? ok(new SupervisedEngine(first.value, () => openEngine(command, { game, log }), log)) : first;
}

/** The first time politely, the second at once. */
function stopOnSignal(stop: () => void): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    stop();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
