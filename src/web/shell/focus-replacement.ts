import { HOME } from './focus-keeper.ts';

/** Whether the visitor has used the page. Before that, the page does not move the focus. */
let hasInteracted = false;
for (const event of ['pointerdown', 'keydown'] as const) {
  globalThis.addEventListener?.(
    event,
    () => {
      hasInteracted = true;
    },
    { capture: true, once: true },
  );
}

/** Focuses an element that replaces the element that had the focus. It does nothing if another element has the focus now. */
export function focusReplacement(element: HTMLElement | null): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || activeElement.matches(HOME);
  if (hasInteracted && isLost) element?.focus({ preventScroll: true });
}

/** Focuses the heading of the page, after the focused element has disappeared without a replacement. */
export const focusContent = (): void =>
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
