export type { JsonFieldsOptions } from './config.ts'
export { default, jsonFields } from './json-fields.ts'
