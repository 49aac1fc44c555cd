/** The error for invalid settings. */

interface Details extends ErrorOptions {
  /** The path of the invalid setting, if there is only one. The message begins with the path. */
  readonly path?: string;
}

/** Thrown if settings are invalid. Each line of the message names one setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly path: string | undefined;

  constructor(says: string, { path, ...options }: Details = {}) {
    super(path === undefined ? says : `${path}: ${says}`, options);
    this.path = path;
  }
}
