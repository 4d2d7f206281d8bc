import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a Node older than version 24 on this machine; undefined if there is none. */
export function findOldNode(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin'];
  const paths = new Set(folders.map((folder) => join(folder, 'node')));
  return [...paths].find((path) => existsSync(path) && majorOf(path) < 24);
}

const majorOf = (path: string): number =>
  Number.parseInt(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10);

/** Runs a program with this Node, and returns its output and exit code. */
export function runNode(
  node: string,
  ...args: readonly string[]
): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(node, args, { encoding: 'utf8', timeout: 20_000 });
  return { code: status, stdout, stderr };
}
