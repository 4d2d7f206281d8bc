import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// An engine with a minimum of GTP, for boards up to 9x9. It plays A1, B1, C1, …
// node fake-engine.ts [FILE] [stubborn]
// FILE: it creates the file FILE.PID, with its process id. stubborn: it ignores quit and SIGTERM.

const [file, stubborn] = process.argv.slice(2);
if (file !== undefined) writeFileSync(`${file}.${process.pid}`, '');
if (stubborn !== undefined) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1 << 30);
}
const COLUMNS = 'ABCDEFGHJ';
let moves = 0;

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [command = '', argument] = line.trim().replace(/^\d+ /, '').split(' ');
    const id = /^\d+/.exec(line)?.[0] ?? '';
    const tooLarge = command === 'boardsize' && Number(argument) > COLUMNS.length;
    if (command === 'clear_board') moves = 0;
    const answers: Readonly<Record<string, string>> = { protocol_version: '2', name: 'fake' };
    const answer = command === 'genmove' ? `${COLUMNS[moves++]}1` : (answers[command] ?? '');
    process.stdout.write(tooLarge ? `?${id} unacceptable size\n\n` : `=${id} ${answer}\n\n`);
    if (command === 'quit' && stubborn === undefined) process.exit();
  })
  .on('close', () => stubborn ?? process.exit());
