/** Reads the links and anchors of a page of Markdown. */

export interface Link {
  /** As it stands on the page. */
  readonly text: string;
  /** Seen from the page's folder; empty for a place on the page itself. */
  readonly path: string;
  readonly anchor: string;
}

/** The links to files and places of this repository; what leads elsewhere is not looked up. */
export function linksOf(markdown: string): Link[] {
  const found = withoutBlocks(markdown).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g);
  return [...found].map(([, text = '']) => {
    const [path = '', anchor = ''] = text.split('#');
    return { text, path, anchor };
  });
}

/** Where a link may lead on a page: its headings, as code hosts spell them, and the ids that it sets itself. */
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
