import { type Expectation, NOTHING, type Side, type Statement, type Wording } from './dialogue.ts';
import { Guest } from './guest.ts';
import type { Heard, Language } from './language.ts';
import { fill, match, show } from './pattern.ts';
import { personOf, type Scope, seat } from './scope.ts';
import { Stopwatch } from './stopwatch.ts';
import type { Cause, Verdict } from './verdict.ts';

/** What the referee wants done, in this order. */
export type Order =
  | { readonly kind: 'connect'; readonly who: string }
  | { readonly kind: 'say'; readonly who: string; readonly bytes: Uint8Array }
  | { readonly kind: 'hang up'; readonly who: string };

/** In milliseconds. */
export interface Patience {
  /** How long something that is expected may take. */
  readonly answer: number;
  /** After so long nothing comes any more. */
  readonly silence: number;
}

interface Case {
  readonly statements: readonly Statement[];
  readonly language: Language;
  readonly scope: Scope;
  readonly patience: Patience;
  /** Which side is ours. */
  readonly side?: Side;
  /** Who is connected already; without it, nobody. */
  readonly guests?: Map<string, Guest>;
  /** What has been said before, to go on with. */
  readonly story?: string[];
}

/** Messages, of both sides, that one dialogue may take; the longest here is far shorter. */
const LONGEST_STORY = 1_000;

/** What stands where the statement is that is being waited for. */
type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'waiting'; readonly until: number }
  | { readonly kind: 'over'; readonly verdict: Verdict };

const DONE: Step = { kind: 'done' };

/**
 * Leads everybody through one dialogue, and judges what comes. It has no sockets and no clock: what happens and the time
 * are handed in, and what is to be done is handed out. Times are milliseconds, from any beginning.
 */
export class Referee {
  readonly #case: Case;
  readonly #guests: Map<string, Guest>;
  readonly #story: string[];
  readonly #notes = new Set<string>();
  #scope: Scope;
  #next = 0;
  /** Since when the statement that is next has been waited for. */
  #since: number | undefined;
  /** What each still has to hear of it. */
  #missing: Map<string, string[]> | undefined;
  /** It has been looked at before. */
  #entered = false;
  #orders: Order[] = [];
  #deadline: number | undefined;
  #verdict: Verdict | undefined;
  #understood = false;
  readonly #stopwatch = new Stopwatch();

  constructor(one: Case) {
    this.#case = one;
    this.#scope = one.scope;
    this.#guests = one.guests ?? new Map();
    this.#story = one.story ?? [];
  }

  /** Once there is one, nothing more is wanted. */
  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  /** What has been learnt. */
  get scope(): Scope {
    return this.#scope;
  }

  /** Whether anything at all was said to a client that belongs to the protocol. */
  get understood(): boolean {
    return this.#understood;
  }

  /** How many milliseconds the slowest answer has taken. */
  get slowest(): number {
    return this.#stopwatch.slowest;
  }

  /** When `proceed` is to be called even if nothing has happened. */
  get deadline(): number | undefined {
    return this.#verdict === undefined ? this.#deadline : undefined;
  }

  connected(who: string, now: number): Order[] {
    this.#guest(who).state = 'connected';
    return this.proceed(now);
  }

