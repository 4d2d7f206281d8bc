import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Color } from '../../rules/color.ts';
import { type BoardSize, coordinates, type Point } from '../../rules/point.ts';
import type { BoardContent } from './board-content.ts';
import { starPoints } from './star-points.ts';
import { StonePaints } from './stone-paints.tsx';
import { chainPath, circlesPath, linesPath, squaresPath } from './svg-paths.ts';

// The layers below and above the stones. They are hidden from screen readers, which read the cells.

function Layer(props: { size: BoardSize; class: string; children: ComponentChildren }) {
  return (
    <svg
      class={`board-layer ${props.class}`}
      viewBox={`0 0 ${props.size.width} ${props.size.height}`}
      aria-hidden="true"
    >
      {/* The same as `ground` of the stone grid renderer: the painted area always has the same size. */}
      <rect class="board-ground" width={props.size.width} height={props.size.height} />
      {props.children}
    </svg>
  );
}

interface LinesProps {
  readonly size: BoardSize;
  /** The prefix of the paints' names. */
  readonly paints: string;
  /** In cells. */
  readonly starRadius: number;
}

/** The lines and star points, and the paints of the stones. */
export const Lines = memo(function Lines({ size, paints, starRadius }: LinesProps) {
  return (
    <Layer size={size} class="board-lines">
      <StonePaints id={paints} />
      <path d={linesPath(size)} />
      <path class="board-stars" d={circlesPath(size, starPoints(size), starRadius)} />
    </Layer>
  );
});

/** The areas: a small square in the owner's colour on each owned point. Neutral points have no mark. */
export function Areas({ scene, half }: { scene: BoardContent; half: number }) {
  const { size, stones, areas } = scene;
  const points = useMemo(() => {
    const found: { [color in Color]: Point[] } = { black: [], white: [] };
    for (let index = 0; areas !== undefined && index < size.width * size.height; index++) {
      const area = areas.at(index as Point);
      if (area !== undefined && area !== 'neutral' && stones.at(index as Point) !== area)
        found[area].push(index as Point);
    }
    return found;
  }, [areas, stones, size.width, size.height]);
  if (areas === undefined) return null;
  return (
    <Layer size={size} class="board-areas">
      <path class="black" d={squaresPath(size, points.black, half)} />
      <path class="white" d={squaresPath(size, points.white, half)} />
    </Layer>
  );
}

/** The ring on the last stone, the line through the winning row, and the diamond of a suggestion. */
export function Marks({ scene, cell }: { scene: BoardContent; cell: ReadonlySignal<number> }) {
  const { size, last, suggestion, winningRow } = scene;
  // If stones are only dots, a ring on a stone would be invisible, so it is drawn around the stone.
  const around = cell.value < 9;
  return (
    <Layer size={size} class="board-marks">
      {winningRow.length > 0 && (
        <g class="board-winning">
          <path d={chainPath(size, winningRow)} />
          <path d={circlesPath(size, winningRow, 0.16)} />
        </g>
      )}
      {last !== undefined && (
        <circle
          class={around ? 'board-last around' : `board-last on-${scene.stones.at(last) ?? 'board'}`}
          {...middle(size, last)}
          r={around ? 1.6 : 0.24}
        />
      )}
      {suggestion !== undefined && (
        <path class="board-suggestion" d="M0 -0.36L0.36 0L0 0.36L-0.36 0z" transform={translate(size, suggestion)} />
      )}
    </Layer>
  );
}

interface InputLayerProps {
  readonly scene: BoardContent;
  /** The colour of the stone under the pointer. */
  readonly ghost: Color | undefined;
  readonly hovered: ReadonlySignal<Point | undefined>;
  /** The stone that waits for confirmation. */
  readonly pending: ReadonlySignal<Point | undefined>;
  readonly cursor: ReadonlySignal<Point>;
  readonly cursorSeen: ReadonlySignal<boolean>;
}

/** The stone under the pointer, the stone to be confirmed, and the cursor. */
export function InputLayer({ scene, ghost, hovered, pending, cursor, cursorSeen }: InputLayerProps) {
  const { size, stones } = scene;
  const [over, waits] = [hovered.value, pending.value];
  return (
    <Layer size={size} class="board-input stones">
      {ghost !== undefined && over !== undefined && over !== waits && stones.at(over) === undefined && (
        <circle class={`board-ghost ${ghost}`} {...middle(size, over)} r={0.475} />
      )}
      {ghost !== undefined && waits !== undefined && (
        <g class="board-pending">
          <path
            d={`M0 ${-size.height}V${size.height}M${-size.width} 0H${size.width}`}
            transform={translate(size, waits)}
          />
          <circle class={ghost} {...middle(size, waits)} r={0.475} />
        </g>
      )}
      {cursorSeen.value && (
        <g class="board-cursor" transform={translate(size, cursor.value)}>
          <rect x={-0.46} y={-0.46} width={0.92} height={0.92} rx={0.08} />
          <rect x={-0.46} y={-0.46} width={0.92} height={0.92} rx={0.08} />
        </g>
      )}
    </Layer>
  );
}

/** Captured stones, which fade out. The board itself does not have them any more. */
export function Captured(props: { size: BoardSize; stones: readonly { point: Point; color: Color }[] }) {
  const group = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    if (props.stones.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const fading = group.current?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 280, easing: 'ease-in' });
    return () => fading?.cancel();
  }, [props.stones]);
  const pointsOf = (color: Color): Point[] =>
    props.stones.filter((stone) => stone.color === color).map(({ point }) => point);
  return (
    <svg
      ref={group}
      class="board-layer board-captured stones flat"
      viewBox={`0 0 ${props.size.width} ${props.size.height}`}
      aria-hidden="true"
    >
      <path class="black" d={circlesPath(props.size, pointsOf('black'), 0.47)} />
      <path class="white" d={circlesPath(props.size, pointsOf('white'), 0.47)} />
    </svg>
  );
}

function middle(size: BoardSize, point: Point): { cx: number; cy: number } {
  const { x, y } = coordinates(size, point);
  return { cx: x + 0.5, cy: y + 0.5 };
}

const translate = (size: BoardSize, point: Point): string => {
  const { cx, cy } = middle(size, point);
  return `translate(${cx} ${cy})`;
};
