import { EngineBehaviour, readLines, startMisbehaving } from './engine-behaviour.ts';

/**
 * An engine that answers as it is told: `move=D4+pass+crash` are its answers to genmove, one after the other, and the
 * last for ever; `crash`, `hang` and `flood` are not answered. `ending=cr`, `stubborn`, `first=FILE`: see `EngineBehaviour`.
 */
const wishes = new EngineBehaviour(process.argv.slice(2));
const moves = wishes.isFirstLife ? wishes.list('move') : wishes.list('later');

function answer(sign: string, text: string): void {
  process.stdout.write(`${sign} ${text}${wishes.lineEnd}${wishes.lineEnd}`);
}

readLines(wishes, (line) => {
  const [id = '', command = ''] = line.split(' ');
  if (command === 'quit' && wishes.has('stubborn')) return;
  if (command === 'genmove') {
    const move = (moves.length > 1 ? moves.shift() : moves[0]) ?? 'pass';
    if (!startMisbehaving(move)) answer(`=${id}`, move);
  } else if (command === 'list_commands') {
    answer(`?${id}`, 'unknown command');
  } else {
    answer(`=${id}`, command === 'protocol_version' ? '2' : '');
  }
  if (command === 'quit') process.exit();
});
