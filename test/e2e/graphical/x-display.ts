import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../../support/eventually.ts';

const run = promisify(execFile);

/** Where Debian has games, and everything else. */
const FOLDERS = ['/usr/games', '/usr/bin'];

/** The path of a program, if it is installed. */
const installed = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** What is missing to try a graphical program; undefined if nothing is, or if everything has to be there. */
export function missingPrograms(...programs: readonly string[]): string | undefined {
  if (process.env['CI'] !== undefined) return undefined;
  const absent = ['Xvfb', 'xdotool', ...programs].filter((name) => installed(name) === undefined);
  return absent.length === 0 ? undefined : `not installed: ${absent.join(', ')}`;
}

/** Clicks are repeated so often until they have had an effect: programs are slow to draw. */
const MAX_ATTEMPTS = 12;
/** Milliseconds for the effect of one click. */
const EFFECT_TIME = 4_000;

/** A virtual display without a window manager, and the programs on it. Windows open at its upper left corner. */
export class XDisplay {
  readonly home = mkdtempSync(join(tmpdir(), 'tengen-display-'));
  readonly #server: ChildProcess;
  readonly #programs: ChildProcess[] = [];
  #number = '';

  private constructor() {
    const server = installed('Xvfb') ?? 'Xvfb';
    const options = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1400x1000x24'];
    this.#server = spawn(server, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    this.#server.stdio[3]?.on('data', (text) => {
      this.#number += text;
    });
  }

  static async open(): Promise<XDisplay> {
    const display = new XDisplay();
    await eventually('a display', () => /\d+\n/.test(display.#number) || undefined);
    return display;
  }

  /** Starts a program with a home folder of its own. */
  start(name: string, ...args: readonly string[]): void {
    const path = installed(name) ?? name;
    this.#programs.push(spawn(path, args, { stdio: 'ignore', env: this.#environment }));
  }

  get #environment(): NodeJS.ProcessEnv {
    const { PATH } = process.env;
    return { PATH, HOME: this.home, DISPLAY: `:${this.#number.trim()}`, LANG: 'C.UTF-8', XDG_RUNTIME_DIR: this.home };
  }

  async #xdotool(...args: readonly string[]): Promise<string> {
    const { stdout } = await run(installed('xdotool') ?? 'xdotool', args, { env: this.#environment, timeout: 10_000 });
    return stdout.trim();
  }

  /** The number of the window with this title, once it is there. */
  async window(title: string): Promise<string> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const found = await this.#xdotool('search', '--onlyvisible', '--name', title).catch(() => '');
      const [first] = found.split('\n');
      if (first !== undefined && first !== '') return first;
      await delay(200);
    }
    throw new Error(`there is no window "${title}"`);
  }

  async move(window: string, x: number, y: number): Promise<void> {
    await this.#xdotool('windowmove', window, String(x), String(y));
  }

  /** In pixels from the upper left corner of the window, or of the display. */
  async click(x: number, y: number, { window, times = 1 }: { window?: string; times?: number } = {}): Promise<void> {
    const inside = window === undefined ? [] : ['--window', window];
    await this.#xdotool('mousemove', ...inside, String(x), String(y));
    await this.#xdotool('click', '--repeat', String(times), '--delay', '100', '1');
  }

  async type(text: string): Promise<void> {
    await this.#xdotool('type', '--delay', '20', text);
    await this.#xdotool('key', 'Return');
  }

  /** Acts until the effect is there. */
  async actUntil(effect: (limit: number) => Promise<boolean>, act: () => Promise<void>, what: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      await act();
      if (await effect(EFFECT_TIME)) return;
    }
    throw new Error(`no effect: ${what}`);
  }

  close(): void {
    for (const each of [...this.#programs, this.#server]) each.kill('SIGKILL');
    rmSync(this.home, { recursive: true, force: true });
  }
}
