import { type DialogueLanguage, makeClientLanguage } from '../../conformance/dialogue-language.ts';
import type { GameUnderTest } from '../../conformance/game-under-test.ts';
import { columnAndRow } from '../../conformance/point-notation.ts';
import type { Version } from '../protocol-version.ts';
import { readPlayer, writeManager } from './action-text.ts';

export const clientLanguage = (version: Version): DialogueLanguage =>
  makeClientLanguage({
    read: (bytes) => readPlayer(bytes, version),
    write: (words) => writeManager(words, version),
    // A player may send these actions at any time.
    tolerate(words) {
      if (/^(?:MESSAGE|DEBUG|SUGGESTION)\b/.test(words)) return {};
      return words.startsWith('PLAYER DESCRIPTION') ? { note: 'a PLAYER DESCRIPTION unasked' } : undefined;
    },
  });

export const stones: GameUnderTest = { notation: columnAndRow('gomoku', [0]), played: [] };
