/** Date and time in the form of the language, to the minute. Times are milliseconds since the epoch. */
export const dateAndTime = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

export const day = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);

/** The time of day with two digits for hours and minutes: `09:05`. */
export const timeOfDay = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
