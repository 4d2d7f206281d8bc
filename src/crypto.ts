/** Node's cryptography, once somebody needs it: it takes some ms to load, which a start has better use for. */
export const crypto = () => process.getBuiltinModule('node:crypto');
