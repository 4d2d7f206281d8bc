import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isClean, isExamined, printReport, type Report, reportJson } from './report.ts';
import type { Verdict } from './runner/verdict.ts';

const report: Report = {
  subject: 'nu6://127.0.0.1:1919',
  checked: [
    { section: 'Handshake', title: 'HELLO is answered', verdict: { kind: 'kept', notes: [] } },
    {
      section: 'Handshake',
      title: 'a name that is taken is refused',
      verdict: {
        kind: 'broken',
        mismatch: {
          dialogue: ['ann: CORE.HELLO~zed', `server --> ann: ${'X'.repeat(100)}`, 'bob: CORE.HELLO~zed\x1b[2J'],
          expected: 'bob receives CORE.ERROR~NAMETAKEN',
          received: 'CORE.HELLO',
        },
      },
    },
    { section: 'Ends', title: 'BYE', verdict: { kind: 'kept', notes: ['lines end with CR LF', 'a komi'] } },
    { section: 'Ends', title: 'SURRENDER', verdict: { kind: 'kept', notes: ['a komi'] } },
    {
      section: 'Ends',
      title: 'PASS',
      verdict: {
        kind: 'not reached',
        reason: `an earlier step failed: expected that black receives ${'something '.repeat(8)}else`,
      },
    },
  ],
};

describe('a report', () => {
  test('as text, has one part for each section and at most 80 columns', () => {
    assert.equal(
      printReport(report, false),
      `Handshake
  kept         HELLO is answered
  broken       a name that is taken is refused
                 ann: CORE.HELLO~zed
                 server --> ann: ${'X'.repeat(46)}…
                 bob: CORE.HELLO~zed\u{fffd}[2J
                 expected: bob receives CORE.ERROR~NAMETAKEN
                 received: CORE.HELLO

Ends
  kept [1,2]   BYE
  kept [2]     SURRENDER
  not reached  PASS
                 an earlier step failed: expected that black receives something
                 something something something something something something
                 something else

Kept, with differences from the document:
  [1] lines end with CR LF
  [2] a komi

nu6://127.0.0.1:1919: 3 kept, 1 broken, 1 not reached
`,
    );
  });

  test('as text, can have colours', () => {
    assert.match(printReport(report, true), /\x1b\[31mbroken {6}\x1b\[39m/);
  });

  test('as JSON, has the counts and all clauses', () => {
    const { subject, examined, kept, broken, notReached, clauses } = JSON.parse(reportJson(report));
    assert.deepEqual([subject, examined, kept, broken, notReached], ['nu6://127.0.0.1:1919', true, 3, 1, 1]);
    assert.deepEqual(clauses, report.checked);
  });

  test('is clean if no clause is broken', () => {
    assert(!isClean(report));
    assert(isClean({ ...report, checked: report.checked.filter(({ verdict }) => verdict.kind !== 'broken') }));
  });

  test('is not examined if too few clauses were reached, or after a flood', () => {
    const kept: Verdict = { kind: 'kept', notes: [] };
    const missed: Verdict = { kind: 'not reached', reason: 'met another client' };
    const examined = (...verdicts: Verdict[]): boolean =>
      isExamined({ subject: 'x', checked: verdicts.map((verdict) => ({ section: 'x', title: 'x', verdict })) });
    assert(examined(kept, missed));
    assert(!examined(kept, missed, missed));
    assert(examined(kept, missed, { ...missed, cause: 'another mode' }, { ...missed, cause: 'no call' }));
    assert(!examined({ ...missed, cause: 'no call' }));
    assert(!examined(kept, kept, kept, { ...missed, cause: 'flood' }));
    const table = printReport({ subject: 'x', checked: [{ section: 'x', title: 'x', verdict: missed }] }, false);
    assert.match(table, /\nx: 0 kept, 0 broken, 1 not reached\nnot examined: too few clauses were reached\n$/);
  });
});
