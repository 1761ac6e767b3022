/** Moving average, dominated by the last five or so values. */
export interface Average {
  /** Undefined before the first value. */
  readonly value: number | undefined
  add(value: number): void
}

const share = 0.2

export function createAverage(): Average {
  let value: number | undefined
  return {
    get value() {
      return value
    },
    add(next) {
      value = value === undefined ? next : value + (next - value) * share
    },
  }
}
