import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { Verdict } from '../runner/verdict.ts';
import type { StudentRow } from './class-file.ts';
import { makeClassPage } from './class-page.ts';
import type { ExaminedRow } from './examine-row.ts';
import { makeRowPage } from './row-page.ts';
import { visibleText } from './visible-text.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Text with special characters of HTML or of a terminal, or with characters that change the direction of writing. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '</pre></style><img src=x onerror=alert(1)>',
    '" onclick="alert(1)',
    "' style='color:red",
    '&lt;b&gt; &amp;amp;',
    '\u001b[2J\u0000\u202e\ud800',
    '<!-- ]]> -->',
  ),
);

const clauses = { protocol: 'nedap' } as unknown as StudentRow['program']['clauses'];

function rowOf([student, run, title, message, expected, received, remark, output]: readonly string[]): ExaminedRow {
  const verdicts: Verdict[] = [
    {
      kind: 'broken',
      mismatch: { dialogue: [message ?? '', message ?? ''], expected: expected ?? '', received: received ?? '' },
    },
    { kind: 'not reached', reason: remark ?? '' },
    { kind: 'kept', notes: [message ?? ''] },
  ];
  const program = { kind: 'server', clauses, target: { command: [] } } as unknown as StudentRow['program'];
  const cells = { student: student ?? '', kind: 'server', protocol: 'nedap', run: run ?? '' };
  return {
    row: { ...cells, number: 1, cells, program },
    outcome: 'failed',
    report: {
      subject: '',
      checked: verdicts.map((verdict) => ({ section: title ?? '', title: title ?? '', verdict })),
    },
    remarks: [remark ?? ''],
    output: output ?? '',
    seconds: 1,
  };
}

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);
const all = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(all)];
const textOf = (node: Node): string => ('value' in node ? node.value : childrenOf(node).map(textOf).join(''));

/** The elements of a page with their attributes, without texts. */
const shapeOf = (page: string): string[] =>
  all(parse(page)).flatMap((node) =>
    'tagName' in node ? [`${node.tagName} ${node.attrs.map(({ name, value }) => `${name}=${value}`).join(' ')}`] : [],
  );

/** The shape of a page whose texts are harmless. */
const HARMLESS = rowOf(Array.from({ length: 8 }, () => 'x'));
const fileOf = (): string => '001.html';

describe('the reports of a class', () => {
  test('texts of students and programs add no elements to a page', async () => {
    const rowShape = shapeOf(await makeRowPage(HARMLESS));
    const classShape = shapeOf(await makeClassPage([HARMLESS], fileOf));
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText, { minLength: 8, maxLength: 8 }), async (texts) => {
        const row = rowOf(texts.map((text) => `x${text}`));
        const page = await makeRowPage(row);
        assert.deepEqual(shapeOf(page), rowShape);
        assert.deepEqual(shapeOf(await makeClassPage([row], fileOf)), classShape);
        const shown = textOf(parse(page));
        for (const text of texts) assert(shown.includes(visibleText(`x${text}`)), text);
        assert.doesNotMatch(page, /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  test('a page has one style sheet, allowed by its hash, and no scripts and no addresses of other sites', async () => {
    for (const page of [await makeRowPage(HARMLESS), await makeClassPage([HARMLESS], fileOf)]) {
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(page) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
      assert(shapeOf(page).includes(`meta http-equiv=Content-Security-Policy content=${policy}`));
      assert.doesNotMatch(page, /<script|https?:| src=| style="| on[a-z]+="|url\(/);
    }
  });

  test('control characters are shown as their pictures', () => {
    assert.equal(visibleText('a\u001b[2J\r\nb\u0000\u202e\ud800'), 'a␛[2J\nb␀\u{fffd}\u{fffd}');
  });
});
