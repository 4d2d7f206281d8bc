import {
  type Expectation,
  type ExpectedConnectionEnd,
  NOTHING,
  type Prohibition,
  type Statement,
} from '../../protocols/conformance/dialogue/dialogue.ts';
import { clientNamed, type DialogueVariables, seat } from '../../protocols/conformance/dialogue/dialogue-variables.ts';
import { fill, match, show } from '../../protocols/conformance/dialogue/pattern.ts';
import { AnswerLatency } from './answer-latency.ts';
import { type DialogueClient, DialogueClients } from './dialogue-client.ts';
import { DialogueTranscript, LONGEST_TRANSCRIPT } from './dialogue-transcript.ts';
import { PendingExpectation } from './pending-expectation.ts';
import { DONE, notReached, type Script, type StatementProgress, type TestClientAction } from './script.ts';
import type { Verdict } from './verdict.ts';

type ExpectingStatement = Statement & Expectation;

/**
 * Runs one dialogue and judges the messages of the other side. Uses no sockets and no clock: events and the time are
 * arguments, and actions are returned. Times are milliseconds from any start.
 */
export class ScriptRunner {
  readonly #script: Script;
  readonly #participants: DialogueClients;
  readonly #transcript: DialogueTranscript;
  readonly #notes = new Set<string>();
  #scope: DialogueVariables;
  #next = 0;
  /** The time since which the next statement waits. */
  #since: number | undefined;
  /** The missing messages of the current statement, if it expects messages. */
  #missing: PendingExpectation | undefined;
  /** Whether the current statement has been tried before. */
  #entered = false;
  /** Whether messages were skipped during the current statement. */
  #hasPassedOver = false;
  #actions: TestClientAction[] = [];
  #deadline: number | undefined;
  #verdict: Verdict | undefined;
  #understood = false;
  readonly #answerLatency = new AnswerLatency();

  constructor(script: Script) {
    this.#script = script;
    this.#scope = script.scope;
    this.#participants = script.participants ?? new DialogueClients();
    this.#transcript = script.transcript ?? new DialogueTranscript('clients');
  }

  /** Set when the dialogue is over. */
  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  /** The current values of the variables. */
  get scope(): DialogueVariables {
    return this.#scope;
  }

  /** Whether any message of the protocol was received. */
  get understood(): boolean {
    return this.#understood;
  }

  /** The time of the slowest answer in milliseconds. */
  get slowest(): number {
    return this.#answerLatency.slowest;
  }

  /** The time at which `proceed` must be called even if nothing has happened. */
  get deadline(): number | undefined {
    return this.#verdict === undefined ? this.#deadline : undefined;
  }

  connected(who: string, now: number): TestClientAction[] {
    this.#participants.get(who).state = 'connected';
    return this.proceed(now);
  }

