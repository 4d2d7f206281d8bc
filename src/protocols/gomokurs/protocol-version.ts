/** The supported versions. Each has its own numbers for the actions. */
export const VERSIONS = ['0.1.0', '0.2.0'] as const;
export type Version = (typeof VERSIONS)[number];
