#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { Command } from 'commander';
import { version } from '../server/version.ts';
import { refuse } from './refuse.ts';

// What was compiled once starts in half the time; where it cannot be kept, nothing is lost.
enableCompileCache();

/** Each command by its word. It brings a good part of the house with it, so only the one that is called is loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  play: async () => (await import('./play.ts')).playCommand,
  bot: async () => (await import('./bot.ts')).botCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  tap: async () => (await import('./tap.ts')).tapCommand,
  export: async () => (await import('./export.ts')).exportCommand,
};

/** Every command ends with 0 if all went well, 1 if something asked for could not be had, and this for a wrong call. */
const BAD_USAGE = 2;

const program = new Command('tengen')
  .description('One server where every Go and Gomoku protocol meets.')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : BAD_USAGE))
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'tengen: ')) });

if (process.argv.length <= 2) refuse('a command is missing; tengen --help lists them');
const called = COMMANDS[process.argv[2] ?? ''];
for (const load of called === undefined ? Object.values(COMMANDS) : [called]) program.addCommand(await load());
for (const command of program.commands) command.copyInheritedSettings(program);
await program.parseAsync();
