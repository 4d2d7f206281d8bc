import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ReleaseCandidate, releaseProblems } from '../../../scripts/release/release-problems.ts';

const PACKED = {
  name: 'tengen',
  version: '1.2.0',
  size: 100,
  limit: 100,
  files: ['dist/cli/main.js', 'LICENSE'],
  needed: ['LICENSE'],
};
const READY: ReleaseCandidate = {
  version: '1.2.0',
  tag: 'v1.2.0',
  isDirty: false,
  changelog: '# Changelog\n\n## 1.2.0 (2026-11-23)\n\n- A change.\n\n## 1.1.0\n\n- Another.\n',
  repository: 'https://example.org/tengen.git',
  packages: [PACKED],
};

test('a release with its tag, its section in the changelog and small packages has no problem', () => {
  assert.deepEqual(releaseProblems(READY), []);
});

for (const [fault, change, problem] of [
  ['a changed file', { isDirty: true }, /not committed/],
  ['no tag', { tag: undefined }, /tag \(none\)/],
  ['the tag of another version', { tag: 'v1.1.0' }, /v1\.1\.0.*v1\.2\.0/],
  [
    'no section in the changelog',
    { changelog: '## Unreleased\n\n- A change.\n\n## 1.2.01\n' },
    /no section ## 1\.2\.0/,
  ],
  ['an empty section', { changelog: '## 1.2.0\n\n## 1.1.0\n\n- Another.\n' }, /is empty/],
  ['no repository', { repository: undefined }, /no repository/],
  ['a package of another version', { packages: [{ ...PACKED, version: '1.1.0' }] }, /version 1\.1\.0/],
  ['a package that is too large', { packages: [{ ...PACKED, size: 101 }] }, /101 bytes, more than 100/],
  ['a missing file', { packages: [{ ...PACKED, files: ['dist/cli/main.js'] }] }, /lacks LICENSE/],
  ['a test', { packages: [{ ...PACKED, files: ['LICENSE', 'dist/a.test.js'] }] }, /contains dist\/a\.test\.js/],
  ['a database', { packages: [{ ...PACKED, files: ['LICENSE', 'tengen.db'] }] }, /contains tengen\.db/],
  ['a hidden file', { packages: [{ ...PACKED, files: ['LICENSE', 'docs/.env.local'] }] }, /contains docs\/\.env/],
] as const)
  test(`${fault} is a problem`, () => {
    const problems = releaseProblems({ ...READY, ...change });
    assert.equal(problems.length, 1, problems.join('; '));
    assert.match(problems[0] ?? '', problem);
  });
