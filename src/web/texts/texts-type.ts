import type { en } from './en.ts';

/** All texts of the page in one language. All languages have the same keys as English. */
export type Texts = Translated<typeof en>;

type Translated<Text> = Text extends string
  ? string
  : Text extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof Text]: Translated<Text[Key]> };
