import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type OwnSide, parseDialogue } from '../../protocols/conformance/dialogue/dialogue.ts';
import { type DialogueLanguage, readText, writeText } from '../../protocols/conformance/dialogue-language.ts';
import { DialogueClients } from './dialogue-client.ts';
import { DialogueTranscript } from './dialogue-transcript.ts';
import type { TestClientAction } from './script.ts';
import { ScriptRunner } from './script-runner.ts';

const language: DialogueLanguage = {
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
  remainder: (expected, heard) =>
    expected === 'TAKE 1 2' && /^TAKE [12]$/.test(heard)
      ? { line: heard === 'TAKE 1' ? 'TAKE 2' : 'TAKE 1', note: 'in parts' }
      : undefined,
  moveStatements: () => '',
  farewell: [],
};

/** A running dialogue, without a connection. */
class Trial {
  readonly runner: ScriptRunner;
  readonly actions: string[] = [];
  now = 0;

  constructor(dialogue: string, given = '', side: OwnSide = 'clients', transcript = new DialogueTranscript(side)) {
    const participants = new DialogueClients();
    if (side === 'server') participants.get('client').state = 'connected';
    this.runner = new ScriptRunner({
      statements: [...parseDialogue(given, true, side), ...parseDialogue(dialogue, false, side)],
      participants,
      transcript,
      language,
      scope: { names: new Map([['ann', 'xavier']]), size: 9, seats: {}, colors: language.colors },
      patience: { answer: 3_000, silence: 300 },
    });
    this.#take(this.runner.proceed(this.now));
  }

  #take(actions: readonly TestClientAction[]): void {
    for (const action of actions) {
      this.actions.push(
        action.kind === 'say'
          ? `${action.who}: ${Buffer.from(action.bytes)}`.trimEnd()
          : `${action.kind} ${action.who}`,
      );
      if (action.kind === 'connect') this.#take(this.runner.connected(action.who, this.now));
    }
  }

  hears(who: string, bytes: string): this {
    this.#take(this.runner.heard(who, Buffer.from(bytes), this.now));
    return this;
  }

  ends(who: string, problem?: string): this {
    this.#take(this.runner.closed(who, problem, this.now));
    return this;
  }

  wait(milliseconds: number): this {
    this.now += milliseconds;
    this.#take(this.runner.proceed(this.now));
    return this;
  }

  /** In a few words. */
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
    return `broken: ${verdict.fault.expected} / ${verdict.fault.heard}`;
  }
}

