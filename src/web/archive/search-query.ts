import type { ArchiveSearch } from '../../protocols/api/resource-schemas.ts';

type Written = { readonly [field in keyof ArchiveSearch]?: string };

/** The fields of the search, in the order of the form. */
export const FIELDS = ['player', 'protocol', 'game', 'size', 'result', 'from', 'to'] as const;
/** The name of a field, in the form and in the query. */
export type SearchField = (typeof FIELDS)[number];

/** The query of a search without empty fields: `player=bob&size=9`. */
export function queryOf(search: Written): string {
  const query = new URLSearchParams();
  for (const field of [...FIELDS, 'moves', 'before'] as const) {
    const value = search[field]?.trim();
    if (value) query.set(field, value);
  }
  return query.toString();
}

/** A path with a query, if there is one. */
export const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);
