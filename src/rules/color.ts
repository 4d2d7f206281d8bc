/** The two colours of Go and Gomoku; black plays first in both. */
export const COLORS = ['black', 'white'] as const;
export type Color = (typeof COLORS)[number];

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');
