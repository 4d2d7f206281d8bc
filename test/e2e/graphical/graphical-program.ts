import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TelnetClient } from '../serve/telnet-client.ts';
import type { XDisplay } from './x-display.ts';

type ScreenPoint = readonly [number, number];

/** The places of the point C3 of 9 lines and of the buttons, in pixels of the window or, without a window, of the display. */
interface Buttons {
  readonly c3: ScreenPoint;
  readonly pass: ScreenPoint;
  readonly done: ScreenPoint;
  readonly window?: string;
}

/** A graphical client of IGS, and how its user controls it. */
export interface GraphicalProgram {
  readonly name: string;
  readonly packages: readonly string[];
  /** Starts the program, and waits until it has logged in. */
  logIn(display: XDisplay, port: number, observer: TelnetClient): Promise<void>;
  /** Tries once to accept a game on 9 lines with white against `opponent`. */
  accept(display: XDisplay, opponent: string, minutes: number, byoMinutes: number): Promise<void>;
  /** Waits for the window of the game. Returns the places of the buttons. */
  board(display: XDisplay, opponent: string): Promise<Buttons>;
  /** Tries once to watch the only game of the list. */
  observe(display: XDisplay): Promise<void>;
}

/** Writes the configuration file with the server and the account. */
function configureQgo(home: string, port: number): void {
  mkdirSync(join(home, '.config/qGo'), { recursive: true });
  const account = { host: '127.0.0.1', password: 'password', port, type: 'IGS', user: 'qgo' };
  const lines = Object.entries(account).map(([key, value]) => `1\\${key}=${value}`);
  writeFileSync(join(home, '.config/qGo/qGo.conf'), ['[CREDENTIALS]', ...lines, 'size=1', ''].join('\n'));
}

export const qgo: GraphicalProgram = {
  name: 'qgo',
  packages: ['qgo'],
  async logIn(display, port, observer) {
    configureQgo(display.home, port);
    display.start('qgo');
    await display.window('qGo 2');
    const connect = async (): Promise<void> => {
      await delay(1000);
      // First the button to connect, then the account in the list.
      await display.click(97, 20);
      await delay(1000);
      await display.click(420, 200, { times: 2 });
    };
    await display.actUntil(
      (limit) => observer.receives('{qgo [ NR ] has connected.}', 2 * limit),
      connect,
      'a connection',
    );
    // Turns on "open for playing", without which no player can request a game. The list marks such a player with X.
    const isOpen = async (limit: number): Promise<boolean> => {
      observer.send('who');
      return await observer.receives('|     --   -- qgo', limit);
    };
    await display.actUntil(isOpen, () => display.click(28, 123), 'open for playing');
  },
  accept: (display) => display.click(785, 650),
  async board(display, opponent) {
    await display.window(`qgo NR vs. ${opponent}`);
    return { c3: [173, 557], pass: [647, 619], done: [647, 740] };
  },
  // The first row in the list of games.
  observe: (display) => display.click(480, 448, { times: 2 }),
};

/** Writes the configuration file, which has ten servers. */
function configureCgoban(home: string, port: number): void {
  const ten = (second: string | number): string => ['', second, '', '', '', '', '', '', '', ''].join('|');
  const settings = {
    server: 'NNGS|IGS|LGS|NCIC|GIGS|||||',
    protocol: 'n|i|n|n|n|n|n|n|n|n',
    direct: 't|t|t|t|t|t|t|t|t|t',
    address: ten('127.0.0.1'),
    port: ten(port),
    username: ten('cgoban'),
    password: ten('password'),
  };
  const lines = Object.entries(settings).map(([key, value]) => `cgoban.client.${key}: ${value}`);
  writeFileSync(join(home, '.cgobanrc'), `${lines.join('\n')}\n`);
}

/** Types a command in the window of the server. */
async function typeCommand(display: XDisplay, command: string): Promise<void> {
  await display.click(200, 437, { window: await display.window('IGS Client') });
  await display.type(command);
}

export const cgoban: GraphicalProgram = {
  name: 'cgoban',
  packages: ['cgoban'],
  async logIn(display, port, observer) {
    configureCgoban(display.home, port);
    display.start('cgoban', '-igs');
    const setup = await display.window('IGS Setup');
    await display.move(await display.window('CGoban Control'), 1150, 750);
    const press = (): Promise<void> => display.click(209, 111, { window: setup });
    await display.actUntil(
      (limit) => observer.receives('{cgoban [ NR ] has connected.}', limit),
      press,
      'the button OK',
    );
  },
  async accept(display, opponent, minutes, byoMinutes) {
    // Otherwise the window of the request would cover the others.
    await display.move(await display.window('Server Game Setup'), 900, 0);
    await typeCommand(display, `match ${opponent} W 9 ${minutes} ${byoMinutes}`);
  },
  async board(display) {
    return { c3: [123, 337], pass: [462, 86], done: [462, 137], window: await display.window('Game 1:') };
  },
  observe: (display) => typeCommand(display, 'observe 1'),
};
