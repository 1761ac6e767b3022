/** Long work in steps of a few milliseconds each. A program can do other work between them. */
export type Steps<Result> = Generator<void, Result>

/** Runs all steps without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Whether a new step begins at the message with this index. A thousand messages take some ten milliseconds before V8 has compiled the code. */
export const beginsStep = (index: number): boolean => index > 0 && index % 1024 === 0
