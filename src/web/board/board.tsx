import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Color } from '../../rules/color.ts';
import { type BoardSize, type Point, pointAt } from '../../rules/point.ts';
import { type BoardContent, capturedBetween, pointFlags, stoneOf } from './board-content.ts';
import { useKeyboard } from './board-keyboard.ts';
import { usePointer } from './board-pointer.ts';
import { BoardToolbar } from './board-toolbar.tsx';
import { CoordinateLabels } from './coordinate-labels.tsx';
import { type CoordinateStyle, longestHeading, type PointNameFormat, pointName } from './coordinate-names.ts';
import { Areas, Captured, InputLayer, Lines, Marks } from './layers-around-stones.tsx';
import { lineWidth, starRadius } from './pixel-sizes.ts';
import { type BoardTexts, PointAriaLabels } from './point-aria-labels.ts';
import { StoneGridRenderer } from './stone-grid-renderer.ts';
import { stonePaintStyle } from './stone-paints.tsx';
import { useBoardZoom } from './use-board-zoom.ts';
import './board.css';

/** With smaller cells, in pixels, stones have no light and shadow. */
const SMALLEST_SHADED = 14;

export interface BoardProps extends BoardContent {
  readonly game: PointNameFormat['game'];
  /** The label of the grid, such as "Go board, 19 by 19". */
  readonly label: string;
  readonly texts: BoardTexts;
  /** Announces a text to a screen reader. The board announces played stones, the page everything else. */
  readonly announce: (text: string) => void;
  readonly coordinates: CoordinateStyle;
  /** The colour of the stone under the pointer while it is `myTurn`; none for a spectator. */
  readonly ghost: Color | undefined;
  readonly myTurn: boolean;
  /** If set, a tap shows the stone, and a second tap or a button plays it. */
  readonly confirmsTouch: boolean;
  /** Called for an empty point while it is `myTurn`. */
  readonly onPlay: (point: Point) => void;
  /** Shows the reason why the chosen point cannot be played. Without it, only a screen reader announces the reason. */
  readonly onOccupied?: (reason: string) => void;
  /** Called for a point with a stone while dead stones are marked, and no stone can be played. Otherwise undefined. */
  readonly onMark?: ((point: Point) => void) | undefined;
}

/**
 * A board of either game. It is as wide as its container, and at most as high as the custom property `--board-room`.
 */
export function Board(props: BoardProps) {
  const { size, texts } = props;
  const id = useId();
  const naming = useNaming(props);
  const hovered = useSignal<Point | undefined>(undefined);
  const pending = useSignal<Point | undefined>(undefined);
  const cursor = useSignal(middleOf(size));
  const cursorSeen = useSignal(false);
  const typed = useSignal('');
  const zoom = useBoardZoom(size, longestHeading(size, naming));
  const { grid, cells, captured } = useCells(props, naming);
  const ghost = props.myTurn ? props.ghost : undefined;
  const nameOf = (point: Point): string => pointName(size, point, naming);

  const goTo = (point: Point): void => {
    cursor.value = point;
    cells.current!.setCursor(point, true);
  };
  const play = (point: Point): void => {
    pending.value = undefined;
    if (props.onMark !== undefined && props.stones.at(point) !== undefined) props.onMark(point);
    if (!props.myTurn) return;
    if (props.stones.at(point) === undefined) props.onPlay(point);
    else (props.onOccupied ?? props.announce)(texts.occupied(nameOf(point)));
  };
  const pointer = usePointer({
    size,
    cell: zoom.cell,
    hovered,
    onChoose: (point, finger) => {
      goTo(point);
      cursorSeen.value = false;
      // A mark can be removed again, so a touch needs no confirmation.
      const needsNone = !finger || !props.confirmsTouch || props.onMark !== undefined;
      const confirmed = needsNone || isNear(size, point, pending.value, zoom.cell.value);
      if (confirmed) play(finger ? (pending.value ?? point) : point);
      else if (props.myTurn && props.stones.at(point) === undefined) pending.value = point;
    },
  });
  const onKeyDown = useKeyboard({ ...props, cursor, typed, pending, goTo, reveal: zoom.reveal, play });

  useLayoutEffect(() => {
    cursor.value = middleOf(size);
    cells.current!.setCursor(cursor.value, false);
    pending.value = undefined;
  }, [size.width, size.height]);

  const cell = zoom.cell.value;
  const small = cell < SMALLEST_SHADED;
  const labels = { size, naming, cell, ...zoom.labels.value };
  return (
    <div
      class={`board ${small ? 'small' : ''}`}
      style={{
        '--board-cell': `${cell}px`,
        '--board-thick': `${lineWidth(cell, devicePixelRatio)}px`,
        ...stonePaintStyle(id),
      }}
    >
      <div ref={zoom.view} class={`board-view ${cell > zoom.fitting.value ? 'zoomed' : ''}`}>
        <div class={`board-sheet ${naming.shown}`}>
          {naming.shown !== 'off' && <CoordinateLabels {...labels} side="start" />}
          <div
            class={`board-surface ${ghost === undefined ? '' : 'playable'}`}
            style={{ '--board-columns': size.width, '--board-rows': size.height }}
            {...pointer}
          >
            <Lines size={size} paints={id} starRadius={starRadius(cell)} />
            {/* biome-ignore lint/a11y/useSemanticElements: the rows of a table are no pictures */}
            <div
              ref={grid}
              role="grid"
              tabIndex={-1}
              class={`board-grid stones ${small ? 'flat' : ''}`}
              aria-label={props.label}
              aria-description={texts.help}
              onKeyDown={(event) => {
                cursorSeen.value = true;
                onKeyDown(event);
              }}
              onFocusIn={(event) => {
                cursorSeen.value = (event.target as Element).matches(':focus-visible');
              }}
              onFocusOut={(event) => {
                if (grid.current!.contains(event.relatedTarget as Node | null)) return;
                cursorSeen.value = false;
                typed.value = '';
              }}
              onClick={(event) => {
                // A screen reader clicks a point without a pointer.
                const point = event.detail === 0 ? cells.current!.pointOf(event.target) : undefined;
                if (point !== undefined) play(point);
              }}
            />
            <Captured size={size} stones={captured.value} />
            <Areas scene={props} half={small ? 0.22 : 0.13} />
            <Marks scene={props} cell={zoom.cell} />
            <InputLayer scene={props} {...{ ghost, hovered, pending, cursor, cursorSeen }} />
          </div>
          {naming.shown !== 'off' && <CoordinateLabels {...labels} side="end" />}
        </div>
      </div>
      <BoardToolbar
        {...{ texts, zoom, typed, pending, nameOf }}
        confirm={(point) => {
          goTo(point);
          play(point);
        }}
        cancel={() => {
          pending.value = undefined;
          goTo(cursor.value);
        }}
      />
    </div>
  );
}

