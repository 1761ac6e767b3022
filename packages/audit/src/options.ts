export interface AuditOptions {
  /** Maximum number of examples for each reason. A whole number, 0 or more. Default 3. */
  examples?: number
}

/** @throws {TypeError} If `examples` is not a whole number, 0 or more. */
export function mostExamples({ examples = 3 }: AuditOptions): number {
  if (Number.isInteger(examples) && examples >= 0) return examples
  throw new TypeError(`"examples" is ${String(examples)}, but must be a whole number, 0 or more.`)
}
