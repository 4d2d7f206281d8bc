/** Loads Node's crypto module at the first use, because loading takes some milliseconds of the start. */
export const crypto = () => process.getBuiltinModule('node:crypto');
