import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDialogue, type RunnerSide } from '../../protocols/conformance/dialogue/dialogue.ts';
import { type DialogueAdapter, readText, writeText } from '../../protocols/conformance/dialogue-adapter.ts';
import { DialogueClients } from './dialogue-client-state.ts';
import { DialogueTranscript } from './dialogue-transcript.ts';
import type { TestConnectionAction } from './script.ts';
import { ScriptRunner } from './script-runner.ts';

const adapter: DialogueAdapter = {
  read: (bytes) =>
    readText(bytes, (line) => ({
      text: line.toUpperCase(),
      ...(line === line.toUpperCase() ? {} : { variant: 'small letters' }),
    })),
  write: writeText,
  colors: { black: 'BLACK', white: 'WHITE' },
  automaticAnswer: (line) => (line === 'WHO' ? 'me' : undefined),
  tolerate: (line) => (line === 'NEWS' ? {} : line === 'OLD' ? { note: 'old news' } : undefined),
  opponentIn: (line) => /^MEET (\w+)$/.exec(line)?.[1],
  missingPart: (expected, received) =>
    expected === 'TAKE 1 2' && /^TAKE [12]$/.test(received)
      ? { line: received === 'TAKE 1' ? 'TAKE 2' : 'TAKE 1', note: 'in parts' }
      : undefined,
  moveStatements: () => '',
  farewell: [],
};

/** Runs a dialogue without connections. */
class TestRun {
  readonly runner: ScriptRunner;
  readonly actions: string[] = [];
  now = 0;

  constructor(dialogue: string, given = '', side: RunnerSide = 'clients', transcript = new DialogueTranscript(side)) {
    const clients = new DialogueClients();
    if (side === 'server') clients.get('client').state = 'connected';
    this.runner = new ScriptRunner({
      statements: [...parseDialogue(given, true, side), ...parseDialogue(dialogue, false, side)],
      clients,
      transcript,
      adapter,
      scope: { names: new Map([['ann', 'xavier']]), size: 9, seats: {}, colors: adapter.colors },
      timeouts: { answer: 3_000, silence: 300 },
    });
    this.#perform(this.runner.proceed(this.now));
  }

  #perform(actions: readonly TestConnectionAction[]): void {
    for (const action of actions) {
      this.actions.push(
        action.kind === 'send'
          ? `${action.who}: ${Buffer.from(action.bytes)}`.trimEnd()
          : `${action.kind} ${action.who}`,
      );
      if (action.kind === 'connect') this.#perform(this.runner.connected(action.who, this.now));
    }
  }

  receives(who: string, bytes: string): this {
    this.#perform(this.runner.received(who, Buffer.from(bytes), this.now));
    return this;
  }

  closes(who: string, problem?: string): this {
    this.#perform(this.runner.closed(who, problem, this.now));
    return this;
  }

  wait(milliseconds: number): this {
    this.now += milliseconds;
    this.#perform(this.runner.proceed(this.now));
    return this;
  }

  /** The verdict in one line. */
  get verdict(): string {
    const { verdict } = this.runner;
    if (verdict === undefined) return 'open';
    switch (verdict.kind) {
      case 'kept':
        return ['kept', ...verdict.notes].join(', ');
      case 'not reached':
        return `not reached: ${verdict.reason}`;
      case 'broken':
        break;
    }
    return `broken: ${verdict.mismatch.expected} / ${verdict.mismatch.received}`;
  }
}

