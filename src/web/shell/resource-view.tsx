import type { ComponentChildren } from 'preact';
import type { Resource } from '../connection/use-resource.ts';
import { texts } from '../texts/page-language.ts';

interface ResourceViewProps<Body> {
  readonly of: Resource<Body>;
  /** Said where the server has no such thing; without it, its own words. */
  readonly missing?: string;
  /** Said where the server cannot make anything of the question; without it, its own words. */
  readonly unfit?: string;
  readonly children: (body: Body) => ComponentChildren;
}

/** What the server answered, or that it has not, or could not. */
export function ResourceView<Body>({ of, missing, unfit, children }: ResourceViewProps<Body>) {
  const { shell } = texts();
  const { answer, reload } = of;
  if (answer === undefined) return <p class="soft loading">{shell.loading}</p>;
  if (answer.ok) return <>{children(answer.body)}</>;
  const known = answer.status === 404 ? missing : answer.status === 400 ? unfit : undefined;
  return (
    <p role="alert" class="problem">
      {known ?? answer.error}{' '}
      <button type="button" onClick={reload}>
        {shell.reload}
      </button>
    </p>
  );
}
