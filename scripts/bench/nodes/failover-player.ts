import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, type RandomInt } from '../../../test/support/clients/random.ts';
import { LINES } from '../server/generated-games.ts';

/** Columns of one player's half of the board. */
const COLUMNS = 9;
/** Moves of one game, before black gives up. */
const LONGEST = 120;
/** Milliseconds until a client that has lost its connection dials again. */
const PAUSE = 200;
/** Milliseconds after which the moves of a game have been told to a client that comes back: a game without one is new. */
const FIRST_MOVE = 500;
/** Milliseconds after which a client that hears nothing says its last words again. */
const SILENCE = 3_000;

/** A client that plays one game after the other, and comes back to its game at whichever node it reaches. */
export class FailoverPlayer {
  readonly #name: string;
  readonly #ports: () => readonly number[];
  readonly #roll: RandomInt;
  /** Moves of which it was told. */
  moves = 0;
  #socket: Socket | undefined;
  #unread = '';
  #color: 'BLACK' | 'WHITE' | undefined;
  /** The moves of this game, as they were told since the connection began. */
  #told = 0;
  #lastHeard = performance.now();
  readonly #nudging = setInterval(() => this.#nudge(), FIRST_MOVE);
  #isStopped = false;

  constructor(name: string, ports: () => readonly number[], roll: RandomInt) {
    this.#name = name;
    this.#ports = ports;
    this.#roll = roll;
    this.#dial();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#nudging);
    this.#socket?.destroy();
  }

  #dial(): void {
    if (this.#isStopped) return;
    [this.#unread, this.#color, this.#told] = ['', undefined, 0];
    const socket = connect({ host: '127.0.0.1', port: pick(this.#roll, this.#ports()), noDelay: true });
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('connect', () => this.#say(`CORE.HELLO~${this.#name}`));
    socket.on('data', (bytes) => this.#receive(bytes.toString()));
    socket.on('close', () => void delay(PAUSE).then(() => this.#dial()));
  }

  #receive(text: string): void {
    const lines = (this.#unread + text).split('\n');
    this.#unread = lines.pop() ?? '';
    this.#lastHeard = performance.now();
    for (const line of lines) this.#hear(line.split('~'));
  }

  #hear([word, ...fields]: readonly string[]): void {
    switch (word) {
      case 'CORE.HELLO':
        this.#say(`CORE.NEWGAME~${LINES}`);
        break;
      case 'CORE.MATCH':
        this.#color = fields[0] === 'BLACK' ? 'BLACK' : 'WHITE';
        this.#told = 0;
        this.#playAfter(FIRST_MOVE);
        break;
      case 'CORE.MOVE':
        this.#told++;
        this.moves++;
        this.#playAfter(5);
        break;
      case 'CORE.GAMEOVER':
        this.#color = undefined;
        this.#say(`CORE.NEWGAME~${LINES}`);
        break;
      case 'CORE.ERROR':
        // The name is still that of the lost connection.
        if (fields[0] === 'NAMETAKEN') this.#socket?.destroy();
    }
  }

  /** Unless another move is told until then. */
  #playAfter(milliseconds: number): void {
    const told = this.#told;
    void delay(milliseconds).then(() => {
      if (this.#told === told) this.#play();
    });
  }

  /** Both sides play on their own half, so that every move is legal. */
  #play(): void {
    const isBlacks = this.#told % 2 === 0;
    if (this.#color === undefined || isBlacks !== (this.#color === 'BLACK')) return;
    const turn = Math.floor(this.#told / 2);
    const column = (turn % COLUMNS) + (isBlacks ? 0 : LINES - COLUMNS);
    if (isBlacks && this.#told >= LONGEST) this.#say('CORE.SURRENDER');
    else this.#say(`CORE.MOVE~${Math.floor(turn / COLUMNS) * LINES + column}`);
  }

  /** What was refused because the node served no clients is said again. */
  #nudge(): void {
    if (performance.now() - this.#lastHeard < SILENCE || this.#socket?.readyState !== 'open') return;
    this.#lastHeard = performance.now();
    if (this.#color === undefined) this.#say(`CORE.NEWGAME~${LINES}`);
    else this.#play();
  }

  #say(line: string): void {
    this.#socket?.write(`${line}\n`);
  }
}
