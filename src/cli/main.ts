#!/usr/bin/env node
import { Command } from 'commander';
import { botCommand } from './bot.ts';
import { checkCommand } from './check.ts';
import { exportCommand } from './export.ts';
import { playCommand } from './play.ts';
import { refuse } from './refuse.ts';
import { serveCommand } from './serve.ts';
import { tapCommand } from './tap.ts';
import { version } from './version.ts';

/** Every command ends with 0 if all went well, 1 if something asked for could not be had, and this for a wrong call. */
const BAD_USAGE = 2;

const program = new Command('tengen')
  .description('One server where every Go and Gomoku protocol meets.')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : BAD_USAGE))
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'tengen: ')) })
  .addCommand(serveCommand)
  .addCommand(playCommand)
  .addCommand(botCommand)
  .addCommand(checkCommand)
  .addCommand(tapCommand)
  .addCommand(exportCommand);

for (const command of program.commands) command.copyInheritedSettings(program);
if (process.argv.length <= 2) refuse('a command is missing; tengen --help lists them');
await program.parseAsync();
