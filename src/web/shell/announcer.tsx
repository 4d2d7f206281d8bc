import { signal } from '@preact/signals';

const said = signal('');

/** Has a screen reader say something once it is silent. The same words twice are said twice. */
export function announce(text: string): void {
  said.value = said.value === text ? `${text}\u00a0` : text;
}

/** Stands once in the page, out of sight. */
export function Announcer() {
  return (
    <div class="visually-hidden announcer" role="status" aria-live="polite">
      {said.value}
    </div>
  );
}
