/** The error for invalid settings. */

interface Details extends ErrorOptions {
  /** The path of the invalid setting, if there is only one; the message begins with it. */
  readonly path?: string;
}

/** Invalid settings; each line of the message names one. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly path: string | undefined;

  constructor(says: string, { path, ...options }: Details = {}) {
    super(path === undefined ? says : `${path}: ${says}`, options);
    this.path = path;
  }
}
