import type { Signal } from '@preact/signals';
import { memo } from 'preact/compat';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GameState } from '../../protocols/api/message-schemas.ts';
import type { Color } from '../../rules/color.ts';
import { pointAt, square } from '../../rules/point.ts';
import { pointName } from '../board/coordinate-names.ts';
import { coordinates } from '../settings/user-settings.ts';
import { texts } from '../texts/page-language.ts';

/** The number of moves listed before and after the current one; a game may have tens of thousands. */
const AROUND = 30;

/** The shown position: after this many moves, or `latest`, which follows the game. */
export type ShownMove = Signal<number | 'latest'>;

/** Navigation through the moves: keys, buttons, a slider and a list. */
export function MoveNavigation(props: { game: GameState; shown: ShownMove }) {
  const { game: words } = texts();
  const count = props.game.turns.length;
  const at = props.shown.value === 'latest' ? count : Math.min(props.shown.value, count);
  const go = (turn: number): void => {
    props.shown.value = turn >= count ? 'latest' : Math.max(0, turn);
  };
  useReplayKeys(at, go, count);
  return (
    <section class="moves" aria-label={words.moves}>
      <div class="moves-buttons">
        <Step icon="M5 4v12M15 4l-8 6 8 6z" label={words.first} disabled={at === 0} go={() => go(0)} />
        <Step icon="M13 4l-8 6 8 6z" label={words.back} disabled={at === 0} go={() => go(at - 1)} />
        <output class="moves-at">{at === 0 ? words.start : words.move(at, count)}</output>
        <Step icon="M7 4l8 6-8 6z" label={words.next} disabled={at === count} go={() => go(at + 1)} />
        <Step icon="M15 4v12M5 4l8 6-8 6z" label={words.latest} disabled={at === count} go={() => go(count)} />
      </div>
      <input
        type="range"
        class="moves-range"
        aria-label={words.moves}
        min={0}
        max={count}
        value={at}
        onInput={(event) => go(event.currentTarget.valueAsNumber)}
      />
      <MoveList game={props.game} at={at} go={go} />
    </section>
  );
}

function Step(props: { icon: string; label: string; disabled: boolean; go: () => void }) {
  return (
    <button type="button" aria-label={props.label} title={props.label} disabled={props.disabled} onClick={props.go}>
      <svg aria-hidden="true" viewBox="0 0 20 20" class="icon">
        <path d={props.icon} />
      </svg>
    </button>
  );
}

/** One move of the list. Memoised: a new move changes only two entries. */
const Move = memo(function Move(props: {
  number: number;
  color: Color;
  name: string;
  isCurrent: boolean;
  go: (turn: number) => void;
}) {
  const { number, color, name, isCurrent } = props;
  return (
    <li>
      <button
        type="button"
        // The slider handles keys, so other moves are not in the tab order.
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? 'step' : undefined}
        onClick={() => props.go(number)}
      >
        <span class="soft">{number}</span>
        <span class={`dot ${color}`} role="img" aria-label={texts().rules[color]} />
        {name}
      </button>
    </li>
  );
});

function MoveList(props: { game: GameState; at: number; go: (turn: number) => void }) {
  const { game: words } = texts();
  const { turns, board } = props.game;
  const size = square(board.size);
  const first = Math.max(0, props.at - AROUND);
  const view = useRef<HTMLDivElement>(null);
  const stepped = useRef(false);
  const latestGo = useRef(props.go);
  latestGo.current = props.go;
  const go = useCallback((turn: number): void => latestGo.current(turn), []);
  // Scrolls only the list, not the page. The latest move is visible anyway, and measuring it would force a second
  // layout for every stone.
  useLayoutEffect(() => {
    const isLatest = props.at === turns.length;
    if (isLatest && !stepped.current) return;
    stepped.current = !isLatest;
    showCurrent(view.current!);
  }, [props.at, turns.length]);
  const name = (turn: GameState['turns'][number]): string => {
    if (turn.kind === 'pass') return words.passed;
    return pointName(size, pointAt(size, turn.point.x, turn.point.y)!, { game: board.game, shown: coordinates.value });
  };
  return (
    <div ref={view} class="moves-view">
      <ol class="moves-list" start={first + 1}>
        {turns.slice(first, props.at + AROUND).map((turn, index) => {
          const number = first + index + 1;
          return (
            <Move
              key={number}
              number={number}
              color={turn.color}
              name={name(turn)}
              isCurrent={number === props.at}
              go={go}
            />
          );
        })}
      </ol>
    </div>
  );
}

/** Scrolls the current move to the middle of the list. */
function showCurrent(view: HTMLElement): void {
  const current = view.querySelector('[aria-current]')?.getBoundingClientRect();
  if (current === undefined) return;
  const { top, height } = view.getBoundingClientRect();
  view.scrollTop += current.top + current.height / 2 - (top + height / 2);
}

/** Left and right arrow step through the game where they have no other function. */
function useReplayKeys(at: number, go: (turn: number) => void, count: number): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (target?.closest('[role="grid"], input, textarea, select, dialog')) return;
      const turn = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count }[event.key];
      if (turn === undefined) return;
      event.preventDefault();
      go(turn);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [at, count]);
}
