import {
  type Expectation,
  type ExpectedConnectionEnd,
  NOTHING,
  type Prohibition,
  type Statement,
} from '../../protocols/conformance/dialogue/dialogue.ts';
import { fill, match, show } from '../../protocols/conformance/dialogue/dialogue-line-pattern.ts';
import { clientNamed, type DialogueVariables, seat } from '../../protocols/conformance/dialogue/dialogue-variables.ts';
import { type DialogueClientState, DialogueClients } from './dialogue-client-state.ts';
import { closedText, DialogueTranscript, FLOOD } from './dialogue-transcript.ts';
import { PendingExpectation } from './pending-expectation.ts';
import { DONE, notReached, type Script, type StatementProgress, type TestConnectionAction } from './script.ts';
import { SlowestAnswerTimer } from './slowest-answer-timer.ts';
import type { Verdict } from './verdict.ts';

type ExpectingStatement = Statement & Expectation;

/**
 * Runs one dialogue and compares the messages of the other side with it. Uses no sockets and no clock: events and the
 * time are arguments, and actions are return values. Times are in milliseconds since any fixed time.
 */
export class ScriptRunner {
  readonly #script: Script;
  readonly #clients: DialogueClients;
  readonly #transcript: DialogueTranscript;
  readonly #notes = new Set<string>();
  #scope: DialogueVariables;
  #nextIndex = 0;
  /** The time when the current statement was first tried. */
  #waitingSince: number | undefined;
  /** The messages that the current statement still expects. */
  #missing: PendingExpectation | undefined;
  /** Whether the current statement has been tried before. */
  #hasTried = false;
  /** Whether messages were skipped during the current statement. */
  #hasSkipped = false;
  #actions: TestConnectionAction[] = [];
  #deadline: number | undefined;
  #verdict: Verdict | undefined;
  #hasUnderstood = false;
  readonly #slowestAnswer = new SlowestAnswerTimer();

  constructor(script: Script) {
    this.#script = script;
    this.#scope = script.scope;
    this.#clients = script.clients ?? new DialogueClients();
    this.#transcript = script.transcript ?? new DialogueTranscript('clients');
  }

  /** Undefined while the dialogue runs. */
  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  get scope(): DialogueVariables {
    return this.#scope;
  }

  /** Whether any message of the protocol was received. */
  get hasUnderstood(): boolean {
    return this.#hasUnderstood;
  }

  /** The time of the slowest answer, in milliseconds. */
  get slowestAnswer(): number {
    return this.#slowestAnswer.slowest;
  }

  /** The time at which `proceed` must be called even if nothing has happened. */
  get deadline(): number | undefined {
    return this.#verdict === undefined ? this.#deadline : undefined;
  }

  connected(who: string, now: number): TestConnectionAction[] {
    this.#clients.get(who).state = 'connected';
    return this.proceed(now);
  }

