import { PROTOCOLS } from '../../src/protocols/protocol-list.ts';

/** A page of the site: its title in the sidebar and its file in the repository. */
export interface SidebarPage {
  readonly title: string;
  readonly file: string;
}

/** The pages of the site by reader, those that a newcomer needs first at the top. */
export const SIDEBAR: readonly { readonly reader: string; readonly pages: readonly SidebarPage[] }[] = [
  {
    reader: 'Play',
    pages: [
      { title: 'Overview', file: 'README.md' },
      { title: 'The page', file: 'docs/page.md' },
      { title: 'Clients in the terminal', file: 'docs/clients.md' },
      { title: 'Accounts and names', file: 'docs/accounts.md' },
      { title: 'Archive and ratings', file: 'docs/archive.md' },
      { title: 'Computer players', file: 'docs/strength.md' },
    ],
  },
  {
    reader: 'Run a server',
    pages: [
      { title: 'Operations', file: 'docs/operations.md' },
      { title: 'Several nodes', file: 'docs/nodes.md' },
      { title: 'tengen serve', file: 'docs/serve.md' },
      { title: 'Clocks', file: 'docs/clocks.md' },
      { title: 'Network', file: 'docs/network.md' },
      { title: 'Monitoring', file: 'docs/monitoring.md' },
      { title: 'Journal and backups', file: 'docs/journal.md' },
      { title: 'Limits', file: 'docs/limits.md' },
      { title: 'Reliability', file: 'docs/reliability.md' },
      { title: 'Security', file: 'SECURITY.md' },
    ],
  },
  {
    reader: 'Teach',
    pages: [
      { title: 'A course', file: 'docs/course.md' },
      { title: 'tengen check', file: 'docs/check.md' },
      { title: 'The clauses', file: 'docs/check-clauses.md' },
      { title: 'tengen tap', file: 'docs/tap.md' },
    ],
  },
  {
    reader: 'Write programs',
    pages: [
      { title: 'API', file: 'docs/api.md' },
      { title: 'Write your first bot', file: 'docs/first-bot.md' },
      { title: 'Library', file: 'docs/library.md' },
    ],
  },
  {
    reader: 'Protocols',
    pages: [
      { title: 'All protocols', file: 'docs/protocols/README.md' },
      ...PROTOCOLS.map(({ name }) => ({ title: name, file: `docs/protocols/${name}.md` })),
    ],
  },
  {
    reader: 'Work on Tengen',
    pages: [
      { title: 'Architecture', file: 'ARCHITECTURE.md' },
      { title: 'Contributing', file: 'CONTRIBUTING.md' },
      { title: 'Simulation', file: 'docs/simulation.md' },
      { title: 'Fuzzing', file: 'docs/fuzzing.md' },
      { title: 'Benchmarks', file: 'docs/benchmarks.md' },
      { title: 'Changes', file: 'CHANGELOG.md' },
    ],
  },
];
