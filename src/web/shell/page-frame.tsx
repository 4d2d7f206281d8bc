import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/page-language.ts';

/**
 * One page below the header. Its title names the tab, and stands as the heading unless `quiet`, when it is there for
 * screen readers alone. Whoever comes by a link within the page has the focus moved to the heading.
 */
export function PageFrame(props: { title: string; class?: string; quiet?: boolean; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${props.title} – ${texts().shell.title}`;
  }, [props.title]);
  useLayoutEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
    arrived = true;
  }, []);
  return (
    <main id="content" class={`page ${props.class ?? ''}`}>
      <h1 ref={heading} tabIndex={-1} class={props.quiet ? 'visually-hidden' : ''}>
        <bdi>{props.title}</bdi>
      </h1>
      {props.children}
    </main>
  );
}

/** The first page is read from its top as any document is. */
let arrived = false;