  received(who: string, bytes: Uint8Array, now: number): TestConnectionAction[] {
    const client = this.#clients.get(who);
    this.#slowestAnswer.messageReceived(now);
    const { adapter } = this.#script;
    for (const { text: original, variants, isKnown } of client.receive(bytes, adapter)) {
      // A flood continues while the clients disconnect.
      if (this.#transcript.isTooLong) break;
      const text = adapter.answerTo?.(client.lastSent ?? '', original) ?? original;
      this.#hasUnderstood ||= isKnown;
      this.#transcript.addReceived(who, text);
      if (!this.#handleAtOnce(who, client, text)) client.inbox.push({ text, variants, isKnown });
    }
    return this.proceed(now);
  }

  closed(who: string, problem: string | undefined, now: number): TestConnectionAction[] {
    const client = this.#clients.get(who);
    if (client.state === 'connecting') {
      this.#verdict ??= { kind: 'not reached', reason: `no connection: ${problem ?? 'it was closed at once'}` };
    }
    if (client.state === 'connected') this.#transcript.addPeerClose(who);
    client.state = 'closed';
    return this.proceed(now);
  }

  /** Runs statements until a statement must wait. */
  proceed(now: number): TestConnectionAction[] {
    // The transcript also counts tolerated messages, answers to them, and earlier dialogues of the connection.
    if (this.#transcript.isTooLong) this.#verdict ??= FLOOD;
    while (this.#verdict === undefined) {
      const statement = this.#script.statements[this.#nextIndex];
      if (statement === undefined) {
        this.#verdict = { kind: 'kept', notes: [...this.#notes] };
        break;
      }
      this.#waitingSince ??= now;
      const progress = this.#runStatement(statement, now);
      this.#hasTried = progress.kind === 'waiting';
      if (progress.kind === 'over') this.#verdict = progress.verdict;
      if (progress.kind === 'waiting') this.#deadline = progress.until;
      if (progress.kind !== 'done') break;
      this.#nextIndex++;
      this.#waitingSince = undefined;
      this.#missing = undefined;
      this.#hasSkipped = false;
    }
    return this.#actions.splice(0);
  }

  /** Reacts independently of the current statement. Returns true if the message was a question and is answered. */
  #handleAtOnce(who: string, client: DialogueClientState, text: string): boolean {
    const { adapter } = this.#script;
    const names = [...this.#scope.names.values()];
    const opponent = adapter.opponentIn(text, names);
    if (opponent !== undefined && !names.includes(opponent)) {
      this.#verdict ??= { kind: 'not reached', reason: `met another client of the server, ${opponent}` };
    }
    const answer = client.answersAutomatically ? adapter.automaticAnswer(text) : undefined;
    if (answer !== undefined) this.#send(who, answer);
    const standing = client.standingAnswers.get(text);
    if (standing === undefined) return false;
    standing.wasAsked = true;
    this.#send(who, standing.line);
    return true;
  }

  #runStatement(statement: Statement, now: number): StatementProgress {
    switch (statement.kind) {
      case 'send':
        return this.#runSend(statement.who, statement.line, now);
      case 'allow':
        this.#allow(statement);
        return DONE;
      case 'answer by hand':
        for (const [, each] of this.#clients.each(statement.who, this.#scope)) each.answersAutomatically = false;
        return DONE;
      case 'disconnect':
        this.#disconnect(statement.who);
        return DONE;
      case 'allow question':
        this.#setStandingAnswer(this.#clients.get(statement.who), statement);
        return DONE;
      case 'expect question':
        return this.#awaitQuestion(statement, now);
      case 'pause':
        return this.#waitUntil(this.#pauseLength(statement.length), now) ?? DONE;
      case 'forbid':
        return this.#runForbid(statement, now);
      case 'closed':
        return this.#awaitClose(statement, now);
      case 'expect as black':
        return this.#expectAsBlack(statement, now);
      case 'expect':
        return this.#runExpect(statement, now);
    }
  }

  #runSend(name: string, line: string, now: number): StatementProgress {
    const who = clientNamed(this.#scope, name);
    const client = this.#connect(who);
    if (client.state === 'connecting') return { kind: 'waiting', until: Number.POSITIVE_INFINITY };
    // Messages that arrived before the server sends a message are not answers to it.
    if (this.#transcript.side === 'server') while (this.#skipTolerated(client));
    this.#slowestAnswer.questionSent(now);
    const { text, scope } = fill(line, this.#scope);
    this.#scope = scope;
    client.lastSent = text;
    this.#send(who, text);
    return DONE;
  }

  /** Connects a client that has not been in the dialogue yet. */
  #connect(who: string): DialogueClientState {
    const client = this.#clients.get(who);
    if (client.state === 'new') {
      client.state = 'connecting';
      this.#actions.push({ kind: 'connect', who });
    }
    return client;
  }

  #send(who: string, line: string): void {
    this.#transcript.addSent(who, line);
    this.#actions.push({ kind: 'send', who, bytes: this.#script.adapter.write(line) });
  }

  #disconnect(name: string): void {
    const who = clientNamed(this.#scope, name);
    this.#transcript.addOwnClose(who);
    this.#clients.get(who).state = 'closed';
    this.#actions.push({ kind: 'disconnect', who });
  }

  #allow({ who, line, note, isGiven }: Statement & { kind: 'allow' }): void {
    for (const [, { allowed }] of this.#clients.each(who, this.#scope)) {
      allowed.push({ line, ...(note !== undefined && !isGiven && { note }) });
    }
  }

  #runForbid(statement: Statement & Prohibition, now: number): StatementProgress {
    for (const [who, client] of this.#clients.each(statement.who, this.#scope)) {
      for (const { text } of client.inbox) {
        const found = statement.wordings.find(({ line }) => line !== NOTHING && match(line, text, this.#scope));
        if (found === undefined) continue;
        if (found.note === undefined) return this.#mismatch(statement, who, `no ${text}`, text);
        if (!statement.isGiven) this.#notes.add(found.note);
      }
      if (client.state === 'closed' && !statement.mayEnd) return notReached(closedText(who));
    }
    return this.#waitUntil(this.#script.timeouts.silence, now) ?? DONE;
  }

  #awaitClose(statement: Statement & ExpectedConnectionEnd, now: number): StatementProgress {
    for (const [who, client] of this.#clients.each(statement.who, this.#scope)) {
      const received = this.#nextMessage(client, statement);
      if (received !== undefined) return this.#mismatch(statement, who, CLOSED, received);
      if (client.state === 'closed') continue;
      const waiting = this.#waitUntil(this.#script.timeouts.answer, now);
      if (waiting !== undefined) return waiting;
      if (statement.orElse === undefined) return this.#mismatch(statement, who, CLOSED, this.#nothingText());
      if (!statement.isGiven) this.#notes.add(statement.orElse);
    }
    return DONE;
  }

  #setStandingAnswer(
    client: DialogueClientState,
    { question, line }: { readonly question: string; readonly line: string },
  ): void {
    const { text, scope } = fill(line, this.#scope);
    this.#scope = scope;
    client.standingAnswers.set(question, { line: text, wasAsked: false });
  }

  #awaitQuestion(statement: Statement & { kind: 'expect question' }, now: number): StatementProgress {
    const { who, question } = statement;
    const client = this.#clients.get(who);
    if (!this.#hasTried) this.#setStandingAnswer(client, statement);
    if (client.standingAnswers.get(question)?.wasAsked) return DONE;
    const received = this.#nextMessage(client, statement);
    if (received !== undefined) return this.#mismatch(statement, who, question, received);
    if (client.state === 'closed') return notReached(closedText(who));
    return (
      this.#waitUntil(this.#script.timeouts.answer, now) ??
      notReached(`${who} ${this.#transcript.verbs.past} ${this.#nothingText()}`)
    );
  }

  #expectAsBlack(statement: Statement & { kind: 'expect as black' }, now: number): StatementProgress {
    const [ann, bob] = statement.among;
    const expected = show(statement.line, this.#scope);
    for (const [who, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const client = this.#clients.get(who);
      for (let [received] = client.inbox; received !== undefined; [received] = client.inbox) {
        if (match(statement.line, received.text, this.#scope) !== undefined) {
          const black = seat(this.#scope, 'black', who);
          this.#scope = (black && seat(black, 'white', other)) ?? this.#scope;
          this.#accept(client, statement);
          return DONE;
        }
        if (!this.#skipTolerated(client, statement)) return this.#mismatch(statement, who, expected, received.text);
      }
    }
    const waiting = this.#waitUntil(this.#answerTimeout, now);
    return waiting ?? this.#mismatch(statement, `${ann} or ${bob}`, expected, this.#nothingText());
  }

  #runExpect(statement: ExpectingStatement, now: number): StatementProgress {
    const clients = statement.who.map((name) => clientNamed(this.#scope, name));
    this.#missing ??= new PendingExpectation(statement, clients);
    const missing = this.#missing;
    // Some servers send the first message.
    for (const who of missing.who) this.#connect(who);
    for (const who of missing.who) {
      const result = this.#matchInbox(statement, who, missing);
      if (result !== undefined) return result;
    }
    if (missing.who.length === 0) return DONE;
    const waiting = this.#waitUntil(this.#answerTimeout, now);
    if (waiting !== undefined) return waiting;
    for (const who of missing.who) {
      const result = this.#matchSilence(statement, who, missing, this.#nothingText());
      if (result !== undefined) return result;
    }
    return DONE;
  }

  /** Matches the received messages of one client. Returns a result if the dialogue is over. */
  #matchInbox(statement: ExpectingStatement, who: string, missing: PendingExpectation): StatementProgress | undefined {
    const client = this.#clients.get(who);
    for (let [received] = client.inbox; received !== undefined; [received] = client.inbox) {
      const taken = missing.matchMessage(who, received.text, this.#scope, this.#script.adapter);
      if (taken !== undefined) {
        const { wording, scope, note = wording.note } = taken;
        if (wording.elsewhere !== undefined) return notReached(wording.elsewhere, wording.cause);
        this.#scope = { ...scope, lastReceived: received.text };
        this.#accept(client, statement, note);
        if (wording.again && client.lastSent !== undefined) this.#send(who, client.lastSent);
        if (!missing.who.includes(who)) return undefined;
      } else if (!this.#skipTolerated(client, statement)) {
        return this.#mismatch(statement, who, missing.expectedText(who, this.#scope), received.text);
      }
    }
    return client.state === 'closed' ? this.#matchSilence(statement, who, missing, CLOSED) : undefined;
  }

  /** Handles a message that has not arrived. If silence is one of its wordings, the dialogue continues. */
  #matchSilence(
    statement: ExpectingStatement,
    who: string,
    missing: PendingExpectation,
    received: string,
  ): StatementProgress | undefined {
    const silence = missing.matchSilence(who);
    if (silence !== undefined) {
      if (!statement.isGiven && silence.note !== undefined) this.#notes.add(silence.note);
      return undefined;
    }
    if (statement.isDue) return this.#mismatch(statement, who, missing.expectedText(who, this.#scope), received);
    if (received === CLOSED) return notReached(closedText(who));
    return notReached(`${who} ${this.#transcript.verbs.past} ${received}`);
  }

  /** Skips tolerated messages and returns the next message. */
  #nextMessage(client: DialogueClientState, statement: Statement): string | undefined {
    while (this.#skipTolerated(client, statement));
    return client.inbox[0]?.text;
  }

  #skipTolerated(client: DialogueClientState, statement?: Statement): boolean {
    const tolerated = client.skipTolerated(this.#scope, this.#script.adapter);
    if (tolerated === undefined) return false;
    this.#hasSkipped = true;
    if (tolerated.note !== undefined && !statement?.isGiven) this.#notes.add(tolerated.note);
    return true;
  }

  #accept({ inbox }: DialogueClientState, { isGiven }: Statement, note?: string): void {
    const received = inbox.shift();
    if (isGiven) return;
    for (const variant of received?.variants ?? []) this.#notes.add(variant);
    if (note !== undefined) this.#notes.add(note);
  }

  #mismatch(statement: Statement, who: string, expected: string, received: string): StatementProgress {
    const { present, past } = this.#transcript.verbs;
    const expectation = `${who} ${present} ${expected}`;
    if (statement.isGiven)
      return notReached(`an earlier step failed: expected that ${expectation}, but ${who} ${past} ${received}`);
    const mismatch = { dialogue: this.#transcript.lines, expected: expectation, received };
    return { kind: 'over', verdict: { kind: 'broken', mismatch } };
  }

  get #answerTimeout(): number {
    return this.#script.timeouts.answer + (this.#script.adapter.longestPause ?? 0);
  }

  #pauseLength(length: 'moment' | 'while'): number {
    const { answer, silence } = this.#script.timeouts;
    return length === 'moment' ? silence : Math.max(silence, Math.min(answer, LONGEST_WHILE));
  }

  #waitUntil(milliseconds: number, now: number): StatementProgress | undefined {
    const until = (this.#waitingSince ?? now) + milliseconds;
    return now < until ? { kind: 'waiting', until } : undefined;
  }

  #nothingText(): string {
    return `nothing ${this.#hasSkipped ? 'else ' : ''}for ${this.#answerTimeout / 1000} s`;
  }
}

/** The longest time in milliseconds for a server to notice a lost connection. */
const LONGEST_WHILE = 3_000;

const CLOSED = 'the end of the connection';
