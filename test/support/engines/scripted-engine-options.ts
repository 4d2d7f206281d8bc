import { existsSync, writeFileSync } from 'node:fs';

/** The command-line options of a scripted engine, such as `move=crash`, `ending=cr` or `stubborn`. */
export class ScriptedEngineOptions {
  readonly #options: ReadonlyMap<string, string>;
  /** With `first=FILE`, the engine misbehaves only in its first run. FILE exists from then on. */
  readonly isFirstRun: boolean;

  constructor(options: readonly string[]) {
    this.#options = new Map(options.map((option) => [option.split('=')[0] ?? '', option.split('=')[1] ?? '']));
    const marker = this.#options.get('first');
    this.isFirstRun = marker === undefined || !existsSync(marker);
    if (marker !== undefined) writeFileSync(marker, '');
  }

  has(name: string): boolean {
    return this.#options.has(name);
  }

  /** The values of an option, separated by `+`. */
  list(name: string): string[] {
    const text = this.#options.get(name) ?? '';
    return text === '' ? [] : text.split('+');
  }

  get lineEnd(): string {
    return { cr: '\r', crlf: '\r\n' }[this.#options.get('ending') ?? ''] ?? '\n';
  }
}

/** Starts to misbehave. Returns false if `how` is a move. */
export function startMisbehaving(how: string): boolean {
  switch (how) {
    case 'crash':
      process.stderr.write('out of ideas\n', () => process.exit(3));
      return true;
    case 'hang':
      return true;
    case 'flood': {
      const flood = () => process.stdout.write('spam '.repeat(20_000), flood);
      flood();
      return true;
    }
    default:
      return false;
  }
}

/** Calls `onLine` for each input line. Each line is also written to standard error, where the test can read it. */
export function readLines(options: ScriptedEngineOptions, onLine: (line: string) => void): void {
  if (options.has('stubborn')) process.on('SIGTERM', () => process.stderr.write('never\n'));
  // Keeps the process alive when its input ends.
  if (options.has('stubborn')) setInterval(() => {}, 60_000);
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      process.stderr.write(`received ${line}\n`);
      onLine(line);
    }
  });
}
