import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseClassFile } from './class-file.ts';

const HEADER = 'student,kind,protocol,run';

describe('a class file', () => {
  test('has rows with a URL of a server, or a command of a server or client', async () => {
    const read = await parseClassFile(
      `\ufeffgroup,Student,Kind,Protocol,Run
1,Ann,server,,nu6://127.0.0.1:2020?size=9
1,"Bob, B.",server,daigo?size=9,"java -jar 'my server.jar' --port={port}"

2,Cat,client,nedap,./client 127.0.0.1 {port}
`,
    );
    assert(read.ok);
    assert.deepEqual(
      read.value.map(({ number, student, protocol, program: { clauses, ...rest } }) => [
        number,
        student,
        protocol,
        rest,
      ]),
      [
        [1, 'Ann', 'nu6', { kind: 'server', target: { host: '127.0.0.1', port: 2020 } }],
        [
          2,
          'Bob, B.',
          'daigo',
          { kind: 'server', target: { command: ['java', '-jar', 'my server.jar', '--port={port}'] } },
        ],
        [3, 'Cat', 'nedap', { kind: 'client', command: ['./client', '127.0.0.1', '{port}'] }],
      ],
    );
  });

  const invalid: readonly [string, RegExp][] = [
    ['', /^line 1: the file is empty$/],
    ['student,kind,run', /^line 1: .*missing: protocol$/],
    [HEADER, /^line 1: no row follows/],
    [`${HEADER}\nAnn,server,nu6`, /^line 2: 3 cells where 4 are expected$/],
    [`${HEADER}\n,server,nu6,x {port}`, /^line 2: student must have/],
    [`${HEADER}\n"A\nB",server,nu6,x {port}\nAnn,referee,nu6,x {port}`, /^line 4: kind must be server or client$/],
    [`${HEADER}\nAnn,server,web,x {port}`, /^line 2: unknown protocol "web"; known protocols are /],
    [`${HEADER}\nAnn,server,nu6?colour=red,x {port}`, /^line 2: .*colour/],
    [`${HEADER}\nAnn,server,nu6,x`, /^line 2: run must be a URL, or a command with \{port\}/],
    [`${HEADER}\nAnn,server,nu6,"x ""y {port}"`, /^line 2: a quote in run is not closed$/],
    [`${HEADER}\nAnn,server,nedap,nu6://127.0.0.1`, /^line 2: protocol "nedap" differs from that of the URL/],
    [`${HEADER}\nAnn,client,nu6,nu6://127.0.0.1`, /^line 2: a client is started by a command/],
  ];
  for (const [text, problem] of invalid) {
    test(`${JSON.stringify(text)} is rejected: ${problem}`, async () => {
      const read = await parseClassFile(text);
      assert(!read.ok);
      assert.match(read.problem, problem);
    });
  }
});
