import { type Color, opposite } from '../../../src/rules/color.ts';
import { GoPosition } from '../../../src/rules/go/go-position.ts';
import { type Point, square } from '../../../src/rules/point.ts';
import { parseVertex, vertexName } from '../../../src/rules/vertex.ts';
import { pick, type RandomInt } from './random.ts';

const RULES = { ko: 'positional', suicide: 'forbidden' } as const;

/** What the two bridge programs of CGOS do differently. */
interface Habits {
  readonly opening: string;
  readonly lineEnd: '\n' | '\r\n';
  readonly write: (vertex: string) => string;
  readonly analysis: (vertex: string) => string;
  /** An empty line ends its loop. It calls again after 30 s, as after `Error:`. */
  readonly reconnects: boolean;
}

const HABITS: Readonly<Record<'tcl' | 'python', Habits>> = {
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
 * A bridge program as its sources and runs of it are described (cgosGtp.tcl 0.98, cgosclient.py 1.0.0), with an engine that plays any legal
 * stone and passes after `mostMoves`. It stops for good at a word that it does not know, as both do, and at a line of another form, as the
 * Python client does.
 */
export class CgosBridge {
  readonly #habits: Habits;
  readonly #name: string;
  readonly #password: string;
  readonly #mostMoves: number;
  readonly #roll: RandomInt;
  #rest = '';
  #size = 0;
  #color: Color = 'black';
  #toMove: Color = 'black';
  #position = new GoPosition(square(1));
  #moves = 0;
  #offersAnalysis = false;
  /** Why it has stopped for good. */
  stopped: string | undefined;
  /** It has left its loop, and would call again. */
  hungUp = false;
  /** The results of its games. */
  readonly results: string[] = [];

  constructor(kind: 'tcl' | 'python', name: string, { mostMoves, roll }: { mostMoves: number; roll: RandomInt }) {
    this.#habits = HABITS[kind];
    this.#name = name;
    this.#password = `password-of-${name}`;
    this.#mostMoves = mostMoves;
    this.#roll = roll;
  }

  /** It has called again. */
  connected(): void {
    this.#rest = '';
    this.hungUp = false;
  }

  /** What it says to these bytes of the server. */
  receive(bytes: string): string[] {
    const lines = `${this.#rest}${bytes}`.split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => {
      const said = this.stopped === undefined && !this.hungUp ? this.#line(line.replace(/\r$/, '')) : undefined;
      return said === undefined ? [] : [`${said}${this.#habits.lineEnd}`];
    });
  }

  #line(line: string): string | undefined {
    if (line === '' && this.#habits.reconnects) {
      this.hungUp = true;
      return undefined;
    }
    const [word = '', ...words] = line.split(/\s+/).filter((each) => each !== '');
    switch (word) {
      case 'protocol':
        this.#offersAnalysis = words.includes('genmove_analyze');
        return this.#habits.opening;
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
        return this.#generate(words);
      case 'gameover':
        this.results.push(words[1] ?? '');
        return 'ready';
      case 'Error:':
        if (this.#habits.reconnects) this.hungUp = true;
        else this.stopped = line;
        return undefined;
      default:
        return this.#stop(`an unknown word: ${line}`);
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

  #generate(words: readonly string[]): string | undefined {
    if (words.length !== 2) return this.#stop(`genmove of ${words.length} words`);
    if (words[0] !== letterOf(this.#color) || this.#toMove !== this.#color) return this.#stop('not its turn');
    const point = this.#moves >= this.#mostMoves ? undefined : this.#choose();
    const vertex = point === undefined ? 'pass' : vertexName(square(this.#size), point);
    this.#apply(vertex);
    return `${this.#habits.write(vertex)}${this.#offersAnalysis ? this.#habits.analysis(vertex) : ''}`;
  }

  #choose(): Point | undefined {
    const legal = Array.from({ length: this.#size ** 2 }, (_, index) => index as Point).filter(
      (point) => this.#position.judge(this.#color, point, RULES) === undefined,
    );
    return legal.length === 0 ? undefined : pick(this.#roll, legal);
  }

  /** A move of the side to move; an illegal one would be the server's mistake. */
  #apply(move: string): void {
    const color = this.#toMove;
    this.#toMove = opposite(color);
    this.#moves++;
    if (/^pass$/i.test(move)) return;
    const point = parseVertex(square(this.#size), move);
    if (point === undefined || this.#position.judge(color, point, RULES) !== undefined) this.#stop(`no move: ${move}`);
    else this.#position.play(color, point);
  }

  #stop(why: string): undefined {
    this.stopped ??= why;
    return undefined;
  }
}

const letterOf = (color: Color): string => (color === 'black' ? 'b' : 'w');
