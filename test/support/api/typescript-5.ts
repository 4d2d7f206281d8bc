// TypeScript 5, because version 7 cannot be used as a library. openapi-typescript needs it as a default export.
export { ts as default } from '@ts-morph/common';
