import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDialogue } from './dialogue.ts';
import { type Language, readText, writeText } from './language.ts';
import { type Order, Referee } from './referee.ts';

const language: Language = {
  read: (bytes) =>
    readText(bytes, (line) => ({
      text: line.toUpperCase(),
      ...(line === line.toUpperCase() ? {} : { variant: 'small letters' }),
    })),
  write: writeText,
  colors: { black: 'BLACK', white: 'WHITE' },
  reflex: (line) => (line === 'WHO' ? 'me' : undefined),
  isStray: (line) => line === 'NEWS',
  opponentIn: (line) => /^MEET (\w+)$/.exec(line)?.[1],
  turn: () => '',
  farewell: [],
};

/** A dialogue under way, with nobody at the other end. */
class Trial {
  readonly referee: Referee;
  readonly orders: string[] = [];
  now = 0;

  constructor(dialogue: string, given = '') {
    this.referee = new Referee({
      statements: [...parseDialogue(given, true), ...parseDialogue(dialogue)],
      language,
      scope: { names: new Map([['ann', 'xavier']]), size: 9, seats: {}, colors: language.colors },
      patience: { answer: 3_000, silence: 300 },
    });
    this.#take(this.referee.proceed(this.now));
  }

  #take(orders: readonly Order[]): void {
    for (const order of orders) {
      this.orders.push(
        order.kind === 'say' ? `${order.who}: ${Buffer.from(order.bytes)}`.trimEnd() : `${order.kind} ${order.who}`,
      );
      if (order.kind === 'connect') this.#take(this.referee.connected(order.who, this.now));
    }
  }

  hears(who: string, bytes: string): this {
    this.#take(this.referee.heard(who, Buffer.from(bytes), this.now));
    return this;
  }

  ends(who: string, problem?: string): this {
    this.#take(this.referee.closed(who, problem, this.now));
    return this;
  }

  wait(milliseconds: number): this {
    this.now += milliseconds;
    this.#take(this.referee.proceed(this.now));
    return this;
  }

  /** In a few words. */
  get verdict(): string {
    const { verdict } = this.referee;
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

describe('the referee', () => {
  test('connects who speaks, and waits for the answer', () => {
    const trial = new Trial('ann: HELLO {ann}\nserver --> ann: HI');
    assert.deepEqual(trial.orders, ['connect ann', 'ann: HELLO xavier']);
    assert.equal(trial.referee.deadline, 3_000);
    assert.equal(trial.hears('ann', 'H').verdict, 'open');
    assert.equal(trial.hears('ann', 'I\n').verdict, 'kept');
    assert.equal(trial.referee.deadline, undefined);
  });

  test('says what was expected, what came, and what was said until then', () => {
    const trial = new Trial('ann: HELLO\nserver --> ann: HI {ann}\n  or: HO').hears('ann', 'NO\n');
    assert.deepEqual(trial.referee.verdict, {
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
      'not reached: met somebody else who was there, ZED',
    );
  });

  test('takes silence for an answer where it is one', () => {
    const trial = new Trial('ann: A\nsilence for ann').wait(299);
    assert.equal(trial.verdict, 'open');
    assert.equal(trial.wait(1).verdict, 'kept');
    assert.equal(
      new Trial('ann: A\nsilence for ann').wait(10).hears('ann', 'B\n').verdict,
      'broken: ann hears nothing / B',
    );
    assert.equal(
      new Trial('ann: A\nsilence for ann').ends('ann').verdict,
      'broken: ann hears nothing / the end of the connection',
    );
    assert.equal(new Trial('ann: A\nsilence or the end for ann').ends('ann').wait(300).verdict, 'kept');
    assert.equal(
      new Trial('ann: A\nserver --> ann: B\n  or, it is held, nothing').wait(3_000).verdict,
      'kept, it is held',
    );
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
    assert.equal(new Trial('ann: A\nserver --> ann: B').hears('ann', 'NEWS\nB\n').verdict, 'kept');
    const both = 'ann: A\nserver --> ann: B\n  and: C';
    assert.equal(new Trial(both).hears('ann', 'C\nB\n').verdict, 'kept');
    assert.equal(new Trial(both).hears('ann', 'B\nB\n').verdict, 'broken: ann hears C / B');
    assert.equal(
      new Trial(both).hears('ann', 'B\n').ends('ann').verdict,
      'broken: ann hears C / the end of the connection',
    );
  });

  test('answers what everybody answers, unless that is done by hand', () => {
    const answered = new Trial('ann: A\nserver --> ann: WHO').hears('ann', 'WHO\n');
    assert.deepEqual(answered.orders, ['connect ann', 'ann: A', 'ann: me']);
    const byHand = new Trial('ann answers by hand\nann: A\nserver --> ann: WHO').hears('ann', 'WHO\n');
    assert.deepEqual(byHand.orders, ['connect ann', 'ann: A']);
  });

  test('knows black from who hears it', () => {
    const trial = new Trial('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN\nwhite: B');
    assert.equal(trial.hears('bob', 'BEGIN\n').orders.at(-1), 'ann: B');
    const wrong = new Trial('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN').hears('bob', 'END\n');
    assert.equal(wrong.verdict, 'broken: bob hears BEGIN / END');
    const nobody = new Trial('ann: A\nbob: A\nserver --> black of ann and bob: BEGIN').wait(3_000);
    assert.equal(nobody.verdict, 'broken: ann or bob hears BEGIN / nothing for 3 s');
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
    assert.deepEqual(new Trial('ann: A\nann hangs up').orders.at(-1), 'hang up ann');
  });

  test('does not listen to whoever never ends', () => {
    const flooded = new Trial('ann: A\nserver --> ann: B').hears('ann', 'NEWS\n'.repeat(1_000));
    assert.equal(flooded.verdict, 'not reached: more than 1000 messages came');
    const endless = new Trial('ann: A\nserver --> ann: B').hears('ann', 'x'.repeat(5_000));
    assert.match(endless.verdict, /^broken: ann hears B \/ \(a line that does not end\)$/);
  });
});
