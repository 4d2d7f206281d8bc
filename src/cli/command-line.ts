import { Command } from 'commander';
import { version } from '../server/package-version.ts';
import { COMMANDS } from './commands/all-commands.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';

/** Exit codes: 0 success, 1 a requested check failed, and this one for a usage error. */
const BAD_USAGE = 2;

const program = new Command('tengen')
  .description('One server where every Go and Gomoku protocol meets.')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : BAD_USAGE))
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'tengen: ')) });

if (process.argv.length <= 2) exitWithUsageError('a command is missing; tengen --help lists the commands');
for (const command of COMMANDS) {
  program.addCommand(command.copyInheritedSettings(program));
}
await program.parseAsync();
