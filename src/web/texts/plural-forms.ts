/** The words for a number of things; a language takes the forms that it has. `#` stands for the number. */
export interface Forms {
  readonly one?: string;
  readonly other: string;
}

/** Chooses among the forms of one language, and writes the number as the language does. */
export function pluralsOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, { one, other }) => {
    const form = rules.select(count) === 'one' ? (one ?? other) : other;
    return form.replaceAll('#', numbers.format(count));
  };
}
