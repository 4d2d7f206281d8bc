/**
 * Marks an element that takes the focus when the focused one inside or beside it disappears or is disabled. It needs a
 * `tabindex`.
 */
export const FOCUS_HOME = { 'data-focus-home': '', tabIndex: -1 } as const;
/** The selector of focus homes. */
export const HOME = '[data-focus-home]';

/**
 * Keeps the focus near its place. When the focused element disappears or is disabled, browsers move the focus to `body`,
 * and the next Tab key starts at the top of the page. This function moves the focus to the nearest focus home instead: one
 * that contains the lost element, or else one in the smallest remaining part of the page around it.
 */
export function keepFocus(): void {
  /** The focused element and its ancestors. */
  let trail: readonly Element[] = [];
  addEventListener('focusin', ({ target }) => {
    trail = target instanceof Element ? ancestors(target) : [];
  });
  // A click removes the focus on purpose.
  addEventListener('pointerdown', () => {
    trail = [];
  });
  new MutationObserver(() => {
    if (trail.length === 0 || document.activeElement !== document.body) return;
    homeOf(trail)?.focus({ preventScroll: true });
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'open'],
  });
}

function homeOf(trail: readonly Element[]): HTMLElement | undefined {
  for (const element of trail) {
    if (!element.isConnected) continue;
    const home = element.matches(HOME) ? element : element.querySelector(HOME);
    if (home instanceof HTMLElement && home.checkVisibility()) return home;
  }
  return undefined;
}

function ancestors(element: Element): readonly Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) found.push(at);
  return found;
}
