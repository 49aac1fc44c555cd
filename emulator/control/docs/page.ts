/** The documentation page: one file of HTML without a script and without anything from elsewhere. */

import { toDocumentModel, type DocumentModel, type OperationModel, type ParameterModel } from './model.ts';
import { schemaTable, typeOf } from './schema-table.ts';
import { DOCS_STYLE } from './style.ts';
import { escaped, inlineCode } from './html.ts';

/** Writes the page for these OpenAPI documents, in their order. */
export function docsPage(documents: readonly unknown[]): string {
  const models = documents.map(toDocumentModel);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Standin: the API and its control</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<nav aria-label="Contents">${models.map(contents).join('')}</nav>
<main>${models.map(chapter).join('')}</main>
</body>
</html>
`;
}

function contents({ title, operations }: DocumentModel): string {
  const links = operations
    .filter(({ method }) => method !== 'HEAD')
    .map(
      ({ operationId, method, summary }) =>
        `<a href="#${operationId}">${badge(method)}<span>${escaped(summary)}</span></a>`,
    );
  return `<h2>${escaped(title)}</h2>${links.join('')}`;
}

function chapter({ title, version, description, operations, schemas }: DocumentModel): string {
  return [
    `<h1>${escaped(title)}</h1><p class="soft">Version ${escaped(version)}</p><p>${inlineCode(description)}</p>`,
    ...operations.map(article),
    '<h2>Schemas</h2>',
    ...schemas.map(([name, schema]) => {
      const about = typeof schema['description'] === 'string' ? `<p>${inlineCode(schema['description'])}</p>` : '';
      return `<article id="schema-${escaped(encodeURIComponent(name))}"><h3>${escaped(name)}</h3>${about}${schemaTable(schema)}</article>`;
    }),
  ].join('\n');
}

function article(operation: OperationModel): string {
  const { operationId, method, path, summary, description, requestBody, allParameters } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return `<article id="${escaped(operationId)}">
<div class="line">${badge(method)}<code class="path">${escaped(path)}</code></div>
<h3>${escaped(summary)}</h3>
${description === '' ? '' : `<p>${inlineCode(description)}</p>`}
${allParameters.length === 0 ? '' : `<h4>Parameters</h4>${parameterTable(allParameters)}`}
${body === undefined ? '' : `<h4>Body</h4>${schemaTable(body)}`}
<h4>Answers</h4>${answerTable(operation)}
</article>`;
}

function parameterTable(parameters: readonly ParameterModel[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const mark = required ? '<span class="required">required</span>' : '';
    const text = inlineCode(description);
    return `<tr><td><code>${escaped(name)}</code> ${mark}</td><td>${escaped(place)}</td><td>${typeOf(schema)}</td><td>${text}</td></tr>`;
  });
  return table(['Name', 'In', 'Type', 'Meaning'], rows);
}

function answerTable({ responses }: OperationModel): string {
  const rows = Object.entries(responses).map(([status, { description, content }]) => {
    const types = Object.entries(content).map(([type, { schema }]) =>
      schema === undefined || type === 'video/mp4' ? `<code>${escaped(type)}</code>` : typeOf(schema),
    );
    const lines = inlineCode(description.replaceAll('\n', '\n\n'));
    return `<tr><td class="status">${escaped(status)}</td><td>${lines}</td><td>${types.join(' ')}</td></tr>`;
  });
  return table(['Status', 'When', 'Body'], rows);
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => `<th>${text}</th>`).join('');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function badge(method: string): string {
  return `<span class="method ${escaped(method)}">${escaped(method)}</span>`;
}