describe('the script runner', () => {
  test('connects a client that sends a message, and waits for the answer', () => {
    const run = new TestRun('ann: HELLO {ann}\nserver --> ann: HI');
    assert.deepEqual(run.actions, ['connect ann', 'ann: HELLO xavier']);
    assert.equal(run.runner.deadline, 3_000);
    assert.equal(run.receives('ann', 'H').verdict, 'open');
    assert.equal(run.receives('ann', 'I\n').verdict, 'kept');
    assert.equal(run.runner.deadline, undefined);
  });

  test('reports the expected message, the received message and the dialogue so far', () => {
    const run = new TestRun('ann: HELLO\nserver --> ann: HI {ann}\n  or: HO').receives('ann', 'NO\n');
    assert.deepEqual(run.runner.verdict, {
      kind: 'broken',
      mismatch: {
        dialogue: ['ann: HELLO', 'server --> ann: NO'],
        expected: 'ann receives HI xavier, or HO',
        received: 'NO',
      },
    });
  });

  test('waits for an answer until the timeout', () => {
    const run = new TestRun('ann: HELLO\nserver --> ann: HI').wait(2_999);
    assert.equal(run.verdict, 'open');
    assert.equal(run.wait(1).verdict, 'broken: ann receives HI / nothing for 3 s');
  });

  test('connects a client that receives the first message', () => {
    const run = new TestRun('server --> ann: WELCOME\nann: HELLO').receives('ann', 'WELCOME\n');
    assert.deepEqual(run.actions, ['connect ann', 'ann: HELLO']);
    assert.equal(run.verdict, 'kept');
  });

  test('reports a clause as not reached if a step before the tested step fails', () => {
    const run = new TestRun('ann: ON', 'ann: HELLO\nserver --> ann: HI').receives('ann', 'NO\n');
    assert.equal(
      run.verdict,
      'not reached: an earlier step failed: expected that ann receives HI, but ann received NO',
    );
    assert.equal(new TestRun('ann: ON').closes('ann').verdict, 'kept');
    assert.equal(
      new TestRun('ann: A\nserver --> ann: B\n  unless it is full: FULL').receives('ann', 'FULL\n').verdict,
      'not reached: it is full',
    );
    assert.equal(
      new TestRun('ann: A\nserver --> ann: B').receives('ann', 'MEET ZED\n').verdict,
      'not reached: met another client of the server, ZED',
    );
  });

  test('accepts silence as an answer where the dialogue allows it', () => {
    const silent = new TestRun('ann: A\nserver --> ann: B\n  or, it is held, nothing');
    assert.equal(silent.wait(2_999).verdict, 'open');
    assert.equal(silent.wait(1).verdict, 'kept, it is held');
    // Ann's closed connection does not matter for bob.
    const both = new TestRun('ann: A\nbob: A\nserver --> ann, bob: B\n  or, it is held, nothing').closes('ann');
    assert.equal(both.verdict, 'open');
    assert.equal(both.receives('bob', 'C\n').verdict, 'broken: bob receives B / C');
  });

  test('fails on forbidden messages and accepts all others', () => {
    const never = 'ann: A\nserver never tells ann: B\n  or: C\n  or, it is tolerated: D';
    const run = new TestRun(never).receives('ann', 'E\n').wait(299);
    assert.equal(run.verdict, 'open');
    assert.equal(run.wait(1).verdict, 'kept');
    assert.equal(new TestRun(never).receives('ann', 'E\nB\n').verdict, 'broken: ann receives no B / B');
    assert.equal(new TestRun(never).receives('ann', 'C\n').verdict, 'broken: ann receives no C / C');
    assert.equal(new TestRun(never).receives('ann', 'D\n').wait(300).verdict, 'kept, it is tolerated');
    assert.equal(new TestRun(never).closes('ann').wait(300).verdict, 'kept');
    // A message that arrives meanwhile may be the next expected message.
    assert.equal(new TestRun(`${never}\nserver --> ann: E`).receives('ann', 'E\n').wait(300).verdict, 'kept');
    const given = new TestRun('ann: C', 'ann: A\nserver never tells ann: B').receives('ann', 'B\n');
    assert.equal(
      given.verdict,
      'not reached: an earlier step failed: expected that ann receives no B, but ann received B',
    );
  });

  test('skips tolerated messages, and adds their notes', () => {
    const dialogue = 'ann: A\nserver --> ann: B';
    assert.equal(new TestRun(dialogue).receives('ann', 'NEWS\nOLD\nB\n').verdict, 'kept, old news');
    assert.equal(new TestRun('ann: C', dialogue).receives('ann', 'OLD\nB\n').verdict, 'kept');
    assert.equal(
      new TestRun(dialogue).receives('ann', 'OLD\n').wait(3_000).verdict,
      'broken: ann receives B / nothing else for 3 s',
    );
    // A tolerated message that is expected is not skipped.
    assert.equal(new TestRun('ann: A\nserver --> ann: OLD').receives('ann', 'OLD\n').verdict, 'kept');
    const seats = 'ann: A\nbob: A\nserver --> black of ann and bob: BEGIN';
    assert.equal(new TestRun(seats).receives('ann', 'NEWS\nBEGIN\n').verdict, 'kept');
    assert.equal(
      new TestRun('ann: A\nserver closes ann').receives('ann', 'OLD\n').closes('ann').verdict,
      'kept, old news',
    );
  });

  test('accepts a message that arrives in parts', () => {
    const parts = 'ann: A\nserver --> ann: B\n  and: TAKE 1 2';
    assert.equal(new TestRun(parts).receives('ann', 'TAKE 2\nB\nTAKE 1\n').verdict, 'kept, in parts');
    assert.equal(new TestRun(parts).receives('ann', 'B\nTAKE 3\n').verdict, 'broken: ann receives TAKE 1 2 / TAKE 3');
  });

  test('sends the question again if the message is not the answer yet', () => {
    const again = 'ann: A\nserver --> ann: B\n  again, it comes later: SOON';
    const run = new TestRun(again).receives('ann', 'SOON\n');
    assert.deepEqual(run.actions, ['connect ann', 'ann: A', 'ann: A']);
    assert.equal(run.receives('ann', 'B\n').verdict, 'kept, it comes later');
    assert.equal(new TestRun(again).receives('ann', 'SOON\nC\n').verdict, 'broken: ann receives B / C');
  });

  test('waits during a pause, so that messages can take effect', () => {
    const run = new TestRun('ann: A\na moment passes\nann: B\na while passes\nann: C');
    assert.equal(run.wait(300).actions.at(-1), 'ann: B');
    assert.equal(run.wait(2_999).verdict, 'open');
    assert.equal(run.wait(1).verdict, 'kept');
  });

  test('notes a variant of the expected wording, but not in preparing steps', () => {
    assert.equal(new TestRun('ann: A\nserver --> ann: B').receives('ann', 'b\n').verdict, 'kept, small letters');
    assert.equal(
      new TestRun('ann: A\nserver --> ann: B').receives('ann', 'B\r\n').verdict,
      'kept, lines end with CR LF',
    );
    const run = new TestRun('ann: C\nserver --> ann: D', 'ann: A\nserver --> ann: B');
    assert.equal(run.receives('ann', 'b\r\nD\n').verdict, 'kept');
  });

  test('accepts optional messages, and expected messages in the required order', () => {
    const may = 'ann: A\nserver may tell ann: M\nserver --> ann: B';
    assert.equal(new TestRun(may).receives('ann', 'M\nB\n').verdict, 'kept');
    assert.equal(new TestRun(may).receives('ann', 'B\n').verdict, 'kept');
    assert.equal(new TestRun(may).receives('ann', 'M\nM\n').verdict, 'broken: ann receives B / M');
    const noted = 'ann: A\nserver may tell ann (it is old): M\nserver --> ann: B';
    assert.equal(new TestRun(noted).receives('ann', 'M\nB\n').verdict, 'kept, it is old');
    assert.equal(
      new TestRun('server --> ann: B', noted.replace(/server -.*/, '')).receives('ann', 'M\nB\n').verdict,
      'kept',
    );
    assert.equal(new TestRun('ann: A\nserver --> ann: B').receives('ann', 'NEWS\nB\n').verdict, 'kept');
    const both = 'ann: A\nserver --> ann: B\n  and: C';
    assert.equal(new TestRun(both).receives('ann', 'C\nB\n').verdict, 'kept');
    assert.equal(new TestRun(both).receives('ann', 'B\nB\n').verdict, 'broken: ann receives C / B');
    assert.equal(
      new TestRun(both).receives('ann', 'B\n').closes('ann').verdict,
      'broken: ann receives C / the end of the connection',
    );
  });

  test('sends automatic answers, unless the dialogue sends them by hand', () => {
    const answered = new TestRun('ann: A\nserver --> ann: WHO').receives('ann', 'WHO\n');
    assert.deepEqual(answered.actions, ['connect ann', 'ann: A', 'ann: me']);
    const byHand = new TestRun('ann answers by hand\nann: A\nserver --> ann: WHO').receives('ann', 'WHO\n');
    assert.deepEqual(byHand.actions, ['connect ann', 'ann: A']);
  });

  test('gives black to the client that receives the message for black', () => {
    const run = new TestRun('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN\nwhite: B');
    assert.equal(run.receives('bob', 'BEGIN\n').actions.at(-1), 'ann: B');
    const wrong = new TestRun('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN').receives('bob', 'END\n');
    assert.equal(wrong.verdict, 'broken: bob receives BEGIN / END');
    const neither = new TestRun('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN').wait(3_000);
    assert.equal(neither.verdict, 'broken: ann or bob receives BEGIN / nothing for 3 s');
  });

  test('waits until the connection is closed', () => {
    assert.equal(new TestRun('ann: A\nserver closes ann').closes('ann').verdict, 'kept');
    assert.equal(
      new TestRun('ann: A\nserver closes ann').wait(3_000).verdict,
      'broken: ann receives the end of the connection / nothing for 3 s',
    );
    assert.equal(
      new TestRun('ann: A\nserver closes ann').receives('ann', 'B\n').verdict,
      'broken: ann receives the end of the connection / B',
    );
    assert.equal(
      new TestRun('ann: A\nserver closes ann\n  or, it leaves that to us, nothing').wait(3_000).verdict,
      'kept, it leaves that to us',
    );
    assert.deepEqual(new TestRun('ann: A\nann hangs up').actions.at(-1), 'disconnect ann');
  });

  test('counts the answers to tolerated messages, and messages of earlier dialogues, as a flood', () => {
    const flood = 'not reached: more than 1000 messages were received';
    for (const before of ['', 'NEWS\n'])
      assert.equal(
        new TestRun('ann: A\nserver --> ann: B').receives('ann', `${before}${'WHO\n'.repeat(2_000)}`).verdict,
        flood,
      );
    const transcript = new DialogueTranscript('server');
    for (let count = 0; count <= 1_000; count++) transcript.addReceived('client', 'NEWS');
    assert.equal(new TestRun('client: A', '', 'server', transcript).verdict, flood);
  });

  test('stops at a flood of messages and at a line that does not end', () => {
    const flooded = new TestRun('ann: A\nserver --> ann: B').receives('ann', 'NEWS\n'.repeat(1_000));
    assert.equal(flooded.verdict, 'not reached: more than 1000 messages were received');
    const endless = new TestRun('ann: A\nserver --> ann: B').receives('ann', 'x'.repeat(70_000));
    assert.match(endless.verdict, /^broken: ann receives B \/ \(a line that does not end\)$/);
  });
});

