import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedTurn } from '../../protocols/api/value-schemas.ts';
import { en } from '../texts/en.ts';
import { fr } from '../texts/fr.ts';
import { ja } from '../texts/ja.ts';
import { nl } from '../texts/nl.ts';
import { recordedAnalysisText } from './recorded-analysis-text.ts';

const turn = (analysis: RecordedTurn['analysis']): RecordedTurn => ({
  kind: 'play',
  color: 'white',
  point: { x: 4, y: 6 },
  analysis,
});

const WHOLE = {
  winrate: 0.412,
  score: -2.5,
  visits: 1,
  moves: [{ move: 'E3', visits: 80, pv: 'C4 D4' }, { move: 'C3' }],
};

test('the text of an analysis: rates and points are those of the mover', () => {
  assert.deepEqual(recordedAnalysisText(turn(WHOLE), en, 'en'), [
    'White’s win rate: 41.2 %',
    'Black leads by about 2.5 points',
    '1 position examined',
    'Expected: E3 C4 D4',
  ]);
  assert.deepEqual(recordedAnalysisText(turn(WHOLE), nl, 'nl'), [
    'Winstkans van Wit: 41,2 %',
    'Zwart staat ongeveer 2,5 punten voor',
    '1 stelling bekeken',
    'Verwacht: E3 C4 D4',
  ]);
  assert.deepEqual(recordedAnalysisText(turn(WHOLE), fr, 'fr'), [
    'Chances de gain, Blanc : 41,2 %',
    'Noir mène d’environ 2,5 points',
    '1 position examinée',
    'Suite attendue : E3 C4 D4',
  ]);
  assert.deepEqual(recordedAnalysisText(turn(WHOLE), ja, 'ja'), [
    '白の勝率：41.2%',
    '黒が約2目半リード',
    '1局面を探索',
    '予想手順：E3 C4 D4',
  ]);
});

test('missing and impossible values are left out', () => {
  assert.deepEqual(recordedAnalysisText(turn({ winrate: 1.2 }), en, 'en'), []);
  assert.deepEqual(recordedAnalysisText(turn({ score: 0 }), en, 'en'), [en.analysis.even]);
  assert.deepEqual(recordedAnalysisText(turn({ moves: [{ move: 'pass' }] }), en, 'en'), ['Expected: pass']);
  assert.deepEqual(recordedAnalysisText({ kind: 'pass', color: 'black' }, en, 'en'), []);
});
