import { expect, test } from 'vitest'
import { axisSteps } from '../src/pages/dashboard/numbers/axis-steps.ts'
import { formatRate, formatSeconds } from '../src/pages/dashboard/numbers/format.ts'

/** An axis has at most four labels. */
const labels = (step: number, format: (value: number) => string): string[] => [1, 2, 3, 4].map((count) => format(step * count))

test('labels of an axis are as far apart as its lines', () => {
  for (const step of axisSteps.filter((one) => one >= 0.1)) {
    const shown = labels(step, formatRate).map((label) => Number(label.replaceAll(',', '')))
    expect(shown).toEqual([1, 2, 3, 4].map((count) => expect.closeTo(step * count)))
  }
  for (const step of axisSteps.filter((one) => one <= 5)) {
    const shown = labels(step, formatSeconds).map((label) => Number.parseFloat(label) * (label.endsWith('ms') ? 0.001 : 1))
    expect(shown).toEqual([1, 2, 3, 4].map((count) => expect.closeTo(step * count, 6)))
  }
})
