/** Opens a URL in the default browser of this machine. */

import { spawn } from 'node:child_process';

/** The command of each system. `start` is a built-in of its shell, and takes a title first. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Asks the system to open a URL; says why when it does not. */
export function openInBrowser(url: string, onFailure: (why: string) => void): void {
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  const fail = (): void => onFailure(`no browser could be opened by ${command}; open ${url} yourself`);
  opener.on('error', fail);
  opener.on('exit', (status) => {
    if (status !== 0) fail();
  });
  opener.unref();
}
