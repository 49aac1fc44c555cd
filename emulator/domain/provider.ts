/** The port to the simulated provider, which inspects the input files of a create. */

import type { Resolution, Size } from '../../contract/dimensions.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Workflow } from '../../contract/workflow.ts';
import type { Failure } from './plan.ts';

export interface Inspected {
  /** The size of the clip, as requested or adapted to the inputs. */
  readonly size: Size;
  /** The problem with an input file that makes the generation fail. */
  readonly failure?: Failure | undefined;
  /** The problems with input files that make the settings reject the create instead. */
  readonly problems: readonly Problem[];
}

/** The size of a clip whose files must be fetched. Its generation is pending until they arrive. */
export interface Waiting {
  readonly provisional: Size;
}

export interface InspectionOrder {
  readonly imageUrls: readonly string[];
  readonly audioUrls: readonly string[];
  readonly workflow: Workflow;
  readonly resolution: Resolution;
  /** The requested size, or undefined if it follows from the inputs. */
  readonly size: Size | undefined;
  /** The sizes of the source videos. */
  readonly sourceSizes: readonly Size[];
}

export interface Provider {
  /** Inspects the files of a create, unless they must be fetched. It does not start a fetch. */
  inspect(order: InspectionOrder): Promise<Inspected | Waiting>;
  /** Fetches and inspects the files of a create that did not wait for them. */
  fetch(order: InspectionOrder): Promise<Inspected>;
}
