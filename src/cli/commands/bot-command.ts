import { Command } from 'commander';
import { LEVELS, type Level, levelOf, STRONGEST } from '../../engines/level.ts';
import { parseWholeNumber } from '../../protocols/whole-number.ts';
import { exitWithUsageError } from '../exit-with-usage-error.ts';

export const botCommand = new Command('bot')
  .description('Seat an engine at any server of any of the protocols: GTP for Go, Piskvork for Gomoku.')
  .argument('<url>', 'the server, e.g. "PROTOCOL://127.0.0.1:1919?name=gnugo&size=9"')
  .option('--engine <command>', 'the engine, e.g. "gnugo --mode gtp", or built-in')
  .option('--level <number>', 'the strength of the built-in engine: 1 to 6 (default: 6)', level)
  .option('--games <number>', 'leave after so many games (default: play on)', count)
  .option('--size <lines>', 'size of the board to ask for', count)
  .option('--move-time <seconds>', 'the most for each move, also where the server has a clock', seconds)
  .option(
    '--margin <seconds>',
    'subtract this time from the time that the engine is allowed to use (default: 0.5)',
    secondsOrNone,
  )
  .option(
    '--tolerance <seconds>',
    'wait so much longer for a move than the engine has for it (default: 3)',
    secondsOrNone,
  )
  .option(
    '--as-piskvork',
    'the other way round: be a Piskvork program on standard input and output, and have the player at the URL play',
  )
  .option('--listen', 'with --as-piskvork: the player dials, and the URL is where to listen for it')
  .action(async (url, options) => (await import('../bot.ts')).bot(url, options));

function count(text: string): number {
  const number = parseWholeNumber(text);
  return number !== undefined && number > 0
    ? number
    : exitWithUsageError(`${JSON.stringify(text)} is no whole number from 1`);
}

function level(text: string): Level {
  return (
    levelOf(parseWholeNumber(text)) ??
    exitWithUsageError(`${JSON.stringify(text)} is no level from ${LEVELS[0]} to ${STRONGEST}`)
  );
}

function seconds(text: string): number {
  const number = Number(text);
  return number > 0 && number < 1e6 ? number : exitWithUsageError(`${JSON.stringify(text)} is no number of seconds`);
}

function secondsOrNone(text: string): number {
  return Number(text) === 0 && text.trim() !== '' ? 0 : seconds(text);
}
