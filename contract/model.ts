/** The one model of the service; by itself, so that a record can name it without loading the schema of a request. */

export const MODEL = 'videomodel-2.5';
