/** Output that nobody takes any more: `standin openapi | head -1`, or a full disk behind the log. */

import { UNWRITTEN } from './write-file.ts';

type Output = NodeJS.WritableStream;

/**
 * A closed pipe takes no more, which is the reader's choice: the command ends with its own exit status. If stdout
 * cannot be written for another reason, one line on stderr says so. The command continues, because a server must
 * outlive its log. Exit status 0 becomes 5. Errors of stderr are dropped, because no other output remains.
 */
export function surviveLostOutput(stdout: Output, stderr: Output): void {
  let isLost = false;
  stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    stderr.write(`standin: writing to standard output failed, so the output is incomplete: ${message}\n`);
    process.once('exit', (status) => {
      if (status === 0) process.exitCode = UNWRITTEN;
    });
  });
  stderr.on('error', () => undefined);
}
