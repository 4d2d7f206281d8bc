/** The forms of a text with a number. A language has one or two forms. `#` stands for the number. */
export interface PluralForms {
  readonly one?: string;
  readonly other: string;
}

/** Chooses the form for a number and inserts the number in the form of the language. */
export function pluralsOf(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, { one, other }) => {
    const form = rules.select(count) === 'one' ? (one ?? other) : other;
    return form.replaceAll('#', numbers.format(count));
  };
}
