import type { Command } from 'commander';
import { botCommand } from './bot-command.ts';
import { checkCommand } from './check-command.ts';
import { completionsCommand } from './completions-command.ts';
import { exportCommand } from './export-command.ts';
import { playCommand } from './play-command.ts';
import { ratingsCommand } from './ratings-command.ts';
import { serveCommand } from './serve-command.ts';
import { tapCommand } from './tap-command.ts';

/** In the order of `tengen --help`. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  playCommand,
  botCommand,
  checkCommand,
  tapCommand,
  exportCommand,
  ratingsCommand,
  completionsCommand,
];
