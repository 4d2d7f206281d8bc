import type { ComponentChildren } from 'preact';
import type { ReloadableResource } from '../connection/use-resource.ts';
import { texts } from '../texts/page-language.ts';

interface ResourceViewProps<Body> {
  readonly of: ReloadableResource<Body>;
  /** Shown for status 404 instead of the server's error. */
  readonly missing?: string;
  /** Shown for status 400 instead of the server's error. */
  readonly unfit?: string;
  readonly children: (body: Body) => ComponentChildren;
}

/** A resource, or a notice that it is loading or could not be loaded. */
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
