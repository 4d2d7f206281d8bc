import type { en } from './en.ts';

/** Every text of the page, in one language. English is the pattern: another language has the same keys. */
export type Texts = Words<typeof en>;

type Words<Text> = Text extends string
  ? string
  : Text extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof Text]: Words<Text[Key]> };
