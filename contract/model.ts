/** The only model of the service, in its own file so that a record does not load the schema of a request. */

export const MODEL = 'videomodel-2.5';
