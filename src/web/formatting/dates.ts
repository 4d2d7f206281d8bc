/** Date and time in the form of the language, to the minute. Times are milliseconds since the epoch. */
export const dateAndTime = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

export const day = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