describe('the script runner as a server', () => {
  const playServer = (dialogue: string): TestRun => new TestRun(dialogue, '', 'server');

  test('reports a silent or disconnected client as not reached, unless an answer is due', () => {
    assert.equal(playServer('client: MOVE').wait(3_000).verdict, 'not reached: client sent nothing for 3 s');
    assert.equal(
      playServer('client: MOVE').closes('client').verdict,
      'not reached: the connection of client was closed',
    );
    assert.equal(playServer('client answers: ACK').wait(3_000).verdict, 'broken: client sends ACK / nothing for 3 s');
    assert.equal(
      playServer('client answers: ACK').closes('client').verdict,
      'broken: client sends ACK / the end of the connection',
    );
    assert.equal(playServer('client: MOVE').receives('client', 'KNIT\n').verdict, 'broken: client sends MOVE / KNIT');
    assert.equal(
      playServer('client asks PLAY, hears WAIT').wait(3_000).verdict,
      'not reached: client sent nothing for 3 s',
    );
  });

  test('answers a question each time', () => {
    const asked = playServer('client asks PLAY, hears WAIT\nclient: MOVE').receives('client', 'PLAY\nPLAY\nMOVE\n');
    assert.deepEqual([asked.verdict, asked.actions], ['kept', ['client: WAIT', 'client: WAIT']]);
  });

  test('accepts a disconnect only where the dialogue allows it', () => {
    assert.equal(
      playServer('client never says: MOVE').closes('client').verdict,
      'not reached: the connection of client was closed',
    );
    assert.equal(playServer('client may go, and never says: MOVE').closes('client').wait(300).verdict, 'kept');
    assert.equal(
      playServer('client never says: MOVE').receives('client', 'MOVE\n').verdict,
      'broken: client sends no MOVE / MOVE',
    );
  });

  test('does not accept a message as the answer that arrived before its own message', () => {
    const early = playServer('client never says: MOVE\nserver --> client: GO\nclient answers: OLD').receives(
      'client',
      'OLD\n',
    );
    assert.equal(early.wait(300).verdict, 'open');
    assert.equal(early.receives('client', 'OLD\n').verdict, 'kept, old news');
  });
});
