import { readLines, ScriptedEngineOptions, startMisbehaving } from './scripted-engine-options.ts';

/**
 * A GTP engine with given answers. `move=D4+pass+crash`: its answers to genmove in order; it repeats the last one. `crash`, `hang` and `flood`
 * are misbehaviours instead of answers. `ending=cr`, `stubborn`, `first=FILE`: see `ScriptedEngineOptions`. `later=…`: the answers after the first run.
 */
const options = new ScriptedEngineOptions(process.argv.slice(2));
const moves = options.isFirstRun ? options.list('move') : options.list('later');

function answer(sign: string, text: string): void {
  process.stdout.write(`${sign} ${text}${options.lineEnd}${options.lineEnd}`);
}

readLines(options, (line) => {
  const [id = '', command = ''] = line.split(' ');
  if (command === 'quit' && options.has('stubborn')) return;
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
