import { type ChildProcess, spawn } from 'node:child_process';
import { Tengen } from '../../../test/e2e/serve/server-process.ts';

/** The program that `npm run build:program` makes. */
export const BUILT = 'dist/cli/main.js';

export class BuiltTengen extends Tengen {
  protected override start(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [BUILT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  }
}