  heard(who: string, bytes: Uint8Array, now: number): Order[] {
    const guest = this.#guest(who);
    this.#stopwatch.answered(now);
    for (const heard of guest.hear(bytes, this.#case.language)) {
      // A flood goes on while everybody leaves.
      if (this.#story.length <= LONGEST_STORY) this.#note(who, guest, heard);
    }
    return this.proceed(now);
  }

  closed(who: string, problem: string | undefined, now: number): Order[] {
    const guest = this.#guest(who);
    if (guest.state === 'connecting') {
      this.#verdict ??= { kind: 'not reached', reason: `no connection: ${problem ?? 'it was closed at once'}` };
    }
    if (guest.state === 'connected') {
      this.#story.push(this.#case.side === 'server' ? `${who} hangs up` : `server closes ${who}`);
    }
    guest.state = 'closed';
    return this.proceed(now);
  }

  /** Goes on as far as possible. */
  proceed(now: number): Order[] {
    while (this.#verdict === undefined) {
      const statement = this.#case.statements[this.#next];
      if (statement === undefined) {
        this.#verdict = { kind: 'kept', notes: [...this.#notes] };
        break;
      }
      this.#since ??= now;
      const step = this.#take(statement, now);
      this.#entered = step.kind === 'waiting';
      if (step.kind === 'over') this.#verdict = step.verdict;
      if (step.kind === 'waiting') this.#deadline = step.until;
      if (step.kind !== 'done') break;
      this.#next++;
      this.#since = undefined;
      this.#missing = undefined;
    }
    return this.#orders.splice(0);
  }

  #note(who: string, guest: Guest, heard: Heard): void {
    const { language } = this.#case;
    const names = [...this.#scope.names.values()];
    this.#tell(who, heard.text, 'theirs');
    this.#understood ||= heard.known;
    const stranger = language.opponentIn(heard.text);
    if (stranger !== undefined && !names.includes(stranger)) {
      this.#verdict ??= { kind: 'not reached', reason: `met somebody else who was there, ${stranger}` };
    }
    if (this.#story.length > LONGEST_STORY) {
      const reason = `more than ${LONGEST_STORY} messages came`;
      this.#verdict ??= { kind: 'not reached', reason, cause: 'flood' };
    }
    const answer = guest.hasReflexes ? language.reflex(heard.text) : undefined;
    if (answer !== undefined) this.#say(who, language.write(answer), answer);
    const standing = guest.standing.get(heard.text);
    if (standing !== undefined) {
      standing.asked = true;
      this.#say(who, language.write(standing.line), standing.line);
    } else if (!language.isStray(heard.text, names, this.#scope.names.get(who))) guest.inbox.push(heard);
  }

  /** Puts what was said into the story, as the dialogue would have it. */
  #tell(who: string, line: string, whose: 'ours' | 'theirs'): void {
    const isServers = (this.#case.side === 'server') === (whose === 'ours');
    this.#story.push(isServers ? `server --> ${who}: ${line}` : `${who}: ${line}`);
  }

  #take(statement: Statement, now: number): Step {
    switch (statement.kind) {
      case 'says':
        return this.#speak(statement.who, statement.line, now);
      case 'says raw':
        return this.#speak(statement.who, statement.bytes, now);
      case 'may hear':
        for (const who of statement.who) this.#guest(personOf(this.#scope, who)).mayHear.push(statement.line);
        return DONE;
      case 'answers by hand':
        for (const who of statement.who) this.#guest(personOf(this.#scope, who)).hasReflexes = false;
        return DONE;
      case 'hangs up':
        this.#story.push(`${statement.who} hangs up`);
        this.#guest(personOf(this.#scope, statement.who)).state = 'closed';
        this.#orders.push({ kind: 'hang up', who: personOf(this.#scope, statement.who) });
        return DONE;
      case 'may ask':
        this.#answerWith(this.#guest(statement.who), statement);
        return DONE;
      case 'asks':
        return this.#awaitQuestion(statement, now);
      case 'silence':
        return this.#keepSilent(statement, now);
      case 'closed':
        return this.#awaitEnd(statement, now);
      case 'seats':
        return this.#seat(statement, now);
      case 'hears':
        return this.#listen(statement, now);
    }
  }

  #speak(name: string, words: string | Buffer, now: number): Step {
    const who = personOf(this.#scope, name);
    const guest = this.#guest(who);
    if (guest.state === 'new') {
      guest.state = 'connecting';
      this.#orders.push({ kind: 'connect', who });
    }
    if (guest.state === 'connecting') return { kind: 'waiting', until: Number.POSITIVE_INFINITY };
    this.#stopwatch.asked(now);
    if (typeof words !== 'string') {
      this.#say(who, words, JSON.stringify(words.toString('latin1')));
      return DONE;
    }
    const { text, scope } = fill(words, this.#scope);
    this.#scope = scope;
    this.#say(who, this.#case.language.write(text), text);
    return DONE;
  }

  #say(who: string, bytes: Uint8Array, shown: string): void {
    this.#tell(who, shown, 'ours');
    this.#orders.push({ kind: 'say', who, bytes });
  }

  #keepSilent(statement: Statement & { kind: 'silence' }, now: number): Step {
    for (const name of statement.who) {
      const who = personOf(this.#scope, name);
      const guest = this.#guest(who);
      const heard = this.#nextFor(guest);
      if (heard !== undefined) return this.#differs(statement, who, 'nothing', heard.text);
      if (guest.state !== 'closed' || statement.mayEnd) continue;
      // A client may go whenever it likes; it has only not shown what it would have done.
      if (this.#case.side === 'server') return notReached(`${who} hung up`);
      return this.#differs(statement, who, 'nothing', CLOSED);
    }
    return this.#waitUntil(this.#case.patience.silence, now) ?? DONE;
  }

  #awaitEnd(statement: Statement & { kind: 'closed' }, now: number): Step {
    for (const name of statement.who) {
      const who = personOf(this.#scope, name);
      const guest = this.#guest(who);
      const heard = this.#nextFor(guest);
      if (heard !== undefined) return this.#differs(statement, who, CLOSED, heard.text);
      if (guest.state === 'closed') continue;
      return this.#waitUntil(this.#case.patience.answer, now) ?? this.#differs(statement, who, CLOSED, this.#nothing());
    }
    return DONE;
  }

  #answerWith(guest: Guest, { question, line }: { readonly question: string; readonly line: string }): void {
    const { text, scope } = fill(line, this.#scope);
    this.#scope = scope;
    guest.standing.set(question, { line: text, asked: false });
  }

  #awaitQuestion(statement: Statement & { kind: 'asks' }, now: number): Step {
    const { who, question } = statement;
    const guest = this.#guest(who);
    if (!this.#entered) this.#answerWith(guest, statement);
    const heard = this.#nextFor(guest);
    if (heard !== undefined) return this.#differs(statement, who, question, heard.text);
    if (guest.standing.get(question)?.asked) return DONE;
    if (guest.state === 'closed') return this.#differs(statement, who, question, CLOSED);
    return this.#waitUntil(this.#case.patience.answer, now) ?? this.#differs(statement, who, question, this.#nothing());
  }

  #seat(statement: Statement & { kind: 'seats' }, now: number): Step {
    const [ann, bob] = statement.among;
    for (const [who, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const heard = this.#nextFor(this.#guest(who));
      if (heard === undefined) continue;
      if (match(statement.line, heard.text, this.#scope) === undefined) {
        return this.#differs(statement, who, show(statement.line, this.#scope), heard.text);
      }
      const black = seat(this.#scope, 'black', who);
      this.#scope = (black && seat(black, 'white', other)) ?? this.#scope;
      this.#accept(this.#guest(who), heard, statement);
      return DONE;
    }
    const waiting = this.#waitUntil(this.#case.patience.answer, now);
    return waiting ?? this.#differs(statement, `${ann} or ${bob}`, show(statement.line, this.#scope), this.#nothing());
  }

  #listen(statement: Statement & { kind: 'hears' }, now: number): Step {
    this.#missing ??= new Map(statement.who.map((name) => [personOf(this.#scope, name), ['', ...statement.also]]));
    for (const [who, missing] of this.#missing) {
      const guest = this.#guest(who);
      for (let heard = this.#nextFor(guest); heard !== undefined; heard = this.#nextFor(guest)) {
        const over = this.#judge(statement, who, missing, heard);
        if (over !== undefined) return over;
        if (missing.length === 0) break;
      }
      if (missing.length === 0) this.#missing.delete(who);
      else if (guest.state === 'closed') return this.#silent(statement, who, missing, CLOSED);
    }
    if (this.#missing.size === 0) return DONE;
    const waiting = this.#waitUntil(this.#case.patience.answer, now);
    if (waiting !== undefined) return waiting;
    for (const [who, missing] of this.#missing) {
      const step = this.#silent(statement, who, missing, this.#nothing());
      if (step.kind !== 'done') return step;
    }
    return DONE;
  }

  /** Compares what somebody heard with all that is still missing, and strikes that out. */
  #judge(statement: Statement & Expectation, who: string, missing: string[], heard: Heard): Step | undefined {
    for (const [index, also] of missing.entries()) {
      const wordings: readonly Wording[] = also === '' ? statement.wordings : [{ line: also }];
      for (const { line, note, elsewhere, cause } of wordings) {
        const scope = line === NOTHING ? undefined : match(line, heard.text, this.#scope);
        if (scope === undefined) continue;
        if (elsewhere !== undefined) return notReached(elsewhere, cause);
        this.#scope = { ...scope, heard: heard.text };
        this.#accept(this.#guest(who), heard, statement);
        if (note !== undefined && !statement.given) this.#notes.add(note);
        missing.splice(index, 1);
        return undefined;
      }
    }
    return this.#differs(statement, who, this.#wanted(statement, missing), heard.text);
  }

  /** Nothing has come, and nothing will; which may be one of the wordings. */
  #silent(statement: Statement & Expectation, who: string, missing: readonly string[], heard: string): Step {
    const silence = missing[0] === '' ? statement.wordings.find(({ line }) => line === NOTHING) : undefined;
    if (silence === undefined) return this.#differs(statement, who, this.#wanted(statement, missing), heard);
    if (!statement.given && silence.note !== undefined) this.#notes.add(silence.note);
    return DONE;
  }

  #wanted({ wordings }: Expectation, missing: readonly string[]): string {
    const lines = missing.flatMap((also) =>
      also === '' ? wordings.filter(({ elsewhere }) => elsewhere === undefined).map(({ line }) => line) : [also],
    );
    return lines.map((line) => (line === NOTHING ? 'nothing' : show(line, this.#scope))).join(', or ');
  }

  /** The next message for somebody, without those that may come and need not. */
  #nextFor(guest: Guest): Heard | undefined {
    const [heard] = guest.inbox;
    if (heard === undefined) return undefined;
    const index = guest.mayHear.findIndex((line) => match(line, heard.text, this.#scope) !== undefined);
    if (index === -1) return heard;
    guest.mayHear.splice(index, 1);
    guest.inbox.shift();
    return this.#nextFor(guest);
  }

  #accept(guest: Guest, heard: Heard, { given }: Statement): void {
    guest.inbox.shift();
    if (!given) for (const variant of heard.variants) this.#notes.add(variant);
  }

  #differs(statement: Statement, who: string, wanted: string, heard: string): Step {
    const [verb, verbed] = this.#case.side === 'server' ? ['says', 'said'] : ['hears', 'heard'];
    const expected = `${who} ${verb} ${wanted}`;
    if (statement.given) return notReached(`before it, expected that ${expected}, but ${who} ${verbed} ${heard}`);
    return { kind: 'over', verdict: { kind: 'broken', fault: { dialogue: [...this.#story], expected, heard } } };
  }

  #waitUntil(milliseconds: number, now: number): Step | undefined {
    const until = (this.#since ?? now) + milliseconds;
    return now < until ? { kind: 'waiting', until } : undefined;
  }

  #nothing(): string {
    return `nothing for ${this.#case.patience.answer / 1000} s`;
  }

  #guest(who: string): Guest {
    const known = this.#guests.get(who);
    if (known !== undefined) return known;
    const guest = new Guest();
    this.#guests.set(who, guest);
    return guest;
  }
}

const CLOSED = 'the end of the connection';

const notReached = (reason: string, cause?: Cause): Step => ({
  kind: 'over',
  verdict: { kind: 'not reached', reason, ...(cause !== undefined && { cause }) },
});
