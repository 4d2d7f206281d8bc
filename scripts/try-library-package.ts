import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROTOCOLS } from '../src/protocols/protocol-list.ts';

// Packs the built library and uses it in a project like a user's, without a network. The compiler with its strictest options must
// accept the declarations, and the JavaScript must run.
// npx node scripts/try-library-package.ts

const checkout = fileURLToPath(new URL('../', import.meta.url));

const names = PROTOCOLS.flatMap(({ name, client }) => (client === undefined ? [] : name));

const CONSUMER = `
import { connect } from 'node:net';
${names.map((name) => `import * as ${name} from 'tengen-protocols/${name}';`).join('\n')}

for (const library of [${names.join(', ')}]) {
  const board: ${names[0]}.BoardSize = library.square(9);
  const point: ${names[0]}.Point | undefined = library.pointAt(board, 0, 0);
  for (const player of Object.values(library)) {
    if (typeof player !== 'object' || !('configure' in player)) continue;
    // A protocol whose clients sign in requires a password. The other protocols have no such setting.
    const bare: ${names[0]}.Result<${names[0]}.OpenClientSession> = player.configure({});
    const configured = bare.ok ? bare : player.configure({ password: 'first-password' });
    if (!configured.ok) throw new Error(configured.problem);
    const session: ${names[0]}.ClientSession = configured.value();
    const effects: ${names[0]}.ClientSessionOutput = session.open(0);
    console.log(player.name, point, effects.send.length, typeof connect);
  }
}
${names.map((name) => `// @ts-expect-error There is no such export.\nvoid (() => ${name}.noSuchExport);`).join('\n')}
`;

const project = mkdtempSync(join(tmpdir(), 'tengen-package-'));
try {
  const run = (command: string, args: readonly string[]): string =>
    execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  mkdirSync(join(project, 'node_modules/tengen-protocols'), { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', project], {
    cwd: join(checkout, 'dist-library'),
    encoding: 'utf8',
  });
  run('tar', ['-xzf', packed.trim(), '--strip-components=1', '-C', 'node_modules/tengen-protocols']);
  for (const name of ['@types/node', 'undici-types']) {
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
  const output = run(process.execPath, ['consumer.ts']);
  for (const name of names) if (!output.includes(`${name} 0 `)) throw new Error(output);
  console.log(`the package works:\n${output}`);
} finally {
  rmSync(project, { recursive: true, force: true });
}
