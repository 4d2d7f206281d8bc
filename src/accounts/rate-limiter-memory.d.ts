/** The one limiter that is used here: the library's index loads those of twenty databases, which takes a tenth of a second. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible';

  // biome-ignore lint/style/noDefaultExport: what a CommonJS module exports is the default to Node.
  export default RateLimiterMemory;
}
