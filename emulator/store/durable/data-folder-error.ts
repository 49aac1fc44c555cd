/** Creates the errors for a data folder that cannot be used. Each message tells the user what to do. */

export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Creates the error for a folder whose content differs from what was written. */
export function damaged(path: string, what: string, cause?: unknown): DataFolderError {
  const message = `${path} is damaged: ${what}. Nothing was changed. Restore a backup of the folder, or choose another folder.`;
  return new DataFolderError(message, { cause });
}

/** The problems that users can fix, by the code of the error or by its text in LevelDB. */
const PROBLEMS: readonly (readonly [error: RegExp, sentence: string])[] = [
  [
    /EACCES|EPERM|EROFS|Permission denied|Access is denied|Read-only file system/i,
    'cannot be written by this user. Make it writable, or choose another folder.',
  ],
  [
    /ENOSPC|EDQUOT|EFBIG|No space left|not enough space|Disk quota|File too large/i,
    'has no space left. Free some space, or choose a folder on another disk.',
  ],
  [/ENOENT/, 'cannot be created, because the folder above it does not allow new folders. Choose another path.'],
  [/ENOTDIR|EEXIST/, 'is not a folder. Choose another path.'],
  [
    /EMFILE|Too many open files/i,
    'cannot be opened, because this process has too many files open. Raise the limit (ulimit -n).',
  ],
];

/** Converts an error of the operating system to a sentence. Returns undefined if users cannot fix it. */
export function systemProblem(path: string, cause: unknown): DataFolderError | undefined {
  const text = causesOf(cause).map(({ code, message }) => `${String(code)} ${message}`);
  const sentence = PROBLEMS.find(([error]) => error.test(text.join(' ')))?.[1];
  return sentence === undefined ? undefined : new DataFolderError(`${path} ${sentence}`, { cause });
}

/** Reports whether an error, or one of its causes, has this code. */
export function hasCode(cause: unknown, code: string): boolean {
  return causesOf(cause).some((error) => error.code === code);
}

function causesOf(cause: unknown): readonly (Error & { readonly code?: unknown })[] {
  return cause instanceof Error ? [cause, ...causesOf(cause.cause)] : [];
}
