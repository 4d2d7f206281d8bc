import { registerHooks } from 'node:module';

// openapi-typescript imports TypeScript 5, like the projects of users, instead of this project's version 7.
const COMPILER = new URL('./typescript-5.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === 'typescript' && context.parentURL?.includes('openapi-typescript') ? COMPILER : specifier,
      context,
    ),
});