describe('the script runner', () => {
  test('connects a client that speaks, and waits for the answer', () => {
    const trial = new Trial('ann: HELLO {ann}\nserver --> ann: HI');
    assert.deepEqual(trial.actions, ['connect ann', 'ann: HELLO xavier']);
    assert.equal(trial.runner.deadline, 3_000);
    assert.equal(trial.hears('ann', 'H').verdict, 'open');
    assert.equal(trial.hears('ann', 'I\n').verdict, 'kept');
    assert.equal(trial.runner.deadline, undefined);
  });

  test('says what was expected, what came, and what was said until then', () => {
    const trial = new Trial('ann: HELLO\nserver --> ann: HI {ann}\n  or: HO').hears('ann', 'NO\n');
    assert.deepEqual(trial.runner.verdict, {
      kind: 'broken',
      fault: {
        dialogue: ['ann: HELLO', 'server --> ann: NO'],
        expected: 'ann hears HI xavier, or HO',
        heard: 'NO',
      },
    });
  });

  test('is patient, but not for ever', () => {
    const trial = new Trial('ann: HELLO\nserver --> ann: HI').wait(2_999);
    assert.equal(trial.verdict, 'open');
    assert.equal(trial.wait(1).verdict, 'broken: ann hears HI / nothing for 3 s');
  });

  test('connects a client that hears something first', () => {
    const trial = new Trial('server --> ann: WELCOME\nann: HELLO').hears('ann', 'WELCOME\n');
    assert.deepEqual(trial.actions, ['connect ann', 'ann: HELLO']);
    assert.equal(trial.verdict, 'kept');
  });

  test('does not blame a clause for what should have led to it', () => {
    const trial = new Trial('ann: ON', 'ann: HELLO\nserver --> ann: HI').hears('ann', 'NO\n');
    assert.equal(trial.verdict, 'not reached: before it, expected that ann hears HI, but ann heard NO');
    assert.equal(new Trial('ann: ON').ends('ann').verdict, 'kept');
    assert.equal(
      new Trial('ann: A\nserver --> ann: B\n  unless it is full: FULL').hears('ann', 'FULL\n').verdict,
      'not reached: it is full',
    );
    assert.equal(
      new Trial('ann: A\nserver --> ann: B').hears('ann', 'MEET ZED\n').verdict,
      'not reached: met another client that was there, ZED',
    );
  });

  test('takes silence for an answer where it is one', () => {
    const silent = new Trial('ann: A\nserver --> ann: B\n  or, it is held, nothing');
    assert.equal(silent.wait(2_999).verdict, 'open');
    assert.equal(silent.wait(1).verdict, 'kept, it is held');
    // The end of one connection says nothing of the other.
    const both = new Trial('ann: A\nbob: A\nserver --> ann, bob: B\n  or, it is held, nothing').ends('ann');
    assert.equal(both.verdict, 'open');
    assert.equal(both.hears('bob', 'C\n').verdict, 'broken: bob hears B / C');
  });

  test('watches for what must not come, and lets everything else come', () => {
    const never = 'ann: A\nserver never tells ann: B\n  or: C\n  or, it is tolerated: D';
    const trial = new Trial(never).hears('ann', 'E\n').wait(299);
    assert.equal(trial.verdict, 'open');
    assert.equal(trial.wait(1).verdict, 'kept');
    assert.equal(new Trial(never).hears('ann', 'E\nB\n').verdict, 'broken: ann hears no B / B');
    assert.equal(new Trial(never).hears('ann', 'C\n').verdict, 'broken: ann hears no C / C');
    assert.equal(new Trial(never).hears('ann', 'D\n').wait(300).verdict, 'kept, it is tolerated');
    assert.equal(new Trial(never).ends('ann').wait(300).verdict, 'kept');
    // What came meanwhile may be what is expected next.
    assert.equal(new Trial(`${never}\nserver --> ann: E`).hears('ann', 'E\n').wait(300).verdict, 'kept');
    const given = new Trial('ann: C', 'ann: A\nserver never tells ann: B').hears('ann', 'B\n');
    assert.equal(given.verdict, 'not reached: before it, expected that ann hears no B, but ann heard B');
  });

  test('passes over what contradicts nothing, with a note where it is worth one', () => {
    const heard = 'ann: A\nserver --> ann: B';
    assert.equal(new Trial(heard).hears('ann', 'NEWS\nOLD\nB\n').verdict, 'kept, old news');
    assert.equal(new Trial('ann: C', heard).hears('ann', 'OLD\nB\n').verdict, 'kept');
    assert.equal(
      new Trial(heard).hears('ann', 'OLD\n').wait(3_000).verdict,
      'broken: ann hears B / nothing else for 3 s',
    );
    // It is not passed over where it is what is expected.
    assert.equal(new Trial('ann: A\nserver --> ann: OLD').hears('ann', 'OLD\n').verdict, 'kept');
    const seats = 'ann: A\nbob: A\nserver --> black of ann and bob: BEGIN';
    assert.equal(new Trial(seats).hears('ann', 'NEWS\nBEGIN\n').verdict, 'kept');
    assert.equal(new Trial('ann: A\nserver closes ann').hears('ann', 'OLD\n').ends('ann').verdict, 'kept, old news');
  });

  test('takes a message in parts', () => {
    const parts = 'ann: A\nserver --> ann: B\n  and: TAKE 1 2';
    assert.equal(new Trial(parts).hears('ann', 'TAKE 2\nB\nTAKE 1\n').verdict, 'kept, in parts');
    assert.equal(new Trial(parts).hears('ann', 'B\nTAKE 3\n').verdict, 'broken: ann hears TAKE 1 2 / TAKE 3');
  });

  test('asks again where the answer is still to come', () => {
    const again = 'ann: A\nserver --> ann: B\n  again, it comes later: SOON';
    const trial = new Trial(again).hears('ann', 'SOON\n');
    assert.deepEqual(trial.actions, ['connect ann', 'ann: A', 'ann: A']);
    assert.equal(trial.hears('ann', 'B\n').verdict, 'kept, it comes later');
    assert.equal(new Trial(again).hears('ann', 'SOON\nC\n').verdict, 'broken: ann hears B / C');
  });

  test('gives what was said time to take effect', () => {
    const trial = new Trial('ann: A\na moment passes\nann: B\na while passes\nann: C');
    assert.equal(trial.wait(300).actions.at(-1), 'ann: B');
    assert.equal(trial.wait(2_999).verdict, 'open');
    assert.equal(trial.wait(1).verdict, 'kept');
  });

  test('notes another wording, but not on the way', () => {
    assert.equal(new Trial('ann: A\nserver --> ann: B').hears('ann', 'b\n').verdict, 'kept, small letters');
    assert.equal(new Trial('ann: A\nserver --> ann: B').hears('ann', 'B\r\n').verdict, 'kept, lines end with CR LF');
    const trial = new Trial('ann: C\nserver --> ann: D', 'ann: A\nserver --> ann: B');
    assert.equal(trial.hears('ann', 'b\r\nD\n').verdict, 'kept');
  });

  test('lets come what may come, in the order in which it must', () => {
    const may = 'ann: A\nserver may tell ann: M\nserver --> ann: B';
    assert.equal(new Trial(may).hears('ann', 'M\nB\n').verdict, 'kept');
    assert.equal(new Trial(may).hears('ann', 'B\n').verdict, 'kept');
    assert.equal(new Trial(may).hears('ann', 'M\nM\n').verdict, 'broken: ann hears B / M');
    const noted = 'ann: A\nserver may tell ann (it is old): M\nserver --> ann: B';
    assert.equal(new Trial(noted).hears('ann', 'M\nB\n').verdict, 'kept, it is old');
    assert.equal(
      new Trial('server --> ann: B', noted.replace(/server -.*/, '')).hears('ann', 'M\nB\n').verdict,
      'kept',
    );
    assert.equal(new Trial('ann: A\nserver --> ann: B').hears('ann', 'NEWS\nB\n').verdict, 'kept');
    const both = 'ann: A\nserver --> ann: B\n  and: C';
    assert.equal(new Trial(both).hears('ann', 'C\nB\n').verdict, 'kept');
    assert.equal(new Trial(both).hears('ann', 'B\nB\n').verdict, 'broken: ann hears C / B');
    assert.equal(
      new Trial(both).hears('ann', 'B\n').ends('ann').verdict,
      'broken: ann hears C / the end of the connection',
    );
  });

  test('answers what every client answers, unless that is done by hand', () => {
    const answered = new Trial('ann: A\nserver --> ann: WHO').hears('ann', 'WHO\n');
    assert.deepEqual(answered.actions, ['connect ann', 'ann: A', 'ann: me']);
    const byHand = new Trial('ann answers by hand\nann: A\nserver --> ann: WHO').hears('ann', 'WHO\n');
    assert.deepEqual(byHand.actions, ['connect ann', 'ann: A']);
  });

  test('seats as black the client that hears it', () => {
    const trial = new Trial('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN\nwhite: B');
    assert.equal(trial.hears('bob', 'BEGIN\n').actions.at(-1), 'ann: B');
    const wrong = new Trial('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN').hears('bob', 'END\n');
    assert.equal(wrong.verdict, 'broken: bob hears BEGIN / END');
    const neither = new Trial('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN').wait(3_000);
    assert.equal(neither.verdict, 'broken: ann or bob hears BEGIN / nothing for 3 s');
  });

  test('waits for the end of a connection', () => {
    assert.equal(new Trial('ann: A\nserver closes ann').ends('ann').verdict, 'kept');
    assert.equal(
      new Trial('ann: A\nserver closes ann').wait(3_000).verdict,
      'broken: ann hears the end of the connection / nothing for 3 s',
    );
    assert.equal(
      new Trial('ann: A\nserver closes ann').hears('ann', 'B\n').verdict,
      'broken: ann hears the end of the connection / B',
    );
    assert.equal(
      new Trial('ann: A\nserver closes ann\n  or, it leaves that to us, nothing').wait(3_000).verdict,
      'kept, it leaves that to us',
    );
    assert.deepEqual(new Trial('ann: A\nann hangs up').actions.at(-1), 'hang up ann');
  });

  test('counts the answers to tolerated messages, and messages of earlier dialogues, as a flood', () => {
    const flood = 'not reached: more than 1000 messages came';
    for (const before of ['', 'NEWS\n'])
      assert.equal(
        new Trial('ann: A\nserver --> ann: B').hears('ann', `${before}${'WHO\n'.repeat(2_000)}`).verdict,
        flood,
      );
    const transcript = new DialogueTranscript('server');
    for (let count = 0; count <= 1_000; count++) transcript.theirs('client', 'NEWS');
    assert.equal(new Trial('client: A', '', 'server', transcript).verdict, flood);
  });

  test('does not listen to a server that never ends', () => {
    const flooded = new Trial('ann: A\nserver --> ann: B').hears('ann', 'NEWS\n'.repeat(1_000));
    assert.equal(flooded.verdict, 'not reached: more than 1000 messages came');
    const endless = new Trial('ann: A\nserver --> ann: B').hears('ann', 'x'.repeat(70_000));
    assert.match(endless.verdict, /^broken: ann hears B \/ \(a line that does not end\)$/);
  });
});

