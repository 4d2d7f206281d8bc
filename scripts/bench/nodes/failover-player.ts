import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, type RandomInt } from '../../../test/support/clients/random.ts';
import { LINES } from '../server/generated-games.ts';

/** The columns on which one player plays. */
const COLUMNS = 9;
/** After this many moves, black resigns. */
const MAXIMUM_MOVES = 120;
/** Milliseconds until a client that has lost its connection connects again. */
const RECONNECT_DELAY = 200;
/** Milliseconds after which a client that has reconnected has received the moves of its game. A game without a move is then new. */
const REPLAY_TIME = 500;
/** A client that has received nothing for this many milliseconds sends its last message again. */
const SILENCE_TIMEOUT = 3_000;

/** A client that plays one game after the other. When it loses its connection, it reconnects to a random node and continues its game. */
export class FailoverPlayer {
  readonly #name: string;
  readonly #ports: () => readonly number[];
  readonly #randomInt: RandomInt;
  /** The number of moves received in all games. */
  moves = 0;
  #socket: Socket | undefined;
  #unread = '';
  #color: 'BLACK' | 'WHITE' | undefined;
  /** Moves of the current game received over the current connection. */
  #movesInGame = 0;
  #lastReceivedAt = performance.now();
  readonly #nudgeTimer = setInterval(() => this.#resendIfSilent(), REPLAY_TIME);
  #isStopped = false;

  constructor(name: string, ports: () => readonly number[], randomInt: RandomInt) {
    this.#name = name;
    this.#ports = ports;
    this.#randomInt = randomInt;
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#nudgeTimer);
    this.#socket?.destroy();
  }

  #connect(): void {
    if (this.#isStopped) return;
    [this.#unread, this.#color, this.#movesInGame] = ['', undefined, 0];
    const socket = connect({ host: '127.0.0.1', port: pick(this.#randomInt, this.#ports()), noDelay: true });
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('connect', () => this.#send(`CORE.HELLO~${this.#name}`));
    socket.on('data', (bytes) => this.#receive(bytes.toString()));
    socket.on('close', () => void delay(RECONNECT_DELAY).then(() => this.#connect()));
  }

  #receive(text: string): void {
    const lines = (this.#unread + text).split('\n');
    this.#unread = lines.pop() ?? '';
    this.#lastReceivedAt = performance.now();
    for (const line of lines) this.#onMessage(line.split('~'));
  }

  #onMessage([word, ...fields]: readonly string[]): void {
    switch (word) {
      case 'CORE.HELLO':
        this.#send(`CORE.NEWGAME~${LINES}`);
        break;
      case 'CORE.MATCH':
        this.#color = fields[0] === 'BLACK' ? 'BLACK' : 'WHITE';
        this.#movesInGame = 0;
        this.#playAfter(REPLAY_TIME);
        break;
      case 'CORE.MOVE':
        this.#movesInGame++;
        this.moves++;
        this.#playAfter(5);
        break;
      case 'CORE.GAMEOVER':
        this.#color = undefined;
        this.#send(`CORE.NEWGAME~${LINES}`);
        break;
      case 'CORE.ERROR':
        // The name is still that of the lost connection.
        if (fields[0] === 'NAMETAKEN') this.#socket?.destroy();
    }
  }

  /** Plays after a delay, unless another move is received before. */
  #playAfter(milliseconds: number): void {
    const movesBefore = this.#movesInGame;
    void delay(milliseconds).then(() => {
      if (this.#movesInGame === movesBefore) this.#play();
    });
  }

  /** Each player plays only on its own columns, so that every move is legal. */
  #play(): void {
    const isBlacks = this.#movesInGame % 2 === 0;
    if (this.#color === undefined || isBlacks !== (this.#color === 'BLACK')) return;
    const turn = Math.floor(this.#movesInGame / 2);
    const column = (turn % COLUMNS) + (isBlacks ? 0 : LINES - COLUMNS);
    if (isBlacks && this.#movesInGame >= MAXIMUM_MOVES) this.#send('CORE.SURRENDER');
    else this.#send(`CORE.MOVE~${Math.floor(turn / COLUMNS) * LINES + column}`);
  }

  /** Sends again a request that the node refused because it served no clients. */
  #resendIfSilent(): void {
    if (performance.now() - this.#lastReceivedAt < SILENCE_TIMEOUT || this.#socket?.readyState !== 'open') return;
    this.#lastReceivedAt = performance.now();
    if (this.#color === undefined) this.#send(`CORE.NEWGAME~${LINES}`);
    else this.#play();
  }

  #send(line: string): void {
    this.#socket?.write(`${line}\n`);
  }
}
