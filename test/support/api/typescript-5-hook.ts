import { registerHooks } from 'node:module';

// openapi-typescript gets TypeScript 5, as users have it, instead of the version 7 of this project.
const COMPILER = new URL('./typescript-5.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === 'typescript' && context.parentURL?.includes('openapi-typescript') ? COMPILER : specifier,
      context,
    ),
});
