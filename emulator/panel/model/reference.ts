/** An OpenAPI document as the reference shows it: operations in words, the rest of each as it stands there. */

export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Parameters, body and answers, as the document has them. */
  readonly details: string;
}

export interface Reference {
  readonly title: string;
  readonly description: string;
  readonly operations: readonly ReferenceOperation[];
  readonly schemas: readonly { readonly name: string; readonly details: string }[];
}

type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'delete'];

/** Reads a document; what it does not have is empty. */
export function readReference(document: unknown): Reference {
  const { info, paths, components } = json(document);
  return {
    title: text(json(info)['title']),
    description: text(json(info)['description']),
    operations: Object.entries(json(paths)).flatMap(([path, item]) =>
      METHODS.filter((method) => method in json(item)).map((method) => {
        const { operationId, summary, description, tags: _, ...details } = json(json(item)[method]);
        return {
          id: text(operationId),
          method: method.toUpperCase(),
          path,
          summary: text(summary),
          description: text(description),
          details: jsonText(details),
        };
      }),
    ),
    schemas: Object.entries(json(json(components)['schemas'])).map(([name, schema]) => ({
      name,
      details: jsonText(schema),
    })),
  };
}

/** Whether an operation speaks of all words of a search. */
export function isAbout({ method, path, summary, description, id }: ReferenceOperation, search: string): boolean {
  const said = `${method} ${path} ${summary} ${description} ${id}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function json(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
