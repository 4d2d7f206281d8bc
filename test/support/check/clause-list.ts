import type { Clause } from '../../../src/protocols/conformance/parse-clauses.ts';
import { CHECKED_PROTOCOLS, clientClausesOf, serverClausesOf } from './loaded-clauses.ts';

/** docs/check-clauses.md: every clause, by protocol and by the section of the document that it comes from. */
export function clauseList(): string {
  const parts = CHECKED_PROTOCOLS.map((protocol) => {
    const server = serverClausesOf(protocol, {});
    const client = clientClausesOf(protocol, {});
    if (!server.ok || !client.ok) throw new Error(`no clauses for ${protocol}`);
    const clauses = server.value.variants.flatMap((variant) => variant.clauses);
    const titles = clauses.map(({ title }) => title);
    return [
      `## ${protocol}`,
      '',
      `The messages of this protocol are explained in [protocols/${protocol}.md](protocols/${protocol}.md).`,
      '',
      '### A server',
      // Variants of a protocol share most clauses, so equal titles are listed once.
      listed(clauses.filter(({ title }, index) => titles.indexOf(title) === index)),
      '',
      '### A client',
      listed(client.value.scripts.flat()),
      '',
    ];
  });
  return [...INTRODUCTION, ...parts.flat()].join('\n').trimEnd().concat('\n');
}

const INTRODUCTION = [
  '# The clauses of tengen check',
  '',
  'A clause is one rule of a protocol that [`tengen check`](check.md) tests. This page lists all clauses, first by protocol,',
  'then by the section of the protocol document. Within a section they stand in the order in which they are tested. An item such as',
  '"a stone off the board is not passed on" is the title of a clause: it says what a correct program does.',
  '',
  '`node scripts/write-clause-list.ts` writes this page.',
  '',
];

const listed = (clauses: readonly Clause[]): string =>
  clauses
    .flatMap(({ section, title }, index) => [
      ...(clauses[index - 1]?.section === section ? [] : ['', `${section}:`, '']),
      `- ${title}`,
    ])
    .join('\n');
