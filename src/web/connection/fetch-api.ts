import { signal } from '@preact/signals';

/** The number of answers with status 401: the server does not know the session of this browser (any more). */
export const unauthorizedAnswers = signal(0);

/** The result of an HTTP request. The error is one line of the server for the user. */
export type FetchResult<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly status: number; readonly error: string };

/**
 * Calls the server's API; `path` begins with `/api/`. A `body` is sent as JSON. `protocols/api/resource-schemas.ts` defines the
 * answers. If the server cannot be reached, the status is 0.
 */
export const fetchApi = <Body>(path: string, method = 'GET', body?: unknown): Promise<FetchResult<Body>> =>
  body === undefined ? sendApi(path, method) : sendApi(path, method, JSON.stringify(body), 'application/json');

/** Does the same as `fetchApi`, with a body of any type. */
export async function sendApi<Body>(
  path: string,
  method: string,
  body?: BodyInit,
  type?: string,
): Promise<FetchResult<Body>> {
  const sent = body === undefined ? {} : { body, headers: { 'content-type': type ?? '' } };
  try {
    const response = await fetch(path, { method, ...sent });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    if (response.status === 401) unauthorizedAnswers.value++;
    if (response.ok) return { ok: true, body: answer as Body };
    return { ok: false, status: response.status, error: errorOf(answer) ?? response.statusText };
  } catch (cause) {
    return { ok: false, status: 0, error: cause instanceof Error ? cause.message : String(cause) };
  }
}

function errorOf(answer: unknown): string | undefined {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
  return typeof error === 'string' ? error : undefined;
}
