import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../../support/eventually.ts';

const run = promisify(execFile);

/** The folders in which Debian installs games and other programs. */
const FOLDERS = ['/usr/games', '/usr/bin'];

/** The path of a program, if it is installed. */
const installed = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** A reason to skip the tests of a graphical program if a program is missing, except in CI, where all must be installed. */
export function missingPrograms(...programs: readonly string[]): string | undefined {
  if (process.env['CI'] !== undefined) return undefined;
  const absent = ['Xvfb', 'xdotool', ...programs].filter((name) => installed(name) === undefined);
  return absent.length === 0 ? undefined : `not installed: ${absent.join(', ')}`;
}

/** A click is repeated at most this many times until it has an effect, because programs are slow to draw. */
const MAX_ATTEMPTS = 12;
/** Milliseconds to wait for the effect of one click. */
const EFFECT_TIME = 4_000;

/** A virtual display without a window manager, and its programs. Windows open in the upper left corner. */
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

  /** Starts a program with the home folder of this display. */
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

  /** Waits for a window with this title. Returns its id. */
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

  /** Clicks at a point, in pixels from the upper left corner of the window or, without a window, of the display. */
  async click(x: number, y: number, { window, times = 1 }: { window?: string; times?: number } = {}): Promise<void> {
    const inside = window === undefined ? [] : ['--window', window];
    await this.#xdotool('mousemove', ...inside, String(x), String(y));
    await this.#xdotool('click', '--repeat', String(times), '--delay', '100', '1');
  }

  async type(text: string): Promise<void> {
    await this.#xdotool('type', '--delay', '20', text);
    await this.#xdotool('key', 'Return');
  }

  /** Repeats an action until it has the effect. */
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
