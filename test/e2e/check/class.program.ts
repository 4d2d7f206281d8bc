import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseCsv } from '../../../src/csv.ts';
import { FAULTS } from '../../support/course/hostile-program.ts';
import { MAIN, refusal, Tengen } from '../serve/server-process.ts';

const PROGRAM = fileURLToPath(new URL('../../support/course/hostile-program.ts', import.meta.url));
const HEADER = 'student,kind,protocol,run';
/** Rows, without the student, of programs without a fault. */
const GOOD_SERVER = `server,nedap?dialect=later,"${process.execPath} ${MAIN} serve --port 0 --durability none --listen 'nedap://127.0.0.1:{port}'"`;
const GOOD_CLIENT = `client,nedap,${process.execPath} ${MAIN} bot nedap://127.0.0.1:{port}?size=9 --engine built-in`;

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-class-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The row of a hostile program with this fault. */
function hostile(fault: string): string {
  const kind = fault.startsWith('client-') ? 'client' : 'server';
  const protocol = fault === 'client-floods-tolerated' ? 'nu6' : 'nedap';
  return `${fault},${kind},${protocol},${process.execPath} ${PROGRAM} ${fault} {port}`;
}

/** The verdicts of Ann's server and Ben's client, which are examined at the same time as other rows. */
async function verdictsBeside(t: TestContext, others: readonly string[]): Promise<string[]> {
  const folder = folderFor(t);
  const rows = [`Ann,${GOOD_SERVER}`, ...others, `Ben,${GOOD_CLIENT}`];
  writeFileSync(join(folder, 'class.csv'), [HEADER, ...rows, ''].join('\n'));
  const reports = join(folder, 'reports');
  const options = ['--jobs', `${rows.length}`, '--patience', '5', '--memory', '400'];
  const tengen = new Tengen('check', '--all', join(folder, 'class.csv'), '--report', reports, ...options);
  t.after(() => tengen.end('SIGKILL'));
  await once(tengen.child, 'close');
  const table = parseCsv(readFileSync(join(reports, 'clauses.csv'), 'utf8'));
  assert(table.ok);
  const verdicts = table.value
    .map(({ cells }) => cells)
    .filter(([, , student = '']) => ['Ann', 'Ben'].includes(student));
  return verdicts.map(([, , student, , , , clause, verdict]) => `${student}: ${clause}: ${verdict}`);
}

const LINUX = { skip: process.platform !== 'linux' };

/** The expected result of each hostile program, and a pattern for its remarks. */
const EXPECTED: Readonly<Record<string, readonly [result: string, remark: RegExp]>> = {
  'exits-at-once': ['not examined', /ended before it opened its port; .*exit code 3/],
  // The program with the fault `takes-ports-of-others` may take its port.
  'never-listens': ['not examined', /did not open its port within 20 s|another program has taken its port/],
  'never-answers': ['not examined', /does not speak nedap/],
  'ignores-sigterm': ['not examined', /ignored SIGTERM and was ended by SIGKILL/],
  'floods-output': ['not examined', /killed: it printed more than 4 MiB/],
  'floods-socket': ['not examined', /more than 1000 messages/],
  'floods-one-line': ['not examined', /more than 1000 messages|does not speak nedap/],
  'uses-memory': ['not examined', /killed: it used more than 400 MiB/],
  'starts-processes': ['not examined', /killed: it (?:started more than 64 processes|used more than 400 MiB)/],
  'leaves-a-process': ['not examined', /ended before it opened its port/],
  lies: ['failed', /^$|time limit/],
  'prints-garbage': ['not examined', /does not speak nedap/],
  // Depending on how the bytes arrive, a clause can be broken before the flood is detected.
  'client-floods': ['failed or not examined', /./],
  'client-floods-tolerated': ['not examined', /more than 1000 messages/],
  'ends-its-parent': ['not examined', /the process that examined the program was ended by SIGKILL/],
  'sends-to-all-ports': ['not examined', /did not open its port/],
  'takes-ports-of-others': ['not examined', /did not open its port/],
  'client-never-connects': ['not examined', /did not connect within 20 s/],
};

