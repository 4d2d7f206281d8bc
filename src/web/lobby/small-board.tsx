import type { BoardPicture } from '../../protocols/api/resource-schemas.ts';
import { lines, stonesOf } from './small-board-paths.ts';

/**
 * A board as a picture, for the eye only. It has four elements whatever stands on it: the lines, the black and the white
 * stones, and the mark of the latest one.
 */
export function SmallBoard({ size, picture }: { size: number; picture: BoardPicture | undefined }) {
  const last = picture?.last;
  return (
    <svg class="small-board" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path class="small-lines" d={lines(size)} />
      <path class="small-black" d={stonesOf('b', size, picture?.stones)} />
      <path class="small-white" d={stonesOf('w', size, picture?.stones)} />
      {last === undefined ? null : <circle class="small-last" cx={last.x + 0.5} cy={last.y + 0.5} r={0.2} />}
    </svg>
  );
}
