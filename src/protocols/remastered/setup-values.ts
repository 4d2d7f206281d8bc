/** Lines of a board that `stones` can describe (Setup, 3a). */
export const SIZES = [9, 13, 19] as const;
export type Size = (typeof SIZES)[number];

/** Whether one client plays both colours or two meet (Setup, 2). */
export const MODES = ['normal', 'local'] as const;
export type Mode = (typeof MODES)[number];

/** How the word after `mode` is written; clients from before the document know capitals only. */
export const LETTER_CASES = ['lower', 'upper'] as const;
export type LetterCase = (typeof LETTER_CASES)[number];
