/** The reference of both APIs, read from their OpenAPI documents. */

import type { VNode } from 'preact';
import { send } from '../api.ts';
import { isAbout, readReference, type Reference, type ReferenceOperation } from '../model/reference.ts';
import { choose, panelRoute } from '../router.ts';
import { CopyBlock } from '../shared/copy-block.tsx';
import { Empty } from '../shared/empty.tsx';
import { Alert } from '../shared/alert.tsx';
import { useLoaded } from '../shared/use-loaded.ts';

async function load(): Promise<Reference[]> {
  const documents = await Promise.all([send('GET', '/_standin/openapi.json'), send('GET', '/openapi.json')]);
  return documents.map(readReference);
}

/** All operations, found by words. */
export function ReferenceView(): VNode {
  const { data, problem } = useLoaded(load, []);
  const search = panelRoute.value.query['search'] ?? '';
  return (
    <>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Find an operation
          <input
            type="search"
            value={search}
            placeholder="clock advance"
            onInput={({ currentTarget }) => choose({ search: currentTarget.value })}
          />
        </label>
      </form>
      <Alert text={problem} />
      {data?.map((reference) => (
        <Chapter key={reference.title} reference={reference} search={search} />
      ))}
    </>
  );
}

function Chapter({ reference, search }: { readonly reference: Reference; readonly search: string }): VNode {
  const found = reference.operations.filter((operation) => isAbout(operation, search));
  return (
    <section>
      <h2>{reference.title}</h2>
      <p class="prose">{reference.description}</p>
      {found.length === 0 ? <Empty title="No operation has all of these words." /> : null}
      {found.map((operation) => (
        <Operation key={operation.id} operation={operation} />
      ))}
      {search === '' ? <h3>Schemas</h3> : null}
      {search === ''
        ? reference.schemas.map(({ name, details }) => (
            <details key={name} class="card">
              <summary>{name}</summary>
              <CopyBlock what={`schema of ${name}`} text={details} />
            </details>
          ))
        : null}
    </section>
  );
}

function Operation({ operation }: { readonly operation: ReferenceOperation }): VNode {
  const { method, path, summary, description, details } = operation;
  return (
    <details class="card">
      <summary>
        <code>
          <strong>{method}</strong> {path}
        </code>{' '}
        {summary}
      </summary>
      <p class="prose">{description}</p>
      <CopyBlock what={`parameters, body and answers of ${summary}`} text={details} />
    </details>
  );
}
