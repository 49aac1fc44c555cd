/** The public entry point `standin/express`: the emulator as middleware of an Express or Connect app. */

export { standinMiddleware } from './standin-middleware.ts';
export type { Middleware, MountedRequest } from './standin-middleware.ts';
