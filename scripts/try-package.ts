import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Packs what is built, and uses it as somebody else's project does, without the network: the strictest compiler must
// take its declarations, and its JavaScript must run.
// npx node scripts/try-package.ts

const checkout = fileURLToPath(new URL('../', import.meta.url));

const CONSUMER = `
import { connect } from 'node:net';
import * as daigo from 'tengen/protocols/daigo';
import * as gomokurs from 'tengen/protocols/gomokurs';
import * as nedap from 'tengen/protocols/nedap';
import * as nu6 from 'tengen/protocols/nu6';
import * as remastered from 'tengen/protocols/remastered';

const move: nu6.ClientMessage = { kind: 'move', coordinate: 40 };
const line: string = nu6.makeClientMessage(move);
const answer = nu6.parseServerMessage('CORE.MATCH~BLACK~9~bob');
if (!answer.ok || answer.value.kind !== 'match') throw new Error('no match');
const opponent: string = answer.value.opponent;
const dialect: nedap.Dialect = 'later';
const flip: string = nedap.makeClientMessage({ kind: 'tableflip' });
const size: remastered.Size = 9;
const stones = remastered.parseServerMessage(\`stones \${'X'.repeat(size * size)}\`);
const helo: string = daigo.makeClientMessage({ kind: 'helo', name: 'ann' });
const version: gomokurs.Version = '0.2.0';
const read = gomokurs.parseManagerAction(Uint8Array.of(1, 20), version);
for (const player of [nu6.nu6Player, nedap.nedapPlayer, daigo.daigoPlayer, remastered.remasteredPlayer, gomokurs.gomokursPlayer]) {
  const configured = player.configure({});
  if (!configured.ok) throw new Error(configured.problem);
  const session: nu6.PlayerSession = configured.value();
  const effects: nu6.PlayerEffects = session.open(0);
  for (const bytes of effects.send) console.log(player.name, bytes.length);
}
console.log(line, opponent, dialect, flip, stones?.kind, helo, read.kind, typeof connect);
// @ts-expect-error There is no such message.
void (() => nu6.makeClientMessage({ kind: 'resign' }));
`;

const project = mkdtempSync(join(tmpdir(), 'tengen-package-'));
try {
  const run = (command: string, args: readonly string[]): string =>
    execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  mkdirSync(join(project, 'node_modules/tengen'), { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', project], {
    cwd: checkout,
    encoding: 'utf8',
  });
  run('tar', ['-xzf', packed.trim(), '--strip-components=1', '-C', 'node_modules/tengen']);
  const { dependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types']) {
    const link = join(project, 'node_modules', name);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(join(checkout, 'node_modules', name), link);
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }));
  writeFileSync(join(project, 'consumer.ts'), CONSUMER);
  const options = { target: 'es2024', module: 'nodenext', types: ['node'], strict: true, noEmit: true };
  const strictest = { skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, ...strictest }, include: ['consumer.ts'] }),
  );
  run(join(checkout, 'node_modules/.bin/tsc'), ['-p', '.']);
  const said = run(process.execPath, ['consumer.ts']);
  if (!said.includes('CORE.MOVE~40 bob later TABLEFLIP stones HELO ann message function')) throw new Error(said);
  console.log(`the package works:\n${said}`);
} finally {
  rmSync(project, { recursive: true, force: true });
}
