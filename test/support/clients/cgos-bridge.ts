import { type Color, opposite } from '../../../src/rules/color.ts';
import { GoPosition } from '../../../src/rules/go/go-position.ts';
import { type Point, square } from '../../../src/rules/point.ts';
import { parseVertex, vertexName } from '../../../src/rules/vertex.ts';
import { pick, type RandomInt } from './random.ts';

const RULES = { ko: 'positional', suicide: 'forbidden' } as const;

/** The differences between the two bridge programs of CGOS. */
interface BridgeKind {
  readonly opening: string;
  readonly lineEnd: '\n' | '\r\n';
  readonly write: (vertex: string) => string;
  readonly analysis: (vertex: string) => string;
  /** After an empty line or `Error:` it disconnects, and reconnects after 30 s. */
  readonly reconnects: boolean;
}

const BRIDGES: Readonly<Record<'tcl' | 'python', BridgeKind>> = {
  tcl: {
    opening: 'e1 cgosGtp 0.98 alpha - engine client for CGOS Linux-x86_64 by Don Dailey',
    lineEnd: '\r\n',
    write: (vertex) => vertex.toUpperCase(),
    analysis: () => '',
    reconnects: true,
  },
  python: {
    opening: 'e1 cgosPython 1.0.0 genmove_analyze',
    lineEnd: '\n',
    write: (vertex) => vertex.toLowerCase(),
    analysis: (vertex) => ` {"winrate":0.5,"visits":10,"moves":[{"move":"${vertex}","visits":9}]}`,
    reconnects: false,
  },
};

/**
 * Behaves like a bridge program of CGOS (cgosGtp.tcl 0.98 or cgosclient.py 1.0.0) with an engine that plays any legal stone, and passes
 * after `maxMoves` moves. It stops at an unknown keyword, as both programs do, and at a line with a wrong number of words, as the Python
 * program does.
 */
export class CgosBridge {
  readonly #kind: BridgeKind;
  readonly #name: string;
  readonly #password: string;
  readonly #maxMoves: number;
  readonly #randomInt: RandomInt;
  #unread = '';
  #size = 0;
  #color: Color = 'black';
  #toMove: Color = 'black';
  #position = new GoPosition(square(1));
  #moves = 0;
  #offersAnalysis = false;
  /** Why the program has stopped; undefined while it runs. */
  stopped: string | undefined;
  /** Whether it has disconnected and would reconnect. */
  hungUp = false;
  /** The results of its games. */
  readonly results: string[] = [];

  constructor(
    kind: 'tcl' | 'python',
    name: string,
    { maxMoves, randomInt }: { maxMoves: number; randomInt: RandomInt },
  ) {
    this.#kind = BRIDGES[kind];
    this.#name = name;
    this.#password = `password-of-${name}`;
    this.#maxMoves = maxMoves;
    this.#randomInt = randomInt;
  }

  /** It has reconnected. */
  connected(): void {
    this.#unread = '';
    this.hungUp = false;
  }

  /** Returns the lines with which the program answers these bytes of the server. */
  receive(bytes: string): string[] {
    const lines = `${this.#unread}${bytes}`.split('\n');
    this.#unread = lines.pop() ?? '';
    return lines.flatMap((line) => {
      const answer = this.stopped === undefined && !this.hungUp ? this.#answerTo(line.replace(/\r$/, '')) : undefined;
      return answer === undefined ? [] : [`${answer}${this.#kind.lineEnd}`];
    });
  }

  #answerTo(line: string): string | undefined {
    if (line === '' && this.#kind.reconnects) {
      this.hungUp = true;
      return undefined;
    }
    const [word = '', ...words] = line.split(/\s+/).filter((each) => each !== '');
    switch (word) {
      case 'protocol':
        this.#offersAnalysis = words.includes('genmove_analyze');
        return this.#kind.opening;
      case 'username':
        return this.#name;
      case 'password':
        return this.#password;
      case 'info':
        return undefined;
      case 'setup':
        return this.#setUp(words);
      case 'play':
        return this.#play(words);
      case 'genmove':
        return this.#genmove(words);
      case 'gameover':
        this.results.push(words[1] ?? '');
        return 'ready';
      case 'Error:':
        if (this.#kind.reconnects) this.hungUp = true;
        else this.stopped = line;
        return undefined;
      default:
        return this.#stop(`an unknown keyword: ${line}`);
    }
  }

  #setUp(words: readonly string[]): undefined {
    const [, size = '', , , white = '', , ...moves] = words;
    if (words.length < 6) return this.#stop(`setup of ${words.length} words`);
    this.#size = Number(size);
    this.#color = white.startsWith(`${this.#name}(`) ? 'white' : 'black';
    this.#toMove = 'black';
    this.#moves = 0;
    this.#position = new GoPosition(square(this.#size));
    for (let index = 0; index < moves.length; index += 2) this.#apply(moves[index] ?? '');
    return undefined;
  }

  #play(words: readonly string[]): undefined {
    if (words.length !== 3) return this.#stop(`play of ${words.length} words`);
    const [color, move = ''] = words;
    if (color !== letterOf(opposite(this.#color))) return this.#stop(`a move of ${color}`);
    if (move !== 'resign') this.#apply(move);
    return undefined;
  }

  #genmove(words: readonly string[]): string | undefined {
    if (words.length !== 2) return this.#stop(`genmove of ${words.length} words`);
    if (words[0] !== letterOf(this.#color) || this.#toMove !== this.#color) return this.#stop('not its turn');
    const point = this.#moves >= this.#maxMoves ? undefined : this.#choose();
    const vertex = point === undefined ? 'pass' : vertexName(square(this.#size), point);
    this.#apply(vertex);
    return `${this.#kind.write(vertex)}${this.#offersAnalysis ? this.#kind.analysis(vertex) : ''}`;
  }

  #choose(): Point | undefined {
    const legal = Array.from({ length: this.#size ** 2 }, (_, index) => index as Point).filter(
      (point) => this.#position.judge(this.#color, point, RULES) === undefined,
    );
    return legal.length === 0 ? undefined : pick(this.#randomInt, legal);
  }

  /** Plays a move of the side to move. An illegal move is a fault of the server. */
  #apply(move: string): void {
    const color = this.#toMove;
    this.#toMove = opposite(color);
    this.#moves++;
    if (/^pass$/i.test(move)) return;
    const point = parseVertex(square(this.#size), move);
    if (point === undefined || this.#position.judge(color, point, RULES) !== undefined)
      this.#stop(`an illegal move: ${move}`);
    else this.#position.play(color, point);
  }

  #stop(why: string): undefined {
    this.stopped ??= why;
    return undefined;
  }
}

const letterOf = (color: Color): string => (color === 'black' ? 'b' : 'w');
