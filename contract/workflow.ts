/** The workflows of the service, and how `mode` and other fields choose a workflow. */

export const MODES = ['text-to-video', 'image-to-video', 'reference-to-video'] as const;
export const OPERATIONS = ['reference', 'edit', 'extend'] as const;
export const WORKFLOWS = ['text', 'image', 'first-and-last-frame', 'reference', 'edit', 'extend'] as const;

export type Mode = (typeof MODES)[number];
export type Operation = (typeof OPERATIONS)[number];
export type Workflow = (typeof WORKFLOWS)[number];

/** The fields that choose a workflow. */
export interface WorkflowChoice {
  readonly mode: Mode;
  readonly image_urls: readonly string[];
  readonly reference_video_operation?: Operation | undefined;
}

/** Returns the workflow of a valid request. */
export function workflowOf(request: WorkflowChoice): Workflow {
  if (request.mode === 'text-to-video') return 'text';
  if (request.mode === 'image-to-video') return request.image_urls.length === 2 ? 'first-and-last-frame' : 'image';
  const operation = request.reference_video_operation;
  return operation === 'edit' || operation === 'extend' ? operation : 'reference';
}
