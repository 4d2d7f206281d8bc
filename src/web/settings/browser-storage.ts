/** The browser's local storage. It may be disabled; the page works without it. */

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(`tengen.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`tengen.${key}`, value);
  } catch {
    // The value is not stored, and is lost when the page is closed.
  }
}