  heard(who: string, bytes: Uint8Array, now: number): TestClientAction[] {
    const participant = this.#participants.get(who);
    this.#answerLatency.answered(now);
    const { language } = this.#script;
    for (const { text: received, variants, isKnown } of participant.hear(bytes, language)) {
      // A flood continues while the clients leave.
      if (this.#transcript.isTooLong) break;
      const text = language.answerTo?.(participant.lastSaid ?? '', received) ?? received;
      this.#understood ||= isKnown;
      this.#transcript.theirs(who, text);
      if (!this.#react(who, participant, text)) participant.inbox.push({ text, variants, isKnown });
    }
    return this.proceed(now);
  }

  closed(who: string, problem: string | undefined, now: number): TestClientAction[] {
    const participant = this.#participants.get(who);
    if (participant.state === 'connecting') {
      this.#verdict ??= { kind: 'not reached', reason: `no connection: ${problem ?? 'it was closed at once'}` };
    }
    if (participant.state === 'connected') this.#transcript.theyHangUp(who);
    participant.state = 'closed';
    return this.proceed(now);
  }

  /** Runs statements until one must wait. */
  proceed(now: number): TestClientAction[] {
    // Tolerated messages and the answers to them count, too, and those of earlier dialogues of the connection.
    if (this.#transcript.isTooLong) this.#verdict ??= FLOOD;
    while (this.#verdict === undefined) {
      const statement = this.#script.statements[this.#next];
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
      this.#hasPassedOver = false;
    }
    return this.#actions.splice(0);
  }

  /** Handles a message independently of what is expected. Returns true if it is not to be judged. */
  #react(who: string, participant: DialogueClient, text: string): boolean {
    const { language } = this.#script;
    const names = [...this.#scope.names.values()];
    const opponent = language.opponentIn(text, names);
    if (opponent !== undefined && !names.includes(opponent)) {
      this.#verdict ??= { kind: 'not reached', reason: `met another client that was there, ${opponent}` };
    }
    const answer = participant.hasReflexes ? language.automaticAnswer(text) : undefined;
    if (answer !== undefined) this.#say(who, answer);
    const standing = participant.standing.get(text);
    if (standing === undefined) return false;
    standing.asked = true;
    this.#say(who, standing.line);
    return true;
  }

  #take(statement: Statement, now: number): StatementProgress {
    switch (statement.kind) {
      case 'send':
        return this.#speak(statement.who, statement.line, now);
      case 'allow':
        this.#allow(statement);
        return DONE;
      case 'answer by hand':
        for (const [, each] of this.#participants.each(statement.who, this.#scope)) each.hasReflexes = false;
        return DONE;
      case 'disconnect':
        this.#hangUp(statement.who);
        return DONE;
      case 'allow question':
        this.#answerWith(this.#participants.get(statement.who), statement);
        return DONE;
      case 'expect question':
        return this.#awaitQuestion(statement, now);
      case 'pause':
        return this.#waitUntil(this.#pause(statement.length), now) ?? DONE;
      case 'forbid':
        return this.#watchFor(statement, now);
      case 'closed':
        return this.#awaitEnd(statement, now);
      case 'expect as black':
        return this.#seat(statement, now);
      case 'expect':
        return this.#listen(statement, now);
    }
  }

  #speak(name: string, line: string, now: number): StatementProgress {
    const who = clientNamed(this.#scope, name);
    const participant = this.#connect(who);
    if (participant.state === 'connecting') return { kind: 'waiting', until: Number.POSITIVE_INFINITY };
    // Messages that came before the server sends something are not answers to it.
    if (this.#transcript.side === 'server') while (this.#passOver(participant));
    this.#answerLatency.asked(now);
    const { text, scope } = fill(line, this.#scope);
    this.#scope = scope;
    participant.lastSaid = text;
    this.#say(who, text);
    return DONE;
  }

  /** Connects a client that has not been in the dialogue yet. */
  #connect(who: string): DialogueClient {
    const participant = this.#participants.get(who);
    if (participant.state === 'new') {
      participant.state = 'connecting';
      this.#actions.push({ kind: 'connect', who });
    }
    return participant;
  }

  #say(who: string, line: string): void {
    this.#transcript.ours(who, line);
    this.#actions.push({ kind: 'say', who, bytes: this.#script.language.write(line) });
  }

  #hangUp(name: string): void {
    const who = clientNamed(this.#scope, name);
    this.#transcript.weHangUp(who);
    this.#participants.get(who).state = 'closed';
    this.#actions.push({ kind: 'hang up', who });
  }

  #allow({ who, line, note, isGiven }: Statement & { kind: 'allow' }): void {
    for (const [, { allowed }] of this.#participants.each(who, this.#scope)) {
      allowed.push({ line, ...(note !== undefined && !isGiven && { note }) });
    }
  }

  #watchFor(statement: Statement & Prohibition, now: number): StatementProgress {
    for (const [who, participant] of this.#participants.each(statement.who, this.#scope)) {
      for (const { text } of participant.inbox) {
        const found = statement.wordings.find(({ line }) => line !== NOTHING && match(line, text, this.#scope));
        if (found === undefined) continue;
        if (found.note === undefined) return this.#differs(statement, who, `no ${text}`, text);
        if (!statement.isGiven) this.#notes.add(found.note);
      }
      if (participant.state === 'closed' && !statement.mayEnd) return notReached(`${who} hung up`);
    }
    return this.#waitUntil(this.#script.patience.silence, now) ?? DONE;
  }

  #awaitEnd(statement: Statement & ExpectedConnectionEnd, now: number): StatementProgress {
    for (const [who, participant] of this.#participants.each(statement.who, this.#scope)) {
      const heard = this.#nextFor(participant, statement);
      if (heard !== undefined) return this.#differs(statement, who, CLOSED, heard);
      if (participant.state === 'closed') continue;
      const waiting = this.#waitUntil(this.#script.patience.answer, now);
      if (waiting !== undefined) return waiting;
      if (statement.orElse === undefined) return this.#differs(statement, who, CLOSED, this.#nothing());
      if (!statement.isGiven) this.#notes.add(statement.orElse);
    }
    return DONE;
  }

  #answerWith(
    participant: DialogueClient,
    { question, line }: { readonly question: string; readonly line: string },
  ): void {
    const { text, scope } = fill(line, this.#scope);
    this.#scope = scope;
    participant.standing.set(question, { line: text, asked: false });
  }

  #awaitQuestion(statement: Statement & { kind: 'expect question' }, now: number): StatementProgress {
    const { who, question } = statement;
    const participant = this.#participants.get(who);
    if (!this.#entered) this.#answerWith(participant, statement);
    if (participant.standing.get(question)?.asked) return DONE;
    const heard = this.#nextFor(participant, statement);
    if (heard !== undefined) return this.#differs(statement, who, question, heard);
    if (participant.state === 'closed') return notReached(`${who} hung up`);
    return this.#waitUntil(this.#script.patience.answer, now) ?? notReached(`${who} said ${this.#nothing()}`);
  }

  #seat(statement: Statement & { kind: 'expect as black' }, now: number): StatementProgress {
    const [ann, bob] = statement.among;
    const wanted = show(statement.line, this.#scope);
    for (const [who, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const participant = this.#participants.get(who);
      for (let [heard] = participant.inbox; heard !== undefined; [heard] = participant.inbox) {
        if (match(statement.line, heard.text, this.#scope) !== undefined) {
          const black = seat(this.#scope, 'black', who);
          this.#scope = (black && seat(black, 'white', other)) ?? this.#scope;
          this.#accept(participant, statement);
          return DONE;
        }
        if (!this.#passOver(participant, statement)) return this.#differs(statement, who, wanted, heard.text);
      }
    }
    const waiting = this.#waitUntil(this.#longestAnswer, now);
    return waiting ?? this.#differs(statement, `${ann} or ${bob}`, wanted, this.#nothing());
  }

  #listen(statement: ExpectingStatement, now: number): StatementProgress {
    const people = statement.who.map((name) => clientNamed(this.#scope, name));
    this.#missing ??= new PendingExpectation(statement, people);
    const missing = this.#missing;
    // Some servers speak first.
    for (const who of missing.who) this.#connect(who);
    for (const who of missing.who) {
      const over = this.#hearOut(statement, who, missing);
      if (over !== undefined) return over;
    }
    if (missing.who.length === 0) return DONE;
    const waiting = this.#waitUntil(this.#longestAnswer, now);
    if (waiting !== undefined) return waiting;
    for (const who of missing.who) {
      const over = this.#unheard(statement, who, missing, this.#nothing());
      if (over !== undefined) return over;
    }
    return DONE;
  }

  /** Matches the messages of one participant. Returns a step if the statement is over. */
  #hearOut(statement: ExpectingStatement, who: string, missing: PendingExpectation): StatementProgress | undefined {
    const participant = this.#participants.get(who);
    for (let [heard] = participant.inbox; heard !== undefined; [heard] = participant.inbox) {
      const taken = missing.take(who, heard.text, this.#scope, this.#script.language);
      if (taken !== undefined) {
        const { wording, scope, note = wording.note } = taken;
        if (wording.elsewhere !== undefined) return notReached(wording.elsewhere, wording.cause);
        this.#scope = { ...scope, lastReceived: heard.text };
        this.#accept(participant, statement, note);
        if (wording.again && participant.lastSaid !== undefined) this.#say(who, participant.lastSaid);
        if (!missing.who.includes(who)) return undefined;
      } else if (!this.#passOver(participant, statement)) {
        return this.#differs(statement, who, missing.wanted(who, this.#scope), heard.text);
      }
    }
    return participant.state === 'closed' ? this.#unheard(statement, who, missing, CLOSED) : undefined;
  }

  /** No message came. Silence may be one of the wordings; otherwise the statement is over. */
  #unheard(
    statement: ExpectingStatement,
    who: string,
    missing: PendingExpectation,
    heard: string,
  ): StatementProgress | undefined {
    const silence = missing.takeSilence(who);
    if (silence !== undefined) {
      if (!statement.isGiven && silence.note !== undefined) this.#notes.add(silence.note);
      return undefined;
    }
    if (statement.isDue) return this.#differs(statement, who, missing.wanted(who, this.#scope), heard);
    return notReached(heard === CLOSED ? `${who} hung up` : `${who} said ${heard}`);
  }

  /** The next message that is not skipped. */
  #nextFor(participant: DialogueClient, statement: Statement): string | undefined {
    while (this.#passOver(participant, statement));
    return participant.inbox[0]?.text;
  }

  #passOver(participant: DialogueClient, statement?: Statement): boolean {
    const aside = participant.passOver(this.#scope, this.#script.language);
    if (aside === undefined) return false;
    this.#hasPassedOver = true;
    if (aside.note !== undefined && !statement?.isGiven) this.#notes.add(aside.note);
    return true;
  }

  #accept({ inbox }: DialogueClient, { isGiven }: Statement, note?: string): void {
    const heard = inbox.shift();
    if (isGiven) return;
    for (const variant of heard?.variants ?? []) this.#notes.add(variant);
    if (note !== undefined) this.#notes.add(note);
  }

  #differs(statement: Statement, who: string, wanted: string, heard: string): StatementProgress {
    const [verb, verbed] = this.#transcript.side === 'server' ? ['says', 'said'] : ['hears', 'heard'];
    const expected = `${who} ${verb} ${wanted}`;
    if (statement.isGiven) return notReached(`before it, expected that ${expected}, but ${who} ${verbed} ${heard}`);
    return { kind: 'over', verdict: { kind: 'broken', fault: { dialogue: this.#transcript.lines, expected, heard } } };
  }

  /** In milliseconds. */
  get #longestAnswer(): number {
    return this.#script.patience.answer + (this.#script.language.longestPause ?? 0);
  }

  /** In milliseconds. */
  #pause(length: 'moment' | 'while'): number {
    const { answer, silence } = this.#script.patience;
    return length === 'moment' ? silence : Math.max(silence, Math.min(answer, LONGEST_WHILE));
  }

  #waitUntil(milliseconds: number, now: number): StatementProgress | undefined {
    const until = (this.#since ?? now) + milliseconds;
    return now < until ? { kind: 'waiting', until } : undefined;
  }

  #nothing(): string {
    return `nothing ${this.#hasPassedOver ? 'else ' : ''}for ${this.#longestAnswer / 1000} s`;
  }
}

/** The longest time in milliseconds for a server to notice a lost connection. */
const LONGEST_WHILE = 3_000;

const CLOSED = 'the end of the connection';
const FLOOD: Verdict = {
  kind: 'not reached',
  reason: `more than ${LONGEST_TRANSCRIPT} messages came`,
  cause: 'flood',
};