describe('tengen check --all', () => {
  test('hostile programs affect only their own reports', { skip: process.platform === 'win32' }, async (t) => {
    assert.deepEqual(Object.keys(FAULTS).sort(), Object.keys(EXPECTED).sort());
    const folder = folderFor(t);
    const faults = Object.keys(FAULTS).map(hostile);
    const rows = [`<b>Good</b>,${GOOD_SERVER}`, ...faults, `=Good(),${GOOD_CLIENT}`];
    writeFileSync(join(folder, 'class.csv'), [HEADER, ...rows, ''].join('\n'));
    const reports = join(folder, 'reports');
    const limits = ['--jobs', '4', '--patience', '3', '--time', '80', '--memory', '400'];
    const tengen = new Tengen('check', '--all', join(folder, 'class.csv'), '--report', reports, ...limits);
    t.after(() => tengen.end('SIGKILL'));
    // `ended` would not wait long enough: two programs take 20 s each.
    const [code] = await once(tengen.child, 'close');
    assert.equal(code, 1, tengen.stderr);

    assert.equal(tengen.stdout, `2 of ${rows.length} passed: ${join(reports, 'index.html')}\n`, tengen.stderr);
    assert.equal(tengen.stderr.split('\n').length - 1, rows.length);
    assert.doesNotMatch(tengen.stderr, /[^\P{Cc}\n]/u);
    const table = parseCsv(readFileSync(join(reports, 'students.csv'), 'utf8'));
    assert(table.ok);
    const [, ...results] = table.value.map(({ cells }) => cells);
    assert.deepEqual(
      results.map(([, , student]) => student),
      ['<b>Good</b>', ...Object.keys(FAULTS), "'=Good()"],
    );
    for (const [row, report, student = '', , , , result, , , , , remarks = ''] of results) {
      assert(report?.startsWith(`${row?.padStart(3, '0')}-`), report);
      const [expected, remark] = EXPECTED[student] ?? ['passed', /./];
      assert(expected.split(' or ').includes(result ?? ''), `${student}: ${result}, ${remarks}`);
      if (student in EXPECTED) assert.match(remarks, remark, student);
    }
    const files = readdirSync(reports);
    assert.equal(files.filter((file) => /^\d{3}-.*\.html$/.test(file)).length, rows.length);
    const pageOf = (name: string): string => {
      const file = files.find((each) => each.endsWith(`${name}.html`));
      return readFileSync(join(reports, file ?? ''), 'utf8');
    };
    assert.match(pageOf('lies'), /INVALID &lt;script&gt;alert\(1\)&lt;\/script&gt; [␛-]\[31m/u);
    assert.match(pageOf('prints-garbage'), /&lt;\/pre&gt;&lt;script&gt;alert\(2\)/);
    for (const file of files.filter((each) => each.endsWith('.html')))
      assert.doesNotMatch(readFileSync(join(reports, file), 'utf8'), /<script|<b>|\u001b/, file);
    // No process is left, not even that of the program that starts a process in its own session.
    const left = execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' });
    assert.doesNotMatch(left, /hostile-program\.ts/);
    const [, pid] = /left (\d+)/.exec(pageOf('leaves-a-process')) ?? [];
    if (process.platform === 'linux') assert.throws(() => process.kill(Number(pid), 0), /ESRCH/);
  });

  test('a program that writes into the folder of the reports cannot forge a report', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const folder = folderFor(t);
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('class.csv'), `${HEADER}\nAnn,server,nu6,sh forge.sh {port}\nAnn,server,nu6,sh forge.sh {port}\n`);
    writeFileSync(
      at('forge.sh'),
      'mkdir -p reports && echo forged > reports/001-ann.html && ln -s ../victim reports/clauses.csv\n',
    );
    writeFileSync(at('victim'), 'untouched');
    const tengen = new Tengen('check', '--all', at('class.csv'), '--report', at('reports'), '--jobs', '1');
    assert.equal(await tengen.ended(), 1);
    const [, index = ''] = /passed: (.*)\n/.exec(tengen.stdout) ?? [];
    assert.notEqual(dirname(index), at('reports'));
    assert(tengen.stderr.includes(`reports was changed during the check; the reports are in ${dirname(index)}\n`));
    assert.match(readFileSync(join(dirname(index), '001-ann.html'), 'utf8'), /ended before it opened its port/);
    assert.equal(readFileSync(at('victim'), 'utf8'), 'untouched');
  });

  test('an interrupted check writes the reports of the finished rows', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const folder = folderFor(t);
    writeFileSync(
      join(folder, 'class.csv'),
      [HEADER, hostile('exits-at-once'), hostile('never-listens'), ''].join('\n'),
    );
    const reports = join(folder, 'reports');
    const tengen = new Tengen('check', '--all', join(folder, 'class.csv'), '--report', reports, '--jobs', '1');
    t.after(() => tengen.end('SIGKILL'));
    await tengen.waitForLog('[1/2]');
    tengen.child.kill('SIGINT');
    assert.equal(await tengen.ended(), 1);
    assert.match(tengen.stderr, /interrupted after 1 of 2 rows/);
    assert.deepEqual(readdirSync(reports).sort(), [
      '001-exits-at-once.html',
      'clauses.csv',
      'index.html',
      'students.csv',
    ]);
    assert.doesNotMatch(
      execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' }),
      /hostile-program\.ts never-listens/,
    );
  });

  test('programs that flood change no verdict of other rows', { skip: process.platform === 'win32' }, async (t) => {
    const alone = await verdictsBeside(t, []);
    assert(alone.length > 20, `${alone.length} verdicts`);
    assert.deepEqual(
      alone.filter((each) => each.endsWith(': broken')),
      [],
    );
    const floods = Object.keys(FAULTS).filter((fault) => fault.includes('floods'));
    const beside = await verdictsBeside(t, [...floods, 'prints-garbage'].map(hostile));
    // On a busy machine, some clauses are not reached. No other verdict differs.
    const others = beside.filter((each) => !each.endsWith(': not reached'));
    assert.deepEqual(
      others.filter((each) => !alone.includes(each)),
      [],
    );
    assert(2 * others.length > alone.length, beside.join('\n'));
  });

  test('a program that sends to the ports of other rows breaks no clause of their clients', LINUX, async (t) => {
    const beside = await verdictsBeside(t, [hostile('sends-to-all-ports')]);
    const ben = beside.filter((each) => each.startsWith('Ben'));
    assert.deepEqual(
      ben.filter((each) => each.endsWith(': broken')),
      [],
    );
    // On a busy machine, some clauses are not reached.
    assert(2 * ben.filter((each) => each.endsWith(': kept')).length > ben.length, ben.join('\n'));
  });

  test('a program that takes the port of another row is not examined in its place', LINUX, async (t) => {
    const folder = folderFor(t);
    const rows = [HEADER, hostile('takes-ports-of-others'), hostile('never-listens'), ''];
    writeFileSync(join(folder, 'class.csv'), rows.join('\n'));
    const options = ['--report', join(folder, 'reports'), '--jobs', '2', '--time', '10'];
    const tengen = new Tengen('check', '--all', join(folder, 'class.csv'), ...options);
    t.after(() => tengen.end('SIGKILL'));
    await tengen.waitForLog('never-listens: not examined; 0 kept, 0 broken, ');
    await tengen.waitForLog('; another program has taken its port');
  });

  test('a program that stops its parent affects only its own report', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const folder = folderFor(t);
    const rows = [
      HEADER,
      `Stop,server,nedap,"sh -c 'kill -STOP $PPID; sleep 60' {port}"`,
      hostile('exits-at-once'),
      '',
    ];
    writeFileSync(join(folder, 'class.csv'), rows.join('\n'));
    const options = ['--report', join(folder, 'reports'), '--time', '2'];
    const tengen = new Tengen('check', '--all', join(folder, 'class.csv'), ...options);
    t.after(() => tengen.end('SIGKILL'));
    await once(tengen.child, 'close');
    assert.match(tengen.stderr, /^\[1\/2\] Stop: not examined; .* was ended by SIGKILL\n\[2\/2\] exits-at-once: /);
  });

  test('exits with 0 if every row passed; after the time limit, the remaining clauses are not reached', async (t) => {
    const folder = folderFor(t);
    writeFileSync(join(folder, 'class.csv'), `${HEADER}\nAnn,${GOOD_SERVER}\n`);
    const good = new Tengen('check', '--all', join(folder, 'class.csv'), '--report', join(folder, 'a'));
    assert.equal(await good.ended(), 0, good.stderr);
    const brief = ['--time', '2', '--report', join(folder, 'b')];
    const late = new Tengen('check', '--all', join(folder, 'class.csv'), ...brief);
    assert.equal(await late.ended(), 1);
    assert.match(late.stderr, /Ann: not examined; .* 0 broken, .*; the time limit of 2 s was reached/);
    assert.match(await refusal('check', '--all', join(folder, 'class.csv'), ...brief), /b is not empty/);
  });

  test('exits with 2 for an invalid file, with its line, and for options that exclude each other', async (t) => {
    const file = join(folderFor(t), 'class.csv');
    writeFileSync(file, `${HEADER}\nAnn,server,nu6,x {port}\nBob,judge,nu6,x {port}\n`);
    assert.match(await refusal('check', '--all', file, '--report', `${file}.d`), /class\.csv: line 3: kind must be/);
    assert.match(await refusal('check', '--all', file), /--all FILE and --report FOLDER must be used together/);
    assert.match(await refusal('check', '--all', file, '--report', 'x', 'nu6://127.0.0.1'), /takes neither a URL/);
    assert.equal(await refusal('check', 'nu6://127.0.0.1', '--jobs', '2'), 'tengen: --jobs needs --all\n');
    assert.match(await refusal('check', '--client', 'nu6', '--memory', '64'), /--memory needs --all/);
    assert.match(await refusal('check', 'nu6://127.0.0.1', '--report', 'x'), /--report needs --all/);
    assert.match(await refusal('check', 'nu6://127.0.0.1', '--port', '2020'), /--port needs --client/);
    assert.match(await refusal('check', '--all', file, '--report', 'x', '--host', '::1'), /--host needs --client/);
    writeFileSync(file, Buffer.from([0x61, 0xff]));
    assert.match(await refusal('check', '--all', file, '--report', `${file}.d`), /not UTF-8/);
  });
});
