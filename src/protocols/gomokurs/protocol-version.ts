/** The versions that are spoken here; each numbers the actions in its own way. */
export const VERSIONS = ['0.1.0', '0.2.0'] as const;
export type Version = (typeof VERSIONS)[number];
