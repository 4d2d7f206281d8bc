import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TelnetClient } from '../serve/telnet-client.ts';
import type { XDisplay } from './x-display.ts';

type Place = readonly [number, number];

/** Where a program has its buttons and the point C3 of 9 lines, in pixels of the window, or of the display. */
interface Buttons {
  readonly c3: Place;
  readonly pass: Place;
  readonly done: Place;
  readonly window?: string;
}

/** A graphical client of IGS on a display, as its user works it. */
export interface GraphicalProgram {
  readonly name: string;
  readonly packages: readonly string[];
  /** Until the server has let it in. */
  logIn(display: XDisplay, port: number, person: TelnetClient): Promise<void>;
  /** Accepts the game on 9 lines that `opponent` asks for, with white; once, without certainty. */
  accept(display: XDisplay, opponent: string, minutes: number, byoMinutes: number): Promise<void>;
  /** Once the game has begun. */
  board(display: XDisplay, opponent: string): Promise<Buttons>;
  /** Watches the only game of the list; once, without certainty. */
  observe(display: XDisplay): Promise<void>;
}

/** Servers and names are in a file. */
function configureQgo(home: string, port: number): void {
  mkdirSync(join(home, '.config/qGo'), { recursive: true });
  const account = { host: '127.0.0.1', password: 'password', port, type: 'IGS', user: 'qgo' };
  const lines = Object.entries(account).map(([key, value]) => `1\\${key}=${value}`);
  writeFileSync(join(home, '.config/qGo/qGo.conf'), ['[CREDENTIALS]', ...lines, 'size=1', ''].join('\n'));
}

export const qgo: GraphicalProgram = {
  name: 'qgo',
  packages: ['qgo'],
  async logIn(display, port, person) {
    configureQgo(display.home, port);
    display.start('qgo');
    await display.window('qGo 2');
    const connect = async (): Promise<void> => {
      await delay(1000);
      // The button for a connection, and the account in the list.
      await display.click(97, 20);
      await delay(1000);
      await display.click(420, 200, { times: 2 });
    };
    await display.actUntil(
      (limit) => person.receives('{qgo [ NR ] has connected.}', 2 * limit),
      connect,
      'a connection',
    );
    // "Open for playing" is off at first: no player may ask it for a game. In the list, X stands before such a player.
    const isOpen = async (limit: number): Promise<boolean> => {
      person.send('who');
      return await person.receives('|     --   -- qgo', limit);
    };
    await display.actUntil(isOpen, () => display.click(28, 123), 'open for playing');
  },
  accept: (display) => display.click(785, 650),
  async board(display, opponent) {
    await display.window(`qgo NR vs. ${opponent}`);
    return { c3: [173, 557], pass: [647, 619], done: [647, 740] };
  },
  // The first row of the list of games.
  observe: (display) => display.click(480, 448, { times: 2 }),
};

/** Ten servers, each with a name. */
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

/** A command in the window of the server. */
async function typeCommand(display: XDisplay, command: string): Promise<void> {
  await display.click(200, 437, { window: await display.window('IGS Client') });
  await display.type(command);
}

export const cgoban: GraphicalProgram = {
  name: 'cgoban',
  packages: ['cgoban'],
  async logIn(display, port, person) {
    configureCgoban(display.home, port);
    display.start('cgoban', '-igs');
    const setup = await display.window('IGS Setup');
    await display.move(await display.window('CGoban Control'), 1150, 750);
    const press = (): Promise<void> => display.click(209, 111, { window: setup });
    await display.actUntil((limit) => person.receives('{cgoban [ NR ] has connected.}', limit), press, 'the button OK');
  },
  async accept(display, opponent, minutes, byoMinutes) {
    // The window of the request would cover the others.
    await display.move(await display.window('Server Game Setup'), 900, 0);
    await typeCommand(display, `match ${opponent} W 9 ${minutes} ${byoMinutes}`);
  },
  async board(display) {
    return { c3: [123, 337], pass: [462, 86], done: [462, 137], window: await display.window('Game 1:') };
  },
  observe: (display) => typeCommand(display, 'observe 1'),
};
