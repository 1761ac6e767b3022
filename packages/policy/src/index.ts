export { trim } from './trim.ts'
