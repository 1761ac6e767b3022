// The gateway's names for what wire formats call loose values.
export { asList, asLoose as asObject, defined, isLoose as isObject, parseJson, type Loose as Json } from '@reason/wire-kit'
