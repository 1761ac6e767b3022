export { trim } from './trim.ts'
export { withhold } from './withhold.ts'
