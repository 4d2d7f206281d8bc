import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { gnugoPath } from '../../support/engines/gnugo-path.ts';
import { eventually } from '../../support/eventually.ts';
import { launchBrowser, withoutBrowser } from '../browser/launch-browser.ts';
import { Visitor } from '../browser/visitor.ts';
import { CommandProcess } from '../programs/command-process.ts';
import { serve, Tengen, temporaryFolder } from '../serve/server-process.ts';
import { TcpClient } from '../serve/tcp-client.ts';
import { TelnetClient } from '../serve/telnet-client.ts';
import { cgoban, type GraphicalProgram, qgo } from './graphical-program.ts';
import { missingPrograms, XDisplay } from './x-display.ts';

/** A program on a display, a server, and the telnet client ann, who observes. */
interface Setup {
  readonly program: GraphicalProgram;
  readonly display: XDisplay;
  readonly ann: TelnetClient;
  readonly ports: { readonly plain: number; readonly igs: number };
}

/** `prepare` is called before the program logs in, and returns the port to which the program connects. */
async function setUp(
  context: TestContext,
  program: GraphicalProgram,
  prepare: (here: Pick<Setup, 'ann' | 'ports'>) => Promise<number> = async ({ ports }) => ports.igs,
): Promise<Setup> {
  const server = serve(context, '--durability', 'none', '--listen', 'igs://127.0.0.1:0');
  const [plain = 0, igs = 0] = await server.ports(2);
  const display = await XDisplay.open();
  context.after(() => display.close());
  const ann = new TelnetClient(context, igs);
  await ann.expect('IGS entry');
  const ports = { plain, igs };
  await program.logIn(display, await prepare({ ann, ports }), ann);
  return { program, display, ann, ports };
}

/** Accepts the game that `opponent` has requested, with these minutes. */
async function accept({ program, display, ann }: Setup, opponent: string, minutes = 0, byo = 0): Promise<void> {
  const press = (): Promise<void> => program.accept(display, opponent, minutes, byo);
  const startLine = `{Match 1: ${program.name} [ NR ] vs. ${opponent} [ NR ] }`;
  await display.actUntil((limit) => ann.receives(startLine, limit), press, 'the start of the game');
  ann.send('observe 1');
  await ann.expect('Adding game to observation list.');
}

/** Uses the board of the program. */
class ProgramUser {
  readonly #room: Setup;
  readonly #opponent: string;

  constructor(room: Setup, opponent: string) {
    this.#room = room;
    this.#opponent = opponent;
  }

  /** Repeats a click until ann receives the text or, with a function, until it returns true. */
  async press(what: 'c3' | 'pass' | 'done', effect: string | ((limit: number) => Promise<boolean>)): Promise<void> {
    const { program, display, ann } = this.#room;
    const { [what]: at, window } = await program.board(display, this.#opponent);
    const click = (): Promise<void> => display.click(at[0], at[1], window === undefined ? {} : { window });
    const hasEffect = typeof effect === 'string' ? (limit: number) => ann.receives(effect, limit) : effect;
    await display.actUntil(hasEffect, click, what);
  }
}

async function resolvesWithin(promise: Promise<void>, limit: number): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, limit, false));
  return await Promise.race([promise.then(() => true), timeout]);
}

const engine = gnugoPath();
const withoutEngine = engine === undefined ? 'gnugo is not installed' : undefined;

