/** `PART=2/3` runs one of three parts of a list of similar cases. Without it, a test runs all of them. */

export function ofPart<Item>(items: readonly Item[]): Item[] {
  const [part = 1, parts = 1] = (process.env['PART'] ?? '1/1').split('/').map(Number);
  return items.filter((_, at) => at % parts === part - 1);
}
