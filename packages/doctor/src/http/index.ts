export { parseAddress, type Address } from './address.ts'
export {
  createHttpClient,
  errorOf,
  type Fetch,
  type HttpAnswer,
  type HttpClient,
  type HttpClientOptions,
  type HttpRequest,
} from './client.ts'
export { describeNetworkFailure } from './network-failure.ts'
export { objectNotation, type Notation, type OptionName } from './notation.ts'
