import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { coordinates, type Point } from '../../rules/point.ts';
import { chainsToMark, estimatedDeadStones } from '../analysis/score/estimated-dead-stones.ts';
import { estimatePlayouts } from '../analysis/score/score-breakdown.ts';
import { startScoreWorker } from '../analysis/score/start-score-worker.ts';
import { firstColor } from '../analysis/use-analysis.ts';
import { texts } from '../texts/page-language.ts';
import { GameReplay, type SetupStones } from './game-replay.ts';
import { request } from './game-requests.ts';

/**
 * A button that marks the stones which an estimate of the score calls dead. Earlier marks stay. The players can change each
 * mark, and both must accept the result as always.
 */
export function SuggestDeadStones(props: {
  game: GameState;
  setup: SetupStones;
  dead: ReadonlySet<Point>;
  disabled: boolean;
}) {
  const { game: all, analysis } = texts();
  const words = all.marking;
  const state = useSignal<'ready' | 'estimating' | 'none' | 'failed'>('ready');
  const cancel = useRef<() => void>(() => {});
  const marked = useRef(props.dead);
  marked.current = props.dead;
  useEffect(() => () => cancel.current(), []);
  const { game, setup } = props;
  const { board, turns } = game;
  if (board.game !== 'go') return null;
  const suggest = (): void => {
    // A replay of its own, because the one of the page changes its stones when the user looks at another position.
    const { size, stones } = new GameReplay(board, setup).after(turns, turns.length);
    state.value = 'estimating';
    cancel.current = startScoreWorker(
      {
        kind: 'estimate',
        game: { board, setup, turns, first: firstColor(game) },
        playouts: estimatePlayouts(size),
      },
      (result) => {
        if (result.kind !== 'estimated') return;
        const wanted = estimatedDeadStones(size, stones, result.ownership);
        state.value = wanted.size === 0 ? 'none' : 'ready';
        for (const point of chainsToMark(stones, marked.current, wanted))
          void request({ kind: 'mark', point: coordinates(size, point), dead: true });
      },
      () => {
        state.value = 'failed';
      },
    );
  };
  return (
    <>
      <button type="button" disabled={props.disabled || state.value === 'estimating'} onClick={suggest}>
        {words.suggest}
      </button>
      <p class="soft small full" role="status">
        {
          { ready: '', estimating: analysis.estimating, none: words.nothingDead, failed: analysis.estimateFailed }[
            state.value
          ]
        }
      </p>
    </>
  );
}
