/** The OpenAPI document of the control API as text, for what is generated from it. */

import { toControlDocument } from '../docs/document.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';
import { CONTROL_ROUTES } from './table.ts';

/** The document that `GET /_standin/openapi.json` answers. */
export function controlDocumentText(): string {
  return JSON.stringify(toControlDocument(CONTROL_ROUTES, NAMED_SCHEMAS));
}
