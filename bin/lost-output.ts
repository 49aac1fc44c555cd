/** Output that nobody takes any more: `standin openapi | head -1`, or a full disk behind the log. */

type Output = NodeJS.WritableStream;

/**
 * Drops what a closed pipe no longer takes, so that the command ends with its own exit status; other errors of the output
 * stay errors. Of stderr all errors are dropped: there is no other place to report them, and a server must outlive its log.
 */
export function surviveLostOutput(stdout: Output, stderr: Output): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  stderr.on('error', () => undefined);
}
