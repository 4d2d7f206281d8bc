import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, test } from 'node:test';
import { findOldNode, runNode } from './old-node.ts';
import { MAIN, temporaryFolder } from './server-process.ts';

describe('on a Node that is too old, the command reports which version it needs and exits with 2', () => {
  const refused = (version: string, outcome: ReturnType<typeof runNode>): void =>
    assert.deepEqual(outcome, {
      code: 2,
      stdout: '',
      stderr: `tengen: this is Node ${version}; Tengen needs Node 24 or later\n`,
    });

  for (const version of ['20.20.2', '22.18.0', '23.11.1'])
    test(`Node ${version}, with a replaced version number`, () => {
      const claim = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
      const preload = `data:text/javascript,${encodeURIComponent(claim)}`;
      refused(version, runNode(process.execPath, '--import', preload, MAIN, 'serve'));
    });

  const old = findOldNode();
  test('a real old Node', { skip: old === undefined && 'no Node older than 24 is installed' }, (context) => {
    if (old === undefined) return;
    const version = runNode(old, '-p', 'process.versions.node').stdout.trim();
    // An old Node cannot run TypeScript. The package has the same file without the types.
    const script = temporaryFolder(context)('main.mjs');
    const source = readFileSync(MAIN, 'utf8');
    writeFileSync(script, MAIN.endsWith('.ts') ? stripTypeScriptTypes(source) : source);
    refused(version, runNode(old, script, 'serve'));
  });
});
