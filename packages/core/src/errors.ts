/**
 * Codes of our own failures. Model output never causes one: it becomes parts and warnings. `docs/reference/errors.md` lists the same codes with
 * remedies, and a test keeps the two equal.
 */
export const errorCodes = [
  /** A plugin was made for a version of the contracts that this core does not support. */
  'REASON_SPEC_VERSION',
  /** Two plugins of one registry have the same id. */
  'REASON_DUPLICATE_ID',
  /** The id of an adapter is not registered, or its package is not installed. */
  'REASON_ADAPTER_NOT_FOUND',
  /** A value is not an adapter, wire format or plugin, or a package exports none. */
  'REASON_INVALID_PLUGIN',
  /** The options of an adapter or of a function do not match its schema. */
  'REASON_INVALID_OPTIONS',
  /** A governor refused the generation. */
  'REASON_NOT_ADMITTED',
  /** A request was not written, because the provider is known to refuse it. */
  'REASON_REQUEST_REFUSED',
  /** A store (budgets, traces) did not answer. */
  'REASON_STORE_DOWN',
  /** A store accepts no more records, because its queue of pending writes is full. */
  'REASON_STORE_FULL',
  /** An input cannot be read, is binary, or is of an unexpected kind. */
  'REASON_INVALID_INPUT',
  /** No server answers at an address, or its API is unknown. */
  'REASON_NO_UPSTREAM',
] as const

export type ReasonErrorCode = (typeof errorCodes)[number]

const brand = Symbol.for('reason.error')

/**
 * An error of ours, with a stable `code` and a message that names the value and the remedy. Recognise it with `ReasonError.is`, which also works across
 * two installed copies of this package.
 */
export class ReasonError extends Error {
  readonly code: ReasonErrorCode
  override readonly name = 'ReasonError'

  constructor(code: ReasonErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
    Object.defineProperty(this, brand, { value: true })
  }

  static is(value: unknown): value is ReasonError {
    return typeof value === 'object' && value !== null && brand in value
  }
}

export { nearest } from './nearest.ts'
