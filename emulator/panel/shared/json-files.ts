/** JSON files that the page saves and opens. */

/** Saves JSON under a name. */
export function downloadJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(value, undefined, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The JSON of a file; undefined if the file does not contain JSON. */
export async function readJsonFile(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    return undefined;
  }
}
