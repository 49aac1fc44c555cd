/** The public entry point `standin/msw`: the emulator as MSW request handlers, for tests in Node. */

export { videoHandlers } from './video-handlers.ts';
export type { VideoHandlersOptions } from './video-handlers.ts';
