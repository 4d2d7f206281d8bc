// The compiler as a library, which its version 7 is not. openapi-typescript needs it as a default export.
export { ts as default } from '@ts-morph/common';
