import { Argument, Command } from 'commander';
import { SHELLS } from '../shells.ts';

export const completionsCommand = new Command('completions')
  .description('Print a shell completion script.')
  .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
  .action(async (shell, _options, self: Command) => {
    const { completionScript } = await import('../shell-completions.ts');
    process.stdout.write(completionScript(shell, self.parent?.commands ?? []));
  });
