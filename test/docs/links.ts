/** Reads the links and anchors of a page of Markdown. */

export interface Link {
  /** The link as the page spells it. */
  readonly text: string;
  /** Relative to the folder of the page. Empty for a place on the page itself. */
  readonly path: string;
  readonly anchor: string;
}

/** Returns the links to files and places of this repository. Links to other sites are left out. */
export function linksOf(markdown: string): Link[] {
  const found = withoutBlocks(markdown).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g);
  return [...found].map(([, text = '']) => {
    const [path = '', anchor = ''] = text.split('#');
    return { text, path, anchor };
  });
}

/** Returns the anchors of a page: its headings, as code hosts spell them, and its own ids. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = [...withoutBlocks(markdown).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => toAnchor(heading));
  const ids = [...markdown.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id);
  return new Set([...headings, ...ids]);
}

function withoutBlocks(markdown: string): string {
  return markdown.replaceAll(/^```[^]*?^```$/gm, '');
}

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');
}