describe('the script runner, where it plays the server', () => {
  const trial = (dialogue: string): Trial => new Trial(dialogue, '', 'server');

  test('does not blame a client that is silent or gone, unless an answer is due', () => {
    assert.equal(trial('client: MOVE').wait(3_000).verdict, 'not reached: client said nothing for 3 s');
    assert.equal(trial('client: MOVE').ends('client').verdict, 'not reached: client hung up');
    assert.equal(trial('client answers: ACK').wait(3_000).verdict, 'broken: client says ACK / nothing for 3 s');
    assert.equal(
      trial('client answers: ACK').ends('client').verdict,
      'broken: client says ACK / the end of the connection',
    );
    assert.equal(trial('client: MOVE').hears('client', 'KNIT\n').verdict, 'broken: client says MOVE / KNIT');
    assert.equal(trial('client asks PLAY, hears WAIT').wait(3_000).verdict, 'not reached: client said nothing for 3 s');
  });

  test('answers a question as often as it comes', () => {
    const asked = trial('client asks PLAY, hears WAIT\nclient: MOVE').hears('client', 'PLAY\nPLAY\nMOVE\n');
    assert.deepEqual([asked.verdict, asked.actions], ['kept', ['client: WAIT', 'client: WAIT']]);
  });

  test('lets a client go only where it has shown enough', () => {
    assert.equal(trial('client never says: MOVE').ends('client').verdict, 'not reached: client hung up');
    assert.equal(trial('client may go, and never says: MOVE').ends('client').wait(300).verdict, 'kept');
    assert.equal(
      trial('client never says: MOVE').hears('client', 'MOVE\n').verdict,
      'broken: client says no MOVE / MOVE',
    );
  });

  test('takes nothing that came before it spoke for the answer', () => {
    const early = trial('client never says: MOVE\nserver --> client: GO\nclient answers: OLD').hears('client', 'OLD\n');
    assert.equal(early.wait(300).verdict, 'open');
    assert.equal(early.hears('client', 'OLD\n').verdict, 'kept, old news');
  });
});
