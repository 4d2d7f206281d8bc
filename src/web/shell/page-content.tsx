import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/page-language.ts';
import { FOCUS_HOME } from './focus-keeper.ts';

/**
 * One page below the header. The title is shown in the tab and as the heading; with `quiet`, only screen readers read
 * the heading. After a link within the site, the heading gets the focus.
 */
export function PageContent(props: { title: string; class?: string; quiet?: boolean; children?: ComponentChildren }) {
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
      <h1 ref={heading} {...FOCUS_HOME} class={props.quiet ? 'visually-hidden' : ''}>
        <bdi>{props.title}</bdi>
      </h1>
      {props.children}
    </main>
  );
}

/**
 * Whether a page was shown already. On the first page, the heading does not get the focus, so that screen readers read the
 * document from the top.
 */
let arrived = false;
