// Answers of the mock upstream. The load generator checks that it receives them.

/** Tokens of four characters each. `streamed` makes the first half of them reasoning. */
export const tokens = (count) => Array.from({ length: count }, (_, index) => `${(index % 1000).toString().padStart(3, '0')} `)

export const streamed = (count) => {
  const all = tokens(count)
  return { reasoning: all.slice(0, count >> 1).join(''), answer: all.slice(count >> 1).join('') }
}

export const whole = { reasoning: 'reason '.repeat(40), answer: 'answer '.repeat(20) }
