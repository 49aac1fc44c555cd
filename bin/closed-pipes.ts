/** `standin openapi | head -1`: a reader that closes the pipe early is no error. */

/** Ignores EPIPE, so that the command ends with its own exit status; other errors stay errors. */
export function surviveClosedPipes(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
