import { type DialogueAdapter, makeClientAdapter } from '../../conformance/dialogue-adapter.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { columnAndRow } from '../../conformance/point-notation.ts';
import type { Version } from '../protocol-version.ts';
import { readPlayer, writeManager } from './action-text.ts';

/** The actions of players and managers as texts, for clauses that test players. */
export const clientAdapter = (version: Version): DialogueAdapter =>
  makeClientAdapter({
    read: (bytes) => readPlayer(bytes, version),
    write: (words) => writeManager(words, version),
    // A player may send these actions at any time.
    tolerate(words) {
      if (/^(?:MESSAGE|DEBUG|SUGGESTION)\b/.test(words)) return {};
      return words.startsWith('PLAYER DESCRIPTION') ? { note: 'a PLAYER DESCRIPTION unasked' } : undefined;
    },
  });

/** The game between the script and the tested player, before its first move. */
export const stones: GameUnderTest = { notation: columnAndRow('gomoku', [0]), played: [] };
