/** Whether the visitor has used the page: before that, nothing may take the focus. */
let used = false;
for (const event of ['pointerdown', 'keydown'] as const) {
  globalThis.addEventListener?.(
    event,
    () => {
      used = true;
    },
    { capture: true, once: true },
  );
}

/** Focuses an element that replaces the one that had the focus. The focus then would be on `body`. */
export function takeFocus(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (used && (activeElement === null || activeElement === document.body)) element?.focus({ preventScroll: true });
}

/** Focuses the heading of the page, after the focused element has gone and nothing has taken its place. */
export const focusContent = (): void =>
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
