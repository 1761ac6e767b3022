export { openapiDocument } from './document.ts'
export { paths } from './paths.ts'
