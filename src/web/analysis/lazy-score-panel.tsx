import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { mayEstimate } from './score/may-estimate.ts';
import type { ScorePanel, ScorePanelProps } from './score/score-panel.tsx';

/** The score panel, if an estimate is allowed. Its code is loaded after the game is shown. */
export function LazyScorePanel(props: ScorePanelProps) {
  const panel = useSignal<{ Panel: typeof ScorePanel } | undefined>(undefined);
  const isAllowed = mayEstimate(props.game);
  useEffect(() => {
    if (!isAllowed) props.marks.value = undefined;
    else
      void import('./score/score-panel.tsx').then(({ ScorePanel }) => {
        panel.value = { Panel: ScorePanel };
      });
  }, [isAllowed]);
  if (!isAllowed || panel.value === undefined) return null;
  const { Panel } = panel.value;
  return <Panel {...props} />;
}