for (const program of [qgo, cgoban]) {
  const absent = missingPrograms(...program.packages);
  const options = (...skips: readonly (string | false | undefined)[]) => {
    const [skip] = [absent, ...skips].filter((each) => typeof each === 'string');
    return skip === undefined ? { timeout: 180_000 } : { skip };
  };

  describe(`${program.name}, a graphical client`, () => {
    test(
      'logs in, lists players and observes a game; the transcript of tap has no password',
      options(),
      async (context) => {
        const transcript = temporaryFolder(context)('talk.txt');
        const players: TcpClient[] = [];
        context.after(() => {
          for (const { socket } of players) socket.destroy();
        });
        const { display, ann } = await setUp(context, program, async (before) => {
          const { plain, igs } = before.ports;
          for (const name of ['nick', 'mia']) {
            const player = await TcpClient.connect(plain);
            players.push(player);
            player.send(`GO ${name} 9`);
            await before.ann.expect(`{${name} [ NR ] has connected.}`);
          }
          players[0]?.send('MOVE 4 4');
          const to = `127.0.0.1:${igs}`;
          const tap = new Tengen('tap', '--listen', '0', '--to', to, '--protocol', 'igs', '--write', transcript);
          context.after(() => tap.child.kill('SIGKILL'));
          const [port = 0] = await tap.ports();
          return port;
        });
        const observes = async (limit: number): Promise<boolean> => {
          ann.send('all 1');
          return await ann.receives(`${program.name}  NR\r\n9 Found 1 observers.`, limit);
        };
        await display.actUntil(observes, () => program.observe(display), 'the program observes the game');
        const [nick, mia] = players;
        mia?.send('MOVE 2 2');
        nick?.send('TABLEFLIP');
        await ann.expect('{Game 1: mia vs nick : Black resigns.}');
        // The tap may write a moment later.
        const text = await eventually('the end of the game in the transcript', () => {
          const written = readFileSync(transcript, 'utf8');
          return written.includes('{Game 1: mia vs nick : Black resigns.}') && written;
        });
        for (const expected of [
          /^server.* --> a: 7 \[ ?1\] +mia \[ NR \] vs\. +nick/m,
          / --> a: (?:27|42) .*\bann\b/,
          /15 +1\(W\): C7/,
          /\{Game 1: mia vs nick : Black resigns\.\}/,
        ])
          assert.match(text, expected);
        assert.match(text, new RegExp(`^a(?: raw)?: ${program.name}`, 'm'));
        assert.match(text, /^# a --> server: a secret message/m);
        assert.doesNotMatch(text, /^a.*password/m);
      },
    );

    test('plays a whole game with a dead stone against the page', options(withoutBrowser), async (context) => {
      const here = await setUp(context, program);
      const browser = await launchBrowser();
      context.after(() => browser.close());
      const page = await Visitor.open(browser, `http://127.0.0.1:${here.ports.plain}`, 'petra');
      await page.lobby.seek({ lines: 9, opponent: program.name, color: 'black' });
      await accept(here, 'petra');
      const hand = new ProgramUser(here, 'petra');
      await page.game.play('E5', 'black');
      await hand.press('c3', '1(W): C3');
      await page.game.pass();
      await hand.press('pass', '3(W): Pass');
      await page.game.waitForText('Mark the dead stones');
      await page.game.mark('C3, white stone, white’s area');
      await page.game.waitForPoint('C3, white stone, marked as dead, black’s area');
      await hand.press('done', (limit) => resolvesWithin(page.game.waitForText(`${program.name} has accepted`), limit));
      await page.game.press('Accept');
      await here.ann.expect(`{Game 1: ${program.name} vs petra : W 7.5 B 81.0}`);
      await page.game.waitForText('Black wins by 73.5 points');
    });

    test('plays a whole game against a client of nedap', options(), async (context) => {
      const here = await setUp(context, program);
      const nick = await TcpClient.connect(here.ports.plain);
      context.after(() => nick.socket.destroy());
      nick.send(`GO nick 9 ${program.name}`);
      await accept(here, 'nick');
      assert.deepEqual(await nick.lines(2), ['WAITING', `READY black ${program.name} 9`]);
      const hand = new ProgramUser(here, 'nick');
      nick.send('MOVE 4 4');
      await here.ann.expect('0(B): E5');
      await hand.press('c3', '1(W): C3');
      nick.send('PASS');
      await here.ann.expect('2(B): Pass');
      await hand.press('pass', `{Game 1: ${program.name} vs nick : W 1.0 B 1.0}`);
      const lines = ['VALID black 4 4', 'VALID white 2 6', 'PASSED black', 'PASSED white', 'END 1.0 1.0'];
      assert.deepEqual(await nick.lines(5), lines);
    });

    test('plays a whole game against GNU Go', options(withoutEngine), async (context) => {
      const here = await setUp(context, program);
      const url = `igs://127.0.0.1:${here.ports.igs}?name=gnugo&size=9&opponent=${program.name}`;
      const bot = new CommandProcess(context, 'bot', url, '--engine', `${engine} --mode gtp --level 0`, '--games', '1');
      await here.ann.expect('{gnugo [ NR ] has connected.}');
      await accept(here, 'gnugo');
      const hand = new ProgramUser(here, 'gnugo');
      const first = await here.ann.wordAfter('0(B): ');
      if (first !== 'C3') await hand.press('c3', '1(W): C3');
      // From now on the program passes until GNU Go passes, too.
      for (let move = first === 'C3' ? 0 : 2; ; move += 2) {
        if (move > 0 && (await here.ann.wordAfter(`${move}(B): `)) === 'Pass') break;
        assert(move < 120, 'GNU Go does not pass');
        await hand.press('pass', `${move + 1}(W): Pass`);
      }
      await hand.press('done', `{Game 1: ${program.name} vs gnugo : W `);
      assert.equal((await bot.ended()).code, 0);
    });
  });
}
