import { existsSync, writeFileSync } from 'node:fs';

/** What a test wants of an engine: `move=crash`, `ending=cr`, `stubborn`. */
export class EngineBehaviour {
  readonly #options: ReadonlyMap<string, string>;
  /** `first=FILE`: whatever is wrong is so in the first life only, and FILE is the sign of the second. */
  readonly isFirstLife: boolean;

  constructor(words: readonly string[]) {
    this.#options = new Map(words.map((word) => [word.split('=')[0] ?? '', word.split('=')[1] ?? '']));
    const sign = this.#options.get('first');
    this.isFirstLife = sign === undefined || !existsSync(sign);
    if (sign !== undefined) writeFileSync(sign, '');
  }

  has(name: string): boolean {
    return this.#options.has(name);
  }

  /** The values of a wish, separated by `+`. */
  list(name: string): string[] {
    const text = this.#options.get(name) ?? '';
    return text === '' ? [] : text.split('+');
  }

  get lineEnd(): string {
    return { cr: '\r', crlf: '\r\n' }[this.#options.get('ending') ?? ''] ?? '\n';
  }
}

/** Misbehaves instead of moving; `false` for what is a move. */
export function startMisbehaving(how: string): boolean {
  switch (how) {
    case 'crash':
      process.stderr.write('out of ideas\n', () => process.exit(3));
      return true;
    case 'hang':
      return true;
    case 'flood': {
      const pour = () => process.stdout.write('spam '.repeat(20_000), pour);
      pour();
      return true;
    }
    default:
      return false;
  }
}

/** Hears lines for ever. Every line is told on standard error as well, for the test to read. */
export function readLines(wishes: EngineBehaviour, hear: (line: string) => void): void {
  if (wishes.has('stubborn')) process.on('SIGTERM', () => process.stderr.write('never\n'));
  // Keeps the process alive when its input ends.
  if (wishes.has('stubborn')) setInterval(() => {}, 60_000);
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      process.stderr.write(`heard ${line}\n`);
      hear(line);
    }
  });
}
