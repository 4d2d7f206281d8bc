import { readLines, ScriptedEngineOptions, startMisbehaving } from './scripted-engine-options.ts';

/** A Piskvork engine with given answers, like scripted-gtp-engine.ts: `move=10,10+crash`. `mute`: it does not answer unknown commands. */
const options = new ScriptedEngineOptions(process.argv.slice(2));
const moves = options.isFirstRun ? options.list('move') : options.list('later');

const send = (text: string): void => void process.stdout.write(text + options.lineEnd);

readLines(options, (line) => {
  const word = line.split(' ')[0] ?? '';
  if (word === 'ABOUT') send('name="Scripted"');
  else if (word === 'START' || word === 'RESTART') send('OK');
  else if (word === 'BEGIN' || word === 'TURN' || word === 'DONE') {
    const move = (moves.length > 1 ? moves.shift() : moves[0]) ?? '0,0';
    if (!startMisbehaving(move)) send(move);
  } else if (word === 'END') {
    if (!options.has('stubborn')) process.exit();
  } else if (!/^(?:INFO|BOARD|\d+,)/.test(line) && !options.has('mute')) send('UNKNOWN command');
});
