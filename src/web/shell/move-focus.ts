import { HOME } from './focus-keeper.ts';

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

/** Focuses an element that replaces the one that had the focus, which is now on `body` or a focus home. */
export function takeFocus(element: HTMLElement | null): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || activeElement.matches(HOME);
  if (used && isLost) element?.focus({ preventScroll: true });
}

/** Focuses the heading of the page, after the focused element has gone and nothing has taken its place. */
export const focusContent = (): void =>
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
