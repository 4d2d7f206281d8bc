import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { serve } from '../serve/server-process.ts';
import { Person } from '../serve/telnet-person.ts';
import { missing, XDisplay } from './x-display.ts';

interface Table {
  readonly display: XDisplay;
  readonly person: Person;
  readonly port: number;
}

async function table(context: TestContext): Promise<Table> {
  const server = serve(context, '--durability', 'none', '--listen', 'igs://127.0.0.1:0');
  const [, port = 0] = await server.ports(2);
  const display = await XDisplay.open();
  context.after(() => display.close());
  const person = new Person(context, port);
  await person.mustHear('IGS entry');
  return { display, person, port };
}

/** Where a program has its buttons and the point C3 of 9 lines, in pixels. */
interface Buttons {
  readonly c3: readonly [number, number];
  readonly pass: readonly [number, number];
  readonly done: readonly [number, number];
  readonly window?: string;
}

/** The program has white: E5, C3, two passes, C3 is dead, and both accept. */
async function playToTheEnd({ display, person }: Table, name: string, buttons: Buttons): Promise<void> {
  const { c3, pass, done, window } = buttons;
  const press = (at: readonly [number, number]) => () =>
    display.click(at[0], at[1], window === undefined ? {} : { window });
  const hears = (words: string) => (limit: number) => person.hears(words, limit);
  person.say('E5');
  await person.mustHear('0(B): E5');
  await display.until(hears('1(W): C3'), press(c3), 'a stone at C3');
  person.say('pass');
  await person.mustHear('2(B): Pass');
  await display.until(hears('3(W): Pass'), press(pass), 'the button Pass');
  await person.mustHear('You can check your score');
  person.say('C3');
  await person.mustHear('9 Removing @ C3');
  await display.until(hears(`${name} has typed done.`), press(done), 'the button Done');
  person.say('done');
  await person.mustHear(`20 ${name} (W:O): 6.5 to ann (B:#): 81.0`);
  await person.mustHear(`21 {Game 1: ${name} vs ann : W 6.5 B 81.0}`);
}

/** qGo keeps servers and names in a file; cgoban too, ten of each. */
function configureQgo(home: string, port: number): void {
  mkdirSync(join(home, '.config/qGo'), { recursive: true });
  const account = { host: '127.0.0.1', password: 'password', port, type: 'IGS', user: 'qgo' };
  const lines = Object.entries(account).map(([key, value]) => `1\\${key}=${value}`);
  writeFileSync(join(home, '.config/qGo/qGo.conf'), ['[CREDENTIALS]', ...lines, 'size=1', ''].join('\n'));
}

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

describe('graphical clients log in, and play a whole game with a dead stone', () => {
  const withoutQgo = missing('qgo');
  test('qGo', withoutQgo === undefined ? { timeout: 120_000 } : { skip: withoutQgo }, async (context) => {
    const seats = await table(context);
    const { display, person, port } = seats;
    configureQgo(display.home, port);
    display.start('qgo');
    await display.window('qGo 2');
    const logIn = async (): Promise<void> => {
      await delay(1000);
      // The button for a connection, and the account in the list.
      await display.click(97, 20);
      await delay(1000);
      await display.click(420, 200, { times: 2 });
    };
    await display.until((limit) => person.hears('{qgo [ NR ] has connected.}', 2 * limit), logIn, 'a connection');
    person.say('match qgo B 9 10 5');
    await person.mustHear('Requesting match');
    const accept = (): Promise<void> => display.click(785, 650);
    await display.until((limit) => person.hears('Creating match [1] with qgo.', limit), accept, 'the button Accept');
    await display.window('qgo NR vs. ann');
    await playToTheEnd(seats, 'qgo', { c3: [173, 557], pass: [647, 619], done: [647, 740] });
  });

  const withoutCgoban = missing('cgoban');
  test('cgoban', withoutCgoban === undefined ? { timeout: 120_000 } : { skip: withoutCgoban }, async (context) => {
    const seats = await table(context);
    const { display, person, port } = seats;
    configureCgoban(display.home, port);
    display.start('cgoban', '-igs');
    const setup = await display.window('IGS Setup');
    await display.move(await display.window('CGoban Control'), 1150, 750);
    const logIn = (): Promise<void> => display.click(209, 111, { window: setup });
    await display.until((limit) => person.hears('{cgoban [ NR ] has connected.}', limit), logIn, 'the button OK');
    person.say('match cgoban B 9 10 5');
    await person.mustHear('Requesting match');
    const request = await display.window('Server Game Setup');
    await display.move(request, 900, 0);
    const client = await display.window('IGS Client');
    await display.click(200, 437, { window: client });
    await display.type('match ann W 9 10 5');
    await person.mustHear('Creating match [1] with cgoban.');
    const window = await display.window('Game 1:');
    await playToTheEnd(seats, 'cgoban', { c3: [123, 337], pass: [462, 86], done: [462, 137], window });
  });
});
