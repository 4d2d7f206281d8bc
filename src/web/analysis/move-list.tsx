import { memo } from 'preact/compat';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { Color } from '../../rules/color.ts';
import { texts } from '../texts/page-language.ts';
import { moveText } from './move-text.ts';
import { inGame, isSamePlace, type TreePath, triedAfter, type VariationNode } from './move-tree.ts';
import type { Analysis } from './use-analysis.ts';

/** The number of listed moves before and after the current move. A game may have tens of thousands of moves. */
const AROUND = 30;

/** One move of the list. It is memoised, because a new move changes only two entries. */
const Move = memo(function Move(props: {
  number: number;
  color: Color;
  name: string;
  isCurrent: boolean;
  /** In a variation, the place of the move. */
  place?: TreePath;
  go: (to: number | TreePath) => void;
}) {
  const { number, color, name, isCurrent, place } = props;
  return (
    <li>
      <button
        type="button"
        // The slider handles keys, so other moves are not in the tab order.
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? 'step' : undefined}
        onClick={() => props.go(place ?? number)}
      >
        <span class="soft">{number}</span>
        <span class={`dot ${color}`} role="img" aria-label={texts().rules[color]} />
        {name}
      </button>
    </li>
  );
});

/** The moves of the game, with the variations below the moves to which they are alternatives. */
export function MoveList({ game, analysis }: { game: GameState; analysis: Analysis }) {
  const { turns } = game;
  const { place, tree } = analysis;
  const at = place.main;
  const first = Math.max(0, at - AROUND);
  const end = Math.min(turns.length, at + AROUND);
  const view = useRef<HTMLDivElement>(null);
  const stepped = useRef(false);
  const latestGo = useRef(analysis.go);
  latestGo.current = analysis.go;
  const go = useCallback((to: number | TreePath) => latestGo.current(typeof to === 'number' ? inGame(to) : to), []);
  // Scrolls only the list, not the page. The latest move is visible anyway, and measuring it would force a second
  // layout for every stone.
  useLayoutEffect(() => {
    if (analysis.isLatest && !stepped.current) return;
    stepped.current = !analysis.isLatest;
    showCurrent(view.current!);
  }, [place.main, place.tried.length, turns.length, tree.variations]);
  const items = turns.slice(first, end).flatMap((turn, index) => {
    const number = first + index + 1;
    const isCurrent = number === at && place.tried.length === 0;
    const name = moveText(game.board, turn);
    return [
      <Move key={number} {...{ number, name, isCurrent, go }} color={turn.color} />,
      <Branches key={`${number}+`} from={inGame(number - 1)} {...{ game, analysis, go }} />,
    ];
  });
  return (
    <div ref={view} class="moves-view">
      <ol class="moves-list" start={first + 1}>
        {items}
        {end === turns.length ? <Branches from={inGame(end)} {...{ game, analysis, go }} /> : null}
      </ol>
    </div>
  );
}

interface BranchProps {
  readonly game: GameState;
  readonly analysis: Analysis;
  readonly go: (to: number | TreePath) => void;
  /** The place after which the variations begin. */
  readonly from: TreePath;
}

/** All variations after a place of the game. After a place in a variation, all branches except the first. */
function Branches({ from, ...rest }: BranchProps) {
  const all = triedAfter(rest.analysis.tree.variations, from);
  const branches = from.tried.length === 0 ? all : all.slice(1);
  if (branches.length === 0) return null;
  const number = from.main + from.tried.length + 1;
  return (
    <li class="moves-branches">
      <ul aria-label={texts().analysis.variations(number)}>
        {branches.map((move, index) => (
          <li key={index}>
            <Branch start={move} from={from} {...rest} />
          </li>
        ))}
      </ul>
    </li>
  );
}

/** One variation along its first moves; other branches follow the move to which they are alternatives. */
function Branch({ start, from, ...rest }: BranchProps & { readonly start: VariationNode }) {
  const { game, analysis, go } = rest;
  const items = [];
  let before = from;
  for (let move: VariationNode | undefined = start; move !== undefined; move = move.next[0]) {
    const { turn } = move;
    const place: TreePath = { main: from.main, tried: [...before.tried, turn] };
    const number = place.main + place.tried.length;
    const isCurrent = isSamePlace(place, analysis.place);
    const name = moveText(game.board, turn);
    items.push(<Move key={number} {...{ number, name, isCurrent, place, go }} color={turn.color} />);
    if (move !== start) items.push(<Branches key={`${number}+`} from={before} {...rest} />);
    before = place;
  }
  return (
    <ol class="moves-branch" start={from.main + from.tried.length + 1}>
      {items}
    </ol>
  );
}

/** Scrolls the current move to the middle of the list. */
function showCurrent(view: HTMLElement): void {
  const current = view.querySelector('[aria-current]')?.getBoundingClientRect();
  if (current === undefined) return;
  const { top, height } = view.getBoundingClientRect();
  view.scrollTop += current.top + current.height / 2 - (top + height / 2);
}
