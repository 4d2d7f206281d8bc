import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Intent, News, OpenPlayer, PlayerEffects, PlayerSession } from '../../src/protocols/player.ts';
import { intentIn } from './words.ts';

/** One thing that happens to a session. */
type Step =
  | { readonly kind: 'said'; readonly bytes: Uint8Array }
  | { readonly kind: 'wanted'; readonly intent: Intent }
  | { readonly kind: 'waited'; readonly milliseconds: number }
  | { readonly kind: 'hung up' };

interface Unruly {
  readonly open: OpenPlayer;
  /** What happens as a rule, `server: …` and `want: …`, so that many of the dialogues go far. */
  readonly opening: readonly string[];
  /** Lines that it may say at one time or another. */
  readonly lines: fc.Arbitrary<string>;
  /** Whether the client may say this line to anybody. */
  readonly isClientLine: (line: string) => boolean;
}

const WANTED = [
  'enter eve',
  'seek',
  'seek 9 bob',
  'cancel',
  'play 2,2',
  'play 4,4',
  'play 0,9',
  'pass',
  'resign',
  'chat hello',
  'lobby',
  'leave',
].map((words) => intentIn(words, 9));

function steps(lines: fc.Arbitrary<string>): fc.Arbitrary<Step> {
  const said = (bytes: Uint8Array): Step => ({ kind: 'said', bytes });
  const line = lines.map((text) => Buffer.from(`${text}\n`));
  return fc.oneof(
    { weight: 12, arbitrary: line.map(said) },
    { weight: 2, arbitrary: fc.array(line, { maxLength: 3 }).map((all) => said(Buffer.concat(all))) },
    // One byte of a line becomes another.
    {
      weight: 1,
      arbitrary: fc.tuple(line, fc.nat(30), fc.nat(255)).map(([bytes, at, to]) => said(mutate(bytes, at, to))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }).map(said) },
    { weight: 8, arbitrary: fc.constantFrom(...WANTED).map((intent): Step => ({ kind: 'wanted', intent })) },
    { weight: 4, arbitrary: fc.nat(400).map((milliseconds): Step => ({ kind: 'waited', milliseconds })) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'hung up' }) },
  );
}

const stepIn = (line: string): Step =>
  line.startsWith('want: ')
    ? { kind: 'wanted', intent: intentIn(line.slice('want: '.length), 9) }
    : { kind: 'said', bytes: Buffer.from(`${line.slice('server: '.length)}\n`) };

function mutate(bytes: Uint8Array, at: number, to: number): Uint8Array {
  const mutated = Uint8Array.from(bytes);
  mutated[at % bytes.length] = to;
  return mutated;
}

/**
 * Whatever a server says, and whatever is wanted meanwhile: nothing is thrown, only lines of the protocol are said, the news
 * make sense, and it is all the same if the bytes come one by one. Half of the sessions come back from the one before.
 */
export function bearsAnything({ open, opening, lines, isClientLine }: Unruly): void {
  const dialogue = fc.record({ polite: fc.nat(opening.length), steps: fc.array(steps(lines), { maxLength: 40 }) });
  const check = (dialogues: { polite: number; steps: Step[] }[]): void => {
    let whole: Witness | undefined;
    let cut: Witness | undefined;
    for (const { polite, steps } of dialogues) {
      whole = new Witness(open(whole?.session), isClientLine, 1 << 20);
      cut = new Witness(open(cut?.session), isClientLine, 1);
      for (const step of [...opening.slice(0, polite).map(stepIn), ...steps]) {
        whole.feel(step);
        cut.feel(step);
      }
      assert.deepEqual(cut.story, whole.story);
    }
  };
  fc.assert(fc.property(fc.array(dialogue, { minLength: 1, maxLength: 2 }), check), { numRuns: 400 });
}

/** One session, fed in packets of some bytes. What it says and tells apart, because bytes may arrive between the two. */
class Witness {
  readonly session: PlayerSession;
  readonly story = { said: [] as string[], told: [] as string[] };
  readonly #isClientLine: (line: string) => boolean;
  readonly #packet: number;
  #now = 1_000_000;
  #closed = false;
  #playing = false;
  #asked = false;

  constructor(session: PlayerSession, isClientLine: (line: string) => boolean, packet: number) {
    this.session = session;
    this.#isClientLine = isClientLine;
    this.#packet = packet;
    this.#take(session.open(this.#now));
  }

  feel(step: Step): void {
    switch (step.kind) {
      case 'said':
        for (let start = 0; start < step.bytes.length; start += this.#packet) {
          this.#take(this.session.receive(step.bytes.subarray(start, start + this.#packet), this.#now));
        }
        break;
      case 'wanted':
        this.#take(this.session.want(step.intent, this.#now));
        break;
      case 'waited':
        this.#now += step.milliseconds;
        this.#take(this.session.tick(this.#now));
        break;
      case 'hung up':
        this.#take(this.session.hungUp(this.#now));
    }
    const { deadline } = this.session;
    assert(deadline === undefined || !this.#closed, 'nothing is due after the end');
  }

  #take({ send, news, close }: PlayerEffects): void {
    assert(!this.#closed || send.length === 0, 'nothing is said after the end');
    for (const line of Buffer.concat(send).toString().split('\n').slice(0, -1)) {
      assert(this.#isClientLine(line), `the client says ${line}`);
      this.story.said.push(line);
    }
    for (const each of news) {
      this.#makesSense(each);
      this.story.told.push(JSON.stringify(each));
    }
    assert(close || !this.#closed, 'an end is an end');
    this.#closed = close;
  }

  #makesSense(news: News): void {
    switch (news.kind) {
      case 'begun':
        assert(!this.#playing, 'no game begins in a game');
        this.#playing = true;
        this.#asked = false;
        break;
      case 'your-turn':
        assert(this.#playing && !this.#asked, 'a turn is wanted once');
        this.#asked = true;
        break;
      case 'played':
      case 'passed':
        assert(this.#playing, 'turns belong to a game');
        this.#asked = false;
        break;
      case 'refused':
        this.#asked = false;
        break;
      case 'ended':
        assert(this.#playing, 'an end belongs to a game');
        this.#playing = false;
        break;
      case 'waiting':
        assert(!this.#playing, 'nobody waits in a game');
        break;
      default:
        assert(!this.#closed || news.kind === 'remark', 'no news after the end');
    }
  }
}
