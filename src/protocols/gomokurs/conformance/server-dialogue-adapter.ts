import type { DialogueAdapter } from '../../conformance/dialogue-adapter.ts';
import type { Version } from '../protocol-version.ts';
import { readManager, writePlayer } from './action-text.ts';

/** The actions of players and managers as texts, for clauses that test managers. */
export const serverAdapter = (version: Version): DialogueAdapter => ({
  read: (bytes) => readManager(bytes, version),
  write: (words) => writePlayer(words, version),
  // No message has a colour. The player that receives BEGIN plays first.
  colors: { black: '', white: '' },
  automaticAnswer(words) {
    if (words === 'ABOUT') return 'PLAYER DESCRIPTION name="tengen check"';
    return /^(?:START |RESTART$)/.test(words) ? 'READY' : undefined;
  },
  tolerate(words) {
    if (words === 'ABOUT' || words.startsWith('INFO ')) return {};
    return /^(?:ERROR|UNKNOWN)\b/.test(words) ? { note: 'an ERROR or UNKNOWN in between' } : undefined;
  },
  opponentIn: () => undefined,
  moveStatements(color, turn) {
    if (turn === 'pass') throw new Error('there is no pass in Gomoku');
    return `
      ${color}: PLAY ${turn.x} ${turn.y}
      server --> ${color === 'black' ? 'white' : 'black'}: TURN ${turn.x} ${turn.y}
    `;
  },
  farewell: [],
});
