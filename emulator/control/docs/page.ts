/** The docs page: one HTML file without scripts or external resources. */

import {
  operationsOf,
  type DocumentedApi,
  type DocumentedOperation,
  type DocumentedParameter,
  type PlacedOperation,
} from './model.ts';
import { schemaTable, typeOf } from './schema-table.ts';
import { DOCS_STYLE } from './style.ts';
import { escapeHtml, inlineCode, table } from './html.ts';

/** Writes the page for these OpenAPI documents, in their order. */
export function docsPage(documents: readonly DocumentedApi[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Standin: the API and its control</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<nav aria-label="Contents">${documents.map(contents).join('')}</nav>
<main>${documents.map(chapter).join('')}</main>
</body>
</html>
`;
}

function contents(document: DocumentedApi): string {
  const links = operationsOf(document)
    .filter(({ method }) => method !== 'HEAD')
    .map(
      ({ method, operation: { operationId, summary } }) =>
        `<a href="#${operationId}">${badge(method)}<span>${escapeHtml(summary)}</span></a>`,
    );
  return `<h2>${escapeHtml(document.info.title)}</h2>${links.join('')}`;
}

function chapter(document: DocumentedApi): string {
  const { title, version, description } = document.info;
  return [
    `<h1>${escapeHtml(title)}</h1><p class="soft">Version ${escapeHtml(version)}</p><p>${inlineCode(description)}</p>`,
    ...operationsOf(document).map(article),
    '<h2>Schemas</h2>',
    ...Object.entries(document.components.schemas).map(([name, schema]) => {
      const about = typeof schema['description'] === 'string' ? `<p>${inlineCode(schema['description'])}</p>` : '';
      return `<article id="schema-${escapeHtml(encodeURIComponent(name))}"><h3>${escapeHtml(name)}</h3>${about}${schemaTable(schema)}</article>`;
    }),
  ].join('\n');
}

function article({ method, path, operation, parameters }: PlacedOperation): string {
  const { operationId, summary, description = '', requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return `<article id="${escapeHtml(operationId)}">
<div class="line">${badge(method)}<code class="path">${escapeHtml(path)}</code></div>
<h3>${escapeHtml(summary)}</h3>
${description === '' ? '' : `<p>${inlineCode(description)}</p>`}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${parameterTable(parameters)}`}
${body === undefined ? '' : `<h4>Body</h4>${schemaTable(body)}`}
<h4>Answers</h4>${answerTable(responses)}
</article>`;
}

function parameterTable(parameters: readonly DocumentedParameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => {
    const mark = required ? '<span class="required">required</span>' : '';
    const text = inlineCode(description);
    return `<tr><td><code>${escapeHtml(name)}</code> ${mark}</td><td>${escapeHtml(place)}</td><td>${typeOf(schema)}</td><td>${text}</td></tr>`;
  });
  return table(['Name', 'In', 'Type', 'Meaning'], rows);
}

function answerTable(responses: DocumentedOperation['responses']): string {
  const rows = Object.entries(responses).map(([status, { description, content = {} }]) => {
    const types = Object.entries(content).map(([type, { schema }]) =>
      schema === undefined || type === 'video/mp4' ? `<code>${escapeHtml(type)}</code>` : typeOf(schema),
    );
    const lines = inlineCode(description.replaceAll('\n', '\n\n'));
    return `<tr><td class="status">${escapeHtml(status)}</td><td>${lines}</td><td>${types.join(' ')}</td></tr>`;
  });
  return table(['Status', 'When', 'Body'], rows);
}

function badge(method: string): string {
  return `<span class="method ${escapeHtml(method)}">${escapeHtml(method)}</span>`;
}
