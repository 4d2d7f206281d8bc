import { Command } from 'commander';
import { LEVELS, type Level, levelOf, STRONGEST } from '../../engines/level.ts';
import { parseWholeNumber } from '../../protocols/parse-whole-number.ts';
import { exitWithUsageError } from '../exit-with-usage-error.ts';

export const botCommand = new Command('bot')
  .description(
    'Connect an engine to a server of any supported protocol: GTP engines for Go, Piskvork engines for Gomoku.',
  )
  .argument('<url>', 'the server, e.g. "PROTOCOL://127.0.0.1:1919?name=gnugo&size=9"')
  .option('--engine <command>', 'the command that starts the engine, e.g. "gnugo --mode gtp", or built-in')
  .option('--level <number>', 'the strength of the built-in engine: 1 to 6 (default: 6)', level)
  .option('--games <number>', 'stop after this number of games (default: no limit)', count)
  .option('--size <lines>', 'board size to ask for', count)
  .option('--move-time <seconds>', 'maximum time for each move, even if the clock of the server allows more', seconds)
  .option(
    '--margin <seconds>',
    'give the engine this much less time than it has on the clock (default: 0.5)',
    secondsOrNone,
  )
  .option(
    '--tolerance <seconds>',
    'wait this much longer for a move than the engine may take (default: 3)',
    secondsOrNone,
  )
  .option(
    '--as-piskvork',
    'act as a Piskvork engine on standard input and output; the player at the URL chooses the moves',
  )
  .option(
    '--listen',
    'with --as-piskvork: the player connects to this program, which listens on the address of the URL',
  )
  .action(async (url, options) => (await import('../bot.ts')).bot(url, options));

function count(text: string): number {
  const number = parseWholeNumber(text);
  return number !== undefined && number > 0
    ? number
    : exitWithUsageError(`${JSON.stringify(text)} is not a whole number from 1`);
}

function level(text: string): Level {
  return (
    levelOf(parseWholeNumber(text)) ??
    exitWithUsageError(`${JSON.stringify(text)} is not a level from ${LEVELS[0]} to ${STRONGEST}`)
  );
}

function seconds(text: string): number {
  const number = Number(text);
  return number > 0 && number < 1e6 ? number : exitWithUsageError(`${JSON.stringify(text)} is not a number of seconds`);
}

function secondsOrNone(text: string): number {
  return Number(text) === 0 && text.trim() !== '' ? 0 : seconds(text);
}
