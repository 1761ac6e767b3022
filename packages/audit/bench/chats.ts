/** The most frequent words, and so the hardest for a search for runs of them. */
const words =
  `the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her
  she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some
  could these two may first then do any like my now over such our man me even most made after also well back through years`.split(/\s+/)

/** Of every so many messages one leaks in each of the ways. */
export const leakEvery = 1000

/** A line of a chat log: a question, and an answer of some 600 characters with reasoning of some 750 beside it. */
export function* chats(messages: number): Generator<string> {
  let seed = 1
  const text = (count: number): string => `${Array.from({ length: count }, word).join(' ')}.`
  const word = (): string => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return words[(seed >>> 8) % words.length]!
  }
  for (let id = 0; id < messages; id++) {
    const reasoning = text(150)
    const answer = text(120)
    const leaking = [answer, `<think>${reasoning}</think>${answer}`, reasoning][id % leakEvery] ?? answer
    const said = { role: 'assistant', content: leaking, reasoning_content: reasoning }
    yield `${JSON.stringify({ id, messages: [{ role: 'system', content: text(20) }, { role: 'user', content: text(40) }, said] })}\n`
  }
}
