/** What the browser remembers. It may refuse to remember anything at all, and the page works without. */

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
    // Then this visit alone knows it.
  }
}
