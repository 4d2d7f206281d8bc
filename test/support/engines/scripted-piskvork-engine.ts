import { EngineBehaviour, readLines, startMisbehaving } from './engine-behaviour.ts';

/** The same for Piskvork: `move=10,10+crash`. `mute`: says nothing to what it does not know. */
const wishes = new EngineBehaviour(process.argv.slice(2));
const moves = wishes.isFirstLife ? wishes.list('move') : wishes.list('later');

const say = (text: string): void => void process.stdout.write(text + wishes.lineEnd);

readLines(wishes, (line) => {
  const word = line.split(' ')[0] ?? '';
  if (word === 'ABOUT') say('name="Scripted"');
  else if (word === 'START' || word === 'RESTART') say('OK');
  else if (word === 'BEGIN' || word === 'TURN' || word === 'DONE') {
    const move = (moves.length > 1 ? moves.shift() : moves[0]) ?? '0,0';
    if (!startMisbehaving(move)) say(move);
  } else if (word === 'END') {
    if (!wishes.has('stubborn')) process.exit();
  } else if (!/^(?:INFO|BOARD|\d+,)/.test(line) && !wishes.has('mute')) say('UNKNOWN command');
});
