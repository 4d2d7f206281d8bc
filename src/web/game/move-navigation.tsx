import { useEffect, useRef } from 'preact/hooks';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { MoveList } from '../analysis/move-list.tsx';
import { alternative, back, endOfLine, forward, inGame, isSamePlace, type TreePath } from '../analysis/move-tree.ts';
import type { Analysis } from '../analysis/use-analysis.ts';
import { VariationBar } from '../analysis/variation-bar.tsx';
import { FOCUS_HOME } from '../shell/focus-keeper.ts';
import { texts } from '../texts/page-language.ts';

/** Navigation through the moves and the variations: keys, buttons, a slider and a list. */
export function MoveNavigation({ game, analysis }: { game: GameState; analysis: Analysis }) {
  const { game: words } = texts();
  const slider = useRef<HTMLInputElement>(null);
  const { place, tree, go } = analysis;
  const count = game.turns.length;
  const isStart = place.main === 0 && place.tried.length === 0;
  const isEnd = isSamePlace(forward(tree, place), place);
  useReplayKeys(analysis);
  return (
    <>
      <section class={`moves ${tree.variations.size > 0 ? 'branched' : ''}`} aria-label={words.moves} {...FOCUS_HOME}>
        <div class="moves-buttons">
          <Step icon="M5 4v12M15 4l-8 6 8 6z" label={words.first} disabled={isStart} go={() => go(inGame(0))} />
          <Step icon="M13 4l-8 6 8 6z" label={words.back} disabled={isStart} go={() => go(back(place))} />
          <output class="moves-at">{placeText(place, count)}</output>
          <Step icon="M7 4l8 6-8 6z" label={words.next} disabled={isEnd} go={() => go(forward(tree, place))} />
          <Step
            icon="M15 4v12M5 4l8 6-8 6z"
            label={words.latest}
            disabled={isEnd}
            go={() => go(endOfLine(tree, place))}
          />
        </div>
        <input
          ref={slider}
          type="range"
          class="moves-range"
          aria-label={words.moves}
          min={0}
          max={count}
          value={place.main}
          onInput={(event) => go(inGame(event.currentTarget.valueAsNumber))}
        />
        <MoveList game={game} analysis={analysis} />
      </section>
      <VariationBar game={game} analysis={analysis} focusMoves={() => slider.current?.focus()} />
    </>
  );
}

function placeText({ main, tried }: TreePath, count: number): string {
  const { game: words, analysis } = texts();
  if (tried.length > 0) return analysis.variation(main + tried.length);
  return main === 0 ? words.start : words.move(main, count);
}

/** A button that keeps the focus while it is disabled. */
function Step(props: { icon: string; label: string; disabled: boolean; go: () => void }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      aria-disabled={props.disabled}
      onClick={() => {
        if (!props.disabled) props.go();
      }}
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" class="icon">
        <path d={props.icon} />
      </svg>
    </button>
  );
}

/**
 * Handles the arrow keys where they have no other function: left and right step through the moves, up and down through the
 * branches.
 */
function useReplayKeys(analysis: Analysis): void {
  const latest = useRef(analysis);
  latest.current = analysis;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (target?.closest('[role="grid"], input:not(.moves-range), textarea, select, dialog')) return;
      const { place, go } = latest.current;
      const to = placeAfterKey(event.key, latest.current);
      if (to === undefined) return;
      event.preventDefault();
      if (!isSamePlace(to, place)) go(to);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function placeAfterKey(key: string, { tree, place }: Analysis): TreePath | undefined {
  switch (key) {
    case 'ArrowLeft':
      return back(place);
    case 'ArrowRight':
      return forward(tree, place);
    case 'Home':
      return inGame(0);
    case 'End':
      return endOfLine(tree, place);
    case 'ArrowUp':
    case 'ArrowDown': {
      // Without another branch these keys scroll the page.
      const to = alternative(tree, place, key === 'ArrowUp' ? -1 : 1);
      return isSamePlace(to, place) ? undefined : to;
    }
    default:
      return undefined;
  }
}
