/** The board sizes of `stones` (Setup, 3a). */
export const SIZES = [9, 13, 19] as const;
export type Size = (typeof SIZES)[number];

/** `normal`: two clients play. `local`: one client plays both colours (Setup, 2). */
export const MODES = ['normal', 'local'] as const;
export type Mode = (typeof MODES)[number];

/** The letter case of the word after `mode`. Clients that are older than the document know only capitals. */
export const LETTER_CASES = ['lower', 'upper'] as const;
export type LetterCase = (typeof LETTER_CASES)[number];