/**
 * The naming of points. The object stays the same until the naming changes, so that labels are not created again for every
 * stone.
 */
function useNaming({ game, coordinates }: BoardProps): PointNameFormat {
  return useMemo(() => ({ game, shown: coordinates }), [game, coordinates]);
}

/** Keeps the cells up to date and handles their events. */
function useCells(props: BoardProps, naming: PointNameFormat) {
  const { size, texts } = props;
  const grid = useRef<HTMLDivElement>(null);
  const cells = useRef<StoneGridRenderer | undefined>(undefined);
  const looks = useRef<Uint8Array | undefined>(undefined);
  const captured = useSignal<ReturnType<typeof capturedBetween>>([]);
  const labels = useMemo(() => new PointAriaLabels(size, naming, texts), [size.width, size.height, naming, texts]);

  useLayoutEffect(() => {
    cells.current = new StoneGridRenderer(grid.current!, size);
    looks.current = undefined;
  }, [size.width, size.height]);

  // Runs after every rendering, because comparing all points is cheaper than finding out whether the comparison is needed.
  useLayoutEffect(() => {
    const [before, after] = [looks.current, pointFlags(props)];
    looks.current = after;
    cells.current!.show(after, labels);
    if (before === undefined) return;
    const taken = capturedBetween(before, after);
    if (taken.length > 0) captured.value = taken;
    const color = props.last === undefined ? undefined : stoneOf(after[props.last]!);
    if (color === undefined || stoneOf(before[props.last!]!) !== undefined) return;
    const point = pointName(size, props.last!, naming);
    const played = color === 'black' ? texts.blackPlayed(point) : texts.whitePlayed(point);
    props.announce(taken.length === 0 ? played : texts.list([played, texts.captured(taken.length)]));
  });

  return { grid, cells, captured };
}

const middleOf = ({ width, height }: BoardSize): Point =>
  pointAt({ width, height }, Math.floor(width / 2), Math.floor(height / 2))!;

/** Whether a finger that aims at `other` may touch `point`. */
function isNear(size: BoardSize, point: Point, other: Point | undefined, cell: number): boolean {
  if (other === undefined) return false;
  const [dx, dy] = [
    (point % size.width) - (other % size.width),
    Math.floor(point / size.width) - Math.floor(other / size.width),
  ];
  return Math.max(Math.abs(dx), Math.abs(dy)) * cell < 16;
}
